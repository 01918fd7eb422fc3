"""Questions before and after a change: when they are asked, what is right, who gets them right."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

import worlds
from experiments.judging import judge_records
from experiments.studies import create
from experiments.trials import TrialSpec
from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.errors import Misuse
from sim.life import Life, PersonaCard
from sim.moments import SessionHeld, UpstreamChange
from sim.timeline import live

ORACLE, NONE = TrialSpec(backend="oracle"), TrialSpec(backend="none")
ABSTAIN = TrialSpec(backend="oracle", reader="always_abstain")
WORLD = worlds.load("first_home")
KINDS = ["exact_recall", "aggregation", "tracking", "deletion", "cascade", "absence"]


def composed(number=1, edit=lambda happening: happening):
    """A life with a storyline and nothing else; ``edit`` changes its happenings."""
    calendar, path = Calendar(datetime(2031, 1, 6)), (7, "life", f"life-{number}")
    dates = tuple(calendar.month(month) for month in (3, 6))
    story = worlds.storyline(WORLD, calendar=calendar, horizon=dates[-1], seed_path=path)
    story = replace(story, happenings=tuple(map(edit, story.happenings)))
    return Life(
        f"life-{number}", f"u-{number}", path, calendar, PersonaCard("Ada"), dates,
        storyline=story, lexicon=WORLD.lexicon(),
    )  # fmt: skip


@pytest.fixture
def asked(kit):
    """The records of a life under the oracle, without memory, and always abstaining."""

    def of(life, **options):
        return kit.observed(
            live(life, Cast()), ORACLE, NONE, ABSTAIN, studies=[create("dependency", **options)]
        )

    return of


@pytest.fixture(scope="module")
def three_lives(request):
    """Records and verdicts of three lives, asked once more at the end."""
    from experiments.observe import observe_life

    found = []
    for number in (1, 2, 3):
        study = create("dependency", repeat_at_end=True)
        source = live(composed(number), Cast())
        records = list(observe_life(source, Cast(), [ORACLE, NONE, ABSTAIN], [study], (7, number)))
        found.append((source, records, list(judge_records(records, Cast()))))
    return found


def by_probe(verdicts, trial):
    return {row["probe"]: row["correct"] for row in verdicts if row["trial"] == trial.name}


def test_with_the_evidence_an_ideal_reader_gets_everything_right(kit, three_lives):
    for _, records, verdicts in three_lives:
        assert {row["kind"] for row in kit.kept(records, "probe", phase="after")} == set(KINDS)
        assert all(by_probe(verdicts, ORACLE).values())


def test_without_memory_only_silence_is_right_and_the_filter_leaves_nothing(kit, three_lives):
    for _, records, verdicts in three_lives:
        for trial in (NONE, ABSTAIN):
            correct = by_probe(verdicts, trial)
            probes = {row["probe"]: row for row in kit.kept(records, "probe")}
            right = {probes[probe]["kind"] for probe, is_right in correct.items() if is_right}
            assert right == {"absence", "deletion"}
            before = {
                p["pair"]: correct[p["probe"]] for p in probes.values() if p["phase"] == "before"
            }
            assert before
            assert not any(before.values())


def test_all_needed_evidence_reaches_a_reader_of_the_oracle(kit, three_lives):
    for _, records, _ in three_lives:
        needed = {
            row["probe"]: {e["id"] for e in row["evidence"]} for row in kit.kept(records, "probe")
        }
        for answer in kit.kept(records, "answer", trial=ORACLE.name):
            traces = [one for one in answer["trace"] if one["id"] in needed[answer["probe"]]]
            assert traces
            assert all(one["retrieved"] for one in traces)


def test_cascade_absence_and_deletion_come_in_pairs_with_one_question(kit, three_lives):
    for _, records, _ in three_lives:
        probes = kit.kept(records, "probe")
        paired = {row["pair"]: row for row in probes if row["phase"] == "before"}
        assert {row["kind"] for row in paired.values()} == {"cascade", "absence", "deletion"}
        for row in probes:
            if row["phase"] == "after" and row["kind"] in ("cascade", "absence", "deletion"):
                before = paired[row["pair"]]
                assert (before["question"], before["hop"]) == (row["question"], row["hop"])
                assert before["at"] < row["at"]


def test_one_question_has_one_opaque_name(three_lives):
    from experiments.studies.base import Source
    from sim.probes import Probe

    source: Source = live(composed(1), Cast())
    study, probes = create("dependency").fresh(), list[Probe]()
    study.begin(source)
    for moment in source:
        probes += study.probes_before(moment, source.life, source.ledger)
        probes += study.probes(moment, source.life, source.ledger)
    names = [probe.question.id for probe in probes]
    assert len(set(names)) == len(names)
    assert all(len(name) == 8 and not set(name) - set("0123456789abcdef") for name in names)
    assert all(probe.id.startswith("gold:probe/") for probe in probes)


def test_before_a_change_is_told_the_old_value_is_right_though_it_is_true_no_more():
    source = live(composed(1), Cast())
    study = create("dependency", kinds=["cascade"]).fresh()
    study.begin(source)
    looked_at = 0
    for moment in source:
        for probe in study.probes_before(moment, source.life, source.ledger):
            assert isinstance(moment, UpstreamChange)
            (entity,) = probe.entities
            true = {
                f.values[0]
                for f in source.ledger.true_at(moment.at)
                if f.attribute == entity and f.kind in ("value", "change")
            }
            told = [
                f.values[0]
                for f in source.ledger.told(by=moment.at)
                if f.attribute == entity and f.kind == "value"
            ]
            assert probe.gold.accepted == (told[-1],)
            assert told[-1] not in true
            looked_at += 1
    assert looked_at >= 2


def test_a_deletion_is_asked_for_before_its_session_and_again_after_it(kit, three_lives):
    for _, records, _ in three_lives:
        before, after, end = kit.kept(records, "probe", kind="deletion")
        (request,) = kit.kept(records, "session", source="deletion")
        assert (before["phase"], after["phase"], end["phase"]) == ("before", "after", "end")
        assert before["asked_at"] == request["started_at"]
        assert before["session_after"] != request["session"] == after["session_after"]
        assert before["gold"]["accepted"] == after["gold"]["hidden"]
        assert [piece["role"] for piece in after["evidence"]] == ["request"]
        assert [piece["role"] for piece in after["optional"]] == ["value"]
        assert after["optional"][0]["needles"] == after["gold"]["hidden"]


def test_a_cascade_may_be_worked_out_by_the_memory_itself(kit, three_lives):
    for _, records, _ in three_lives:
        for row in kit.kept(records, "probe", kind="cascade", phase="after"):
            (own,) = row["optional"]
            assert (own["role"], own["session"], own["turns"]) == ("propagated", "", [])
            assert {"rule", "change"} <= {piece["role"] for piece in row["evidence"]}


def test_what_is_asked_rests_on_what_was_said_before(kit, three_lives):
    for _, records, _ in three_lives:
        ended = {row["session"]: row["at"] for row in kit.kept(records, "session")}
        for probe in kit.kept(records, "probe"):
            assert probe["evidence"]
            for piece in probe["evidence"]:
                assert ended[piece["session"]] <= probe["at"]
                assert piece["turns"][0].startswith(piece["session"])


def test_tracking_is_asked_after_its_last_value(kit, three_lives):
    for _, records, _ in three_lives:
        (row,) = kit.kept(records, "probe", kind="tracking", phase="after")
        last = kit.kept(records, "session", source="update")[-1]
        assert row["session_after"] == last["session"]
        assert (len(row["gold"]["accepted"]), row["gold"]["ordered"]) == (3, True)


def test_everything_is_asked_again_at_the_end_only_if_wanted(kit, three_lives, asked):
    for _, records, _ in three_lives:
        after, end = (kit.kept(records, "probe", phase=phase) for phase in ("after", "end"))
        assert sorted(row["pair"] for row in end) == sorted(row["pair"] for row in after)
        assert {row["at"] for row in end} == {max(row["at"] for row in records if "at" in row)}
    assert not kit.kept(asked(composed()), "probe", phase="end")


def test_only_the_kinds_wanted_are_asked(kit, asked):
    records = asked(composed(), kinds=["tracking", "deletion"])
    assert {row["kind"] for row in kit.kept(records, "probe")} == {"tracking", "deletion"}


def unsaid(kind):
    """The sessions of one kind of happening come up, and nothing is told in them."""

    def edit(happening):
        if happening.kind != kind:
            return happening
        return replace(happening, plan=replace(happening.plan, reveals=()))

    return edit


def test_a_change_that_is_never_told_is_not_asked_about_and_counted(kit, asked):
    records = asked(composed(edit=unsaid("change")))
    assert not [
        p for p in kit.kept(records, "probe", phase="after") if p["kind"] in ("cascade", "absence")
    ]
    skipped = [row["detail"]["kind"] for row in kit.kept(records, "moment", what="skipped")]
    before = [row["kind"] for row in kit.kept(records, "probe", phase="before")]
    assert sorted(skipped) == sorted(kind for kind in before if kind != "deletion")


def test_values_that_are_never_told_leave_no_question_and_no_pair(kit, asked):
    records = asked(composed(edit=unsaid("introduction")))
    assert not kit.kept(records, "probe", phase="before")
    kinds = {row["kind"] for row in kit.kept(records, "probe")}
    assert not kinds & {"cascade", "absence", "deletion", "aggregation", "exact_recall"}
    skipped = kit.kept(records, "moment", what="skipped")
    assert len({row["detail"]["question"] for row in skipped}) == len(skipped)
    assert {"cascade", "absence", "deletion"} <= {row["detail"]["kind"] for row in skipped}


def test_without_its_rule_a_cascade_is_an_absence(kit, asked):
    def without_rules(happening):
        plan = happening.plan
        told = tuple(reveal for reveal in plan.reveals if reveal.fact.kind != "rule")
        return replace(happening, plan=replace(plan, reveals=told))

    records = asked(composed(edit=without_rules))
    after = kit.kept(records, "probe", phase="after")
    assert "cascade" not in {row["kind"] for row in after}
    assert "absence" in {row["kind"] for row in after}
    correct = by_probe(list(judge_records(records, Cast())), ORACLE)
    assert all(correct[row["probe"]] for row in after)


def test_a_life_without_a_world_is_asked_nothing(kit, book):
    book.session(1, book.fact("home", "Brask"))
    book.end()
    assert not kit.kept(kit.observed(book.source(), NONE, studies=[create("dependency")]), "probe")


def test_a_world_may_be_given_by_its_path(kit, asked, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(worlds.to_yaml(WORLD), encoding="utf-8")
    life = composed()
    life = replace(life, storyline=replace(life.storyline, world="nowhere"))
    by_path = kit.kept(asked(life, world=str(path)), "probe")
    assert by_path == kit.kept(asked(composed()), "probe")


def test_a_kind_nobody_knows_is_refused():
    with pytest.raises(Misuse, match="kinds"):
        create("dependency", kinds=["cascades"])


def test_before_questions_of_a_deletion_do_not_know_its_session():
    """The ledger has heard the request when the session is handed out; the question has not."""
    source = live(composed(1), Cast())
    study = create("dependency", kinds=["deletion"]).fresh()
    study.begin(source)
    for moment in source:
        for probe in study.probes_before(moment, source.life, source.ledger):
            assert isinstance(moment, SessionHeld)
            assert probe.gold.accepted
            assert not probe.gold.hidden
            assert probe.at == source.life.calendar.minute(moment.session.started_at)
            assert probe.at + DAY > moment.at


def told_at(level, number=1):
    """The same life, its dependencies told at a level of explicitness."""
    life = composed(number)
    options = worlds.StorylineOptions(explicitness=level)
    story = worlds.storyline(
        WORLD, calendar=life.calendar, horizon=life.horizon, seed_path=life.seed_path,
        options=options,
    )  # fmt: skip
    return replace(life, storyline=story)


@pytest.mark.parametrize("level", [1, 2])
def test_without_a_rule_every_cascade_becomes_an_absence(kit, asked, level):
    records = asked(told_at(level))
    after = kit.kept(records, "probe", phase="after")
    dependent = [row for row in after if row["hop"]]
    assert {row["kind"] for row in dependent} == {"absence"}
    tasks = [task for task in told_at(level).storyline.tasks if task.hop]
    assert len(dependent) == len(tasks)
    assert any(task.kind == "cascade" for task in tasks)
    correct = by_probe(list(judge_records(records, Cast())), ORACLE)
    assert all(correct[row["probe"]] for row in after)


def test_where_nothing_links_two_things_the_question_is_asked_and_not_judged(kit, asked):
    records = asked(told_at(3))
    after = [row for row in kit.kept(records, "probe", phase="after") if row["hop"]]
    tasks = [task for task in told_at(3).storyline.tasks if task.hop]
    assert [row["kind"] for row in after] == [task.kind for task in tasks]
    judged = {row["probe"] for row in judge_records(records, Cast())}
    for row in after:
        assert row["labels"]["underivable"] == "yes"
        assert not row["gold"]["accepted"]
        assert row["gold"]["stale"]
        assert row["probe"] not in judged
    before = {row["pair"] for row in kit.kept(records, "probe", phase="before")}
    assert {row["pair"] for row in after} <= before


def test_events_are_the_same_however_explicitly_they_are_told():
    levels = [told_at(level).storyline for level in range(4)]
    events = [
        [(h.id, h.due, h.lag, h.changes) for h in story.happenings if h.kind != "introduction"]
        for story in levels
    ]
    assert events[0] == events[1] == events[2] == events[3]
    assert len({story.tasks for story in levels}) == 1
