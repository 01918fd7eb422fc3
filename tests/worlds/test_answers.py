"""Questions, right answers and evidence: they follow what was told, phase by phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import worlds
from sim.facts import Fact
from sim.plans import Storyline, Task
from sim.probes import Gold, Phase
from worlds import asking, effective_kind, gold, needed, propagated

Lived = Callable[[int], Storyline]
PHASES: tuple[Phase, ...] = ("before", "after", "checkpoint", "end")


def fact(path: str, entity: str, values: tuple[str, ...], kind: str) -> Fact:
    needles = values or ("forget",)
    return Fact(f"gold:fact/{path}", "user", entity, values, kind, needles)  # type: ignore[arg-type]


HOME = fact("v1", "home", ("Ostrick Row",), "value")
COMMUTE = fact("v2", "commute", ("the Harl tram",), "value")
DOCTOR = fact("v3", "doctor", ("Dr Vosk",), "value")
LINK = fact("d1", "commute", ("home",), "dependency")
LINK_DOCTOR = fact("d2", "doctor", ("home",), "dependency")
RULE = fact("r1", "commute", ("home", "Vandry Quay", "the Brisk ferry"), "rule")
MOVE = fact("move", "home", ("Vandry Quay",), "change")
BEFORE = (HOME, COMMUTE, DOCTOR, LINK, LINK_DOCTOR, RULE)
AFTER = (*BEFORE, MOVE)

CASCADE = Task("cascade", ("commute",), "gold:happening/move", 1)
ABSENCE = Task("absence", ("doctor",), "gold:happening/move", 1)


def roles(told: tuple[Fact, ...], task: Task, phase: Phase) -> list[tuple[str, Fact]]:
    return [(role, f) for role, f, _ in needed(WORLD, task, told, phase)]


WORLD = worlds.load("first_home")


def test_a_cascade_is_answered_by_the_old_value_before_and_the_new_one_after() -> None:
    assert gold(WORLD, CASCADE, BEFORE, "before") == Gold(accepted=("the Harl tram",))
    assert gold(WORLD, CASCADE, AFTER, "after") == Gold(
        accepted=("the Brisk ferry",), stale=("the Harl tram",)
    )
    assert effective_kind(WORLD, CASCADE, AFTER) == "cascade"


def test_an_absence_has_no_answer_but_a_stale_one() -> None:
    assert gold(WORLD, ABSENCE, BEFORE, "before") == Gold(accepted=("Dr Vosk",))
    assert gold(WORLD, ABSENCE, AFTER, "after") == Gold(stale=("Dr Vosk",))
    assert effective_kind(WORLD, ABSENCE, AFTER) == "absence"


def test_between_a_change_and_its_telling_the_old_value_is_right() -> None:
    for phase in PHASES:
        assert gold(WORLD, CASCADE, BEFORE, phase) == Gold(accepted=("the Harl tram",))
    assert effective_kind(WORLD, CASCADE, BEFORE) is None


def test_a_cascade_whose_rule_was_not_told_is_an_absence() -> None:
    told = tuple(f for f in AFTER if f is not RULE)
    assert effective_kind(WORLD, CASCADE, told) == "absence"
    assert gold(WORLD, CASCADE, told, "after") == Gold(stale=("the Harl tram",))
    assert roles(told, CASCADE, "after") == [("dependency", LINK), ("change", MOVE)]
    assert propagated(WORLD, CASCADE, told, "after") == ()


def test_without_any_link_nothing_is_derivable_and_only_staleness_can_be_seen() -> None:
    told = (HOME, COMMUTE, DOCTOR, MOVE)
    for task, old in ((CASCADE, "the Harl tram"), (ABSENCE, "Dr Vosk")):
        assert effective_kind(WORLD, task, told) is None
        assert gold(WORLD, task, told, "after") == Gold(stale=(old,))
        assert gold(WORLD, task, told, "before") == Gold(accepted=(old,))


def test_an_earlier_change_does_not_lend_its_links_to_a_later_one() -> None:
    other = Task("cascade", ("commute",), "gold:happening/job", 1)
    job = fact("job", "employer", ("Vorrin Optics",), "change")
    assert effective_kind(WORLD, other, (*AFTER, job)) is None


def test_a_later_change_that_reaches_the_entity_settles_the_question() -> None:
    again = fact("move2", "home", ("Quillhaven",), "change")
    rule = fact("rule2", "commute", ("home", "Quillhaven", "the Marl path"), "rule")
    told = (*AFTER, rule, again)
    assert effective_kind(WORLD, CASCADE, told) == "cascade"
    late = gold(WORLD, CASCADE, told, "after")
    assert late.accepted == ("the Marl path",)
    assert late.stale == ("the Harl tram", "the Brisk ferry")
    assert roles(told, CASCADE, "after") == [("rule", rule), ("change", again)]


def test_a_value_never_told_measures_nothing_before_but_may_be_derived_after() -> None:
    told = tuple(f for f in AFTER if f is not COMMUTE)
    assert gold(WORLD, CASCADE, told[:-1], "before") == Gold()
    assert gold(WORLD, CASCADE, told, "after") == Gold(accepted=("the Brisk ferry",))


def test_evidence_before_is_the_value_and_after_the_rule_and_the_change() -> None:
    assert roles(BEFORE, CASCADE, "before") == [("value", COMMUTE)]
    assert roles(AFTER, CASCADE, "after") == [("rule", RULE), ("change", MOVE)]
    assert roles(AFTER, ABSENCE, "after") == [("dependency", LINK_DOCTOR), ("change", MOVE)]
    assert all(n == f.needles for _, f, n in needed(WORLD, CASCADE, AFTER, "after"))


def test_a_value_worked_out_by_a_memory_is_optional_evidence_of_a_cascade() -> None:
    [(role, worked_out, sought)] = propagated(WORLD, CASCADE, AFTER, "after")
    assert role == "propagated"
    assert (worked_out.attribute, worked_out.values) == ("commute", ("the Brisk ferry",))
    assert sought == ("my way to work is the Brisk ferry",)
    assert worked_out.depends_on == (RULE.id, MOVE.id)
    assert propagated(WORLD, CASCADE, BEFORE, "before") == ()
    assert propagated(WORLD, ABSENCE, AFTER, "after") == ()


NOVELS = (
    fact("n1", "novel", ("The Salt Ledger",), "value"),
    fact("n2", "novel", ("Seven Left Gloves",), "change"),
    fact("n3", "novel", ("Dear Cartographer",), "change"),
)
TRACKING = Task("tracking", ("novel",), "gold:happening/n3")


def test_tracking_asks_for_the_value_before_and_for_all_in_order_after() -> None:
    assert gold(WORLD, TRACKING, NOVELS[:2], "before") == Gold(
        accepted=("Seven Left Gloves",), stale=("The Salt Ledger",)
    )
    assert gold(WORLD, TRACKING, NOVELS, "after") == Gold(
        accepted=("The Salt Ledger", "Seven Left Gloves", "Dear Cartographer"), ordered=True
    )
    forms = {phase: WORLD.lexicon().asked(asking(WORLD, TRACKING, phase)) for phase in PHASES}
    assert [a.form for a in forms.values() if a] == ["current", "history", "history", "history"]


def test_tracking_needs_all_three_values_and_one_is_no_history() -> None:
    assert [f for _, f in roles(NOVELS, TRACKING, "after")] == list(NOVELS)
    assert [role for role, _ in roles(NOVELS, TRACKING, "after")] == ["value", "change", "change"]
    assert roles(NOVELS[:2], TRACKING, "before") == [("change", NOVELS[1])]
    assert effective_kind(WORLD, TRACKING, NOVELS) == "tracking"
    assert effective_kind(WORLD, TRACKING, NOVELS[:1]) is None


THERAPIST = fact("t1", "therapist", ("Noor Wexley",), "value")
REQUEST = fact("request", "therapist", (), "request")
DELETION = Task("deletion", ("therapist",), "gold:happening/request")


def test_a_deleted_value_is_hidden_once_the_request_was_made() -> None:
    assert gold(WORLD, DELETION, (THERAPIST,), "before") == Gold(accepted=("Noor Wexley",))
    assert gold(WORLD, DELETION, (THERAPIST, REQUEST), "after") == Gold(hidden=("Noor Wexley",))
    assert roles((THERAPIST,), DELETION, "before") == [("value", THERAPIST)]
    assert roles((THERAPIST, REQUEST), DELETION, "after") == [("request", REQUEST)]
    assert effective_kind(WORLD, DELETION, (THERAPIST, REQUEST)) == "deletion"
    assert effective_kind(WORLD, DELETION, (THERAPIST,)) is None
    assert effective_kind(WORLD, DELETION, (REQUEST,)) is None


LEISURE = (
    fact("h1", "hobby", ("kite building",), "value"),
    fact("s1", "sport", ("korfen",), "value"),
    fact("c1", "club", ("the Odd Socks",), "value"),
)
TRIPLE = Task("aggregation", ("hobby", "sport", "club"), "gold:happening/move")


def test_aggregation_wants_all_three_values_and_says_so_if_one_was_not_told() -> None:
    values = ("kite building", "korfen", "the Odd Socks")
    assert gold(WORLD, TRIPLE, LEISURE, "after") == Gold(accepted=values)
    assert gold(WORLD, TRIPLE, LEISURE[::-1], "before") == Gold(accepted=values)
    assert [f for _, f in roles(LEISURE, TRIPLE, "after")] == list(LEISURE)
    assert effective_kind(WORLD, TRIPLE, LEISURE) == "aggregation"
    assert effective_kind(WORLD, TRIPLE, LEISURE[:2]) is None
    assert gold(WORLD, TRIPLE, LEISURE[:2], "after") == Gold(accepted=values[:2])


def test_exact_recall_wants_the_literal() -> None:
    words = WORLD.entities["motto"].pool[1]
    motto = fact("m1", "motto", (words,), "value")
    task = Task("exact_recall", ("motto",), "gold:happening/move")
    assert gold(WORLD, task, (motto,), "after") == Gold(accepted=(words,))
    assert roles((motto,), task, "after") == [("value", motto)]
    asked = WORLD.lexicon().asked(asking(WORLD, task, "after"))
    assert asked is not None
    assert (asked.form, asked.entities) == ("literal", ("motto",))


@pytest.mark.parametrize("seed", range(30))
def test_every_task_of_a_life_can_be_asked_and_answered(lived: Lived, seed: int) -> None:
    drawn = lived(seed)
    order = sorted(drawn.happenings, key=lambda h: h.due + h.lag)
    told = [(h, r.fact) for h in order for r in h.plan.reveals]
    for task in drawn.tasks:
        about = next(h for h in order if h.id == task.happening)
        at = about.due + about.lag
        before = [f for h, f in told if h.due + h.lag < at]
        after = [f for h, f in told if h.due + h.lag <= at]
        assert effective_kind(WORLD, task, after) == task.kind
        for phase, known in (("before", before), ("after", after), ("end", [f for _, f in told])):
            question = WORLD.lexicon().asked(asking(WORLD, task, phase))  # type: ignore[arg-type]
            assert question is not None
            assert question.entities == task.entities
            evidence = needed(WORLD, task, known, phase)  # type: ignore[arg-type]
            assert evidence
            assert all(f in known and needles for _, f, needles in evidence)
        assert gold(WORLD, task, before, "before").accepted
        right = gold(WORLD, task, after, "after")
        assert bool(right.accepted) == (task.kind not in ("absence", "deletion"))
        assert bool(right.stale) == (task.kind in ("absence", "cascade"))
        assert bool(right.hidden) == (task.kind == "deletion")
        assert not set(right.accepted) & set(right.stale)
