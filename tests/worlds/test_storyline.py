"""What a storyline must be, whatever the seed: sound tasks, sound telling, sound dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, get_args

import networkx as nx
import pytest
from pydantic import ValidationError

import worlds
from sim.clock import DAY, HOUR, Calendar
from sim.errors import BadData, Misuse
from sim.facts import GOLD_MARK, Fact
from sim.plans import Happening, Storyline, TaskKind
from sim.text import carries
from worlds import UNKNOWN, StorylineOptions

SEEDS = range(40)
START = Calendar(datetime(2031, 1, 6))
HALF_A_YEAR = 182 * DAY
Lived = Callable[[int], Storyline]


def draw(world: worlds.World, seed: int = 1, **options: Any) -> Storyline:
    return worlds.storyline(
        world,
        calendar=START,
        horizon=HALF_A_YEAR,
        seed_path=("test", seed),
        options=StorylineOptions(**options),
    )


def of(drawn: Storyline, kind: str) -> list[Happening]:
    return [happening for happening in drawn.happenings if happening.kind == kind]


def told(drawn: Storyline, kind: str = "") -> list[Fact]:
    """The facts told in order of their sessions."""
    order = sorted(drawn.happenings, key=lambda h: h.due + h.lag)
    return [r.fact for h in order if kind in ("", h.kind) for r in h.plan.reveals]


@pytest.mark.parametrize("seed", SEEDS)
def test_all_six_kinds_and_no_entity_has_two_tasks(lived: Lived, seed: int) -> None:
    tasks = lived(seed).tasks
    assert {task.kind for task in tasks} == set(get_args(TaskKind))
    entities = [entity for task in tasks for entity in task.entities]
    assert len(entities) == len(set(entities))
    known = {happening.id for happening in lived(seed).happenings}
    assert all(task.happening in known for task in tasks)


@pytest.mark.parametrize("seed", SEEDS)
def test_tasks_sit_where_their_kind_belongs(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    graph, roots = first_home.graph, set()
    for happening in of(lived(seed), "change"):
        roots |= {entity for entity, _ in happening.changes}
    reached = set().union(*({root} | nx.descendants(graph, root) for root in roots))
    for task in lived(seed).tasks:
        entities = [first_home.entities[name] for name in task.entities]
        if task.kind in ("cascade", "absence"):
            [(root, _)] = next(h.changes for h in lived(seed).happenings if h.id == task.happening)
            assert task.hop == nx.shortest_path_length(graph, root, task.entities[0])
        else:
            assert task.hop == 0
            assert not reached & set(task.entities)
        assert task.kind != "exact_recall" or entities[0].kind == "literal"
        assert task.kind != "tracking" or entities[0].tracked
        assert task.kind != "deletion" or (
            entities[0].deletable and entities[0].id in first_home.orphans
        )
        assert task.kind != "aggregation" or len(entities) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_the_truth_is_what_propagation_says_and_gold_agrees_with_it(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    """Consequences named in a happening equal the world's own, one change after the other."""
    drawn = lived(seed)
    state: dict[str, worlds.Value] = {
        f.attribute: f.values[0] for f in told(drawn) if f.kind == "value"
    }
    for happening in of(drawn, "change"):
        state.update(first_home.propagate(state, dict(happening.changes)))
        for fact in happening.facts:
            assert state[fact.attribute] == fact.values[0]
        so_far = [f for f in told(drawn) if f.holds_from <= happening.due]
        for task in drawn.tasks:
            if task.happening == happening.id and task.hop:
                right = worlds.gold(first_home, task, so_far, "after")
                value = state[task.entities[0]]
                assert task.kind == ("absence" if value is UNKNOWN else "cascade")
                assert right.accepted == (() if value is UNKNOWN else (value,))
                assert worlds.effective_kind(first_home, task, so_far) == task.kind


@pytest.mark.parametrize("seed", SEEDS)
def test_each_message_tells_one_fact_that_can_be_read_and_recognised(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    acts = {"value": "state", "dependency": "depend", "request": "forget"}
    for happening in lived(seed).happenings:
        plan = happening.plan
        for reveal in plan.reveals:
            fact = reveal.fact
            [said] = first_home.lexicon().read(reveal.utterance)
            assert said.act == acts.get(fact.kind, fact.kind)
            assert said.entity == fact.attribute
            parts = tuple(p for p in (said.parent, said.trigger, said.value) if p)
            assert parts == fact.values
            assert fact.is_carried_by(reveal.utterance)
            assert 1 <= len(reveal.follow_ups) <= 2
        around = [plan.opening, plan.closing, *(f for r in plan.reveals for f in r.follow_ups)]
        every = [fact for h in lived(seed).happenings for fact in h.facts]
        for text in around:
            assert first_home.lexicon().read(text) == ()
            assert not [fact.id for fact in every if carries(text, fact.needles)]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_sentence_is_taken_for_another_fact_of_the_life(lived: Lived, seed: int) -> None:
    """Values of a cascade also stand in their rules; nothing else may be found twice."""
    reveals = [r for h in lived(seed).happenings for r in h.plan.reveals]
    for reveal in reveals:
        for other in reveals:
            if other is not reveal:
                assert not other.fact.is_carried_by(reveal.utterance)


@pytest.mark.parametrize("seed", SEEDS)
def test_rules_and_literals_go_in_word_for_word_with_the_full_conditional(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    for happening in lived(seed).happenings:
        for reveal in happening.plan.reveals:
            literal = first_home.entities[reveal.fact.attribute].kind == "literal"
            if reveal.fact.kind == "rule":
                assert reveal.verbatim
                assert "If " in reveal.utterance
                assert " will be " in reveal.utterance
            assert not literal or reveal.verbatim


@pytest.mark.parametrize("seed", SEEDS)
def test_introductions_come_first_small_and_in_an_order_that_makes_sense(
    lived: Lived, seed: int
) -> None:
    drawn = lived(seed)
    sessions = of(drawn, "introduction")
    assert len(sessions) >= 4
    assert all(1 <= len(h.plan.reveals) <= 4 for h in sessions)
    assert all(h.due < HALF_A_YEAR / 3 for h in sessions)
    assert all(h.due > max(s.due for s in sessions) for h in drawn.happenings if h not in sessions)
    known: set[str] = set()
    linked: set[tuple[str, str]] = set()
    for fact in told(drawn, "introduction"):
        if fact.kind == "value":
            known.add(fact.attribute)
        elif fact.kind == "dependency":
            assert {fact.attribute, fact.values[0]} <= known
            linked.add((fact.values[0], fact.attribute))
        else:
            assert (fact.values[0], fact.attribute) in linked


@pytest.mark.parametrize("seed", SEEDS)
def test_the_triple_is_told_in_three_sessions(lived: Lived, seed: int) -> None:
    [triple] = [task for task in lived(seed).tasks if task.kind == "aggregation"]
    homes = [
        happening.id
        for happening in of(lived(seed), "introduction")
        for reveal in happening.plan.reveals
        if reveal.fact.attribute in triple.entities
    ]
    assert len(homes) == len(set(homes)) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_root_is_told_and_after_a_lag(lived: Lived, seed: int) -> None:
    changes = of(lived(seed), "change")
    for happening, later in zip(changes, [*changes[1:], None], strict=True):
        [reveal] = happening.plan.reveals
        assert happening.changes == ((reveal.fact.attribute, reveal.fact.values[0]),)
        assert DAY <= happening.lag <= 7 * DAY
        assert happening.lag % DAY == 0
        assert later is None or happening.due + happening.lag < later.due
        assert reveal.fact in happening.facts
        assert len(happening.facts) >= 2 or not any(
            t.kind == "cascade" for t in lived(seed).tasks if t.happening == happening.id
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_end_when_their_value_is_replaced(lived: Lived, seed: int) -> None:
    facts = {fact.id: fact for h in lived(seed).happenings for fact in h.facts}
    ended: set[str] = set()
    begun: set[str] = set()
    for happening in lived(seed).happenings:
        for fact_id in happening.ends:
            assert fact_id in begun
            assert fact_id not in ended
            assert happening.kind == "deletion" or facts[fact_id].holds_until == happening.due
        ended.update(happening.ends)
        begun.update(fact.id for fact in happening.facts)
    still = [
        f.attribute for f in facts.values() if f.id not in ended and f.kind in ("value", "change")
    ]
    assert max(Counter(still).values()) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tracked_entity_takes_three_values_and_the_request_names_none(
    lived: Lived, seed: int
) -> None:
    [task] = [task for task in lived(seed).tasks if task.kind == "tracking"]
    values = [f.values[0] for f in told(lived(seed)) if f.attribute == task.entities[0]]
    assert len(values) == len(set(values)) == 3
    assert task.happening == of(lived(seed), "update")[-1].id
    [request] = of(lived(seed), "deletion")
    assert request.plan.reveals[0].fact.kind == "request"
    assert len(request.ends) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_ids_are_marked_and_unique_and_dates_are_daytimes_within_the_life(
    lived: Lived, seed: int
) -> None:
    drawn = lived(seed)
    ids = [h.id for h in drawn.happenings] + [h.plan.id for h in drawn.happenings]
    ids += [fact.id for h in drawn.happenings for fact in h.facts]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(GOLD_MARK) for name in ids)
    assert all(h.plan.id.startswith("gold:plan/") for h in drawn.happenings)
    for happening in drawn.happenings:
        assert happening.due >= 0
        assert happening.due + happening.lag < HALF_A_YEAR - 7 * DAY
        assert 8 * HOUR <= happening.due % DAY < 21 * HOUR
    assert list(drawn.happenings) == sorted(drawn.happenings, key=lambda h: (h.due, h.id))


def test_plans_say_what_timelines_need(lived: Lived) -> None:
    for happening in lived(1).happenings:
        plan = happening.plan
        messages = 2 + sum(1 + len(reveal.follow_ups) for reveal in plan.reveals)
        assert plan.long_horizon
        assert (plan.domain, plan.project, plan.topic) == ("", "", happening.kind)
        assert plan.max_turns >= 2 * messages


def test_the_same_seed_gives_the_same_storyline_and_another_one_another(
    first_home: worlds.World, lived: Lived
) -> None:
    assert draw(first_home, 1) == lived(1)
    assert draw(first_home, 1) == draw(first_home, 1)
    assert draw(first_home, 2) != draw(first_home, 1)


def test_another_wording_seed_changes_words_and_nothing_else(first_home: worlds.World) -> None:
    one, two = draw(first_home), draw(first_home, wording_seed=1)
    assert one.tasks == two.tasks
    for here, there in zip(one.happenings, two.happenings, strict=True):
        assert (here.id, here.due, here.lag, here.changes) == (
            there.id,
            there.due,
            there.lag,
            there.changes,
        )
        assert [f.values for f in here.facts] == [f.values for f in there.facts]
    words = [[r.utterance for h in s.happenings for r in h.plan.reveals] for s in (one, two)]
    assert words[0] != words[1]


def test_roots_take_turns_beginning_with_the_one_asked_for(first_home: worlds.World) -> None:
    for first, root in enumerate(first_home.roots):
        changed = [h.changes[0][0] for h in of(draw(first_home, first_root=first), "change")]
        following = first_home.roots[(first + 1) % 3]
        assert changed == [root, following]
    changed = [h.changes[0][0] for h in of(draw(first_home, changes=3), "change")]
    assert sorted(changed) == sorted(first_home.roots)


def test_sessions_of_a_population_do_not_begin_alike(lived: Lived) -> None:
    openings = [h.plan.opening for seed in SEEDS for h in lived(seed).happenings]
    assert max(Counter(openings).values()) <= len(openings) / 20
    for seed in SEEDS:
        own = [h.plan.opening for h in lived(seed).happenings]
        assert len(set(own)) >= len(own) - 2


def test_knobs_do_what_they_say(first_home: worlds.World) -> None:
    drawn = draw(first_home, reveals=2, updates=1, report_lag=(3, 3), follow_ups=(0, 0), hops=1)
    assert all(len(h.plan.reveals) <= 2 for h in drawn.happenings)
    assert len(of(drawn, "update")) == 1
    assert {h.lag for h in of(drawn, "change")} == {3 * DAY}
    assert not any(r.follow_ups for h in drawn.happenings for r in h.plan.reveals)
    assert {task.hop for task in drawn.tasks} == {0, 1}
    assert len(of(draw(first_home, introductions=12), "introduction")) == 12


def test_knobs_that_cannot_be_are_refused() -> None:
    for wrong in ({"report_lag": (5, 2)}, {"changes": 0}, {"chnages": 1}, {"introductions": 2}):
        with pytest.raises(ValidationError):
            StorylineOptions.model_validate(wrong)


def test_a_life_too_short_is_refused_with_the_days_it_needs(first_home: worlds.World) -> None:
    with pytest.raises(Misuse, match="needs a life of at least 60 days: this one has 20"):
        worlds.storyline(first_home, calendar=START, horizon=20 * DAY, seed_path=(1,))


def test_two_months_are_enough(first_home: worlds.World) -> None:
    for seed in range(10):
        drawn = worlds.storyline(first_home, calendar=START, horizon=60 * DAY, seed_path=(seed,))
        assert all(h.due >= 0 and h.due + h.lag < 60 * DAY for h in drawn.happenings)
        changes = of(drawn, "change")
        assert changes[0].due + changes[0].lag < changes[1].due


def test_a_world_without_a_kind_is_refused_by_that_kind(
    write: Any, content: dict[str, Any]
) -> None:
    content["entities"]["car"]["marks"] = []
    with pytest.raises(BadData, match="20 draws gave no storyline with a task of the kind 'track"):
        draw(worlds.load(write(content)), changes=1)


def test_more_changes_than_a_world_can_bear_are_refused(
    write: Any, content: dict[str, Any]
) -> None:
    with pytest.raises(BadData, match="for 4 upstream changes: ask for fewer changes"):
        draw(worlds.load(write(content)), changes=4)


def test_no_null_value_is_ever_told_or_propagated(write: Any, content: dict[str, Any]) -> None:
    content["entities"]["school_bus"]["pool"].append("no bus at all")
    content["entities"]["school_bus"]["nulls"] = ["no bus at all"]
    content["edges"][2]["rules"]["the Mill School"] = "no bus at all"
    content["entities"]["car"]["pool"] += ["no car"]
    content["entities"]["car"]["nulls"] = ["no car"]
    world = worlds.load(write(content))
    for seed in range(30):
        for happening in draw(world, seed, changes=1).happenings:
            for fact in happening.facts:
                assert not {"no bus at all", "no car"} & set(fact.values)


def test_the_initial_state_respects_the_constraints(write: Any, content: dict[str, Any]) -> None:
    content["constraints"] = [
        {"entity": "tree", "value": value, "other": "shed", "excluded": ["fern green", "dove grey"]}
        for value in content["entities"]["tree"]["pool"][:3]
    ]
    world = worlds.load(write(content))
    for seed in range(40):
        state = {
            f.attribute: f.values[0]
            for f in told(draw(world, seed, changes=1), "introduction")
            if f.kind == "value"
        }
        assert all(constraint.holds(state) for constraint in world.constraints)
