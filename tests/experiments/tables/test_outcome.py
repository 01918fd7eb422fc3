"""What a question earns and where its evidence was lost, over every case there is."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experiments.tables.catalogue import STAGES
from experiments.tables.funnel import Funnel
from experiments.tables.outcome import FILTERED, Outcome, outcomes
from experiments.tables.probes import Probes
from experiments.tables.scores import Scores

Record = dict[str, Any]
VERDICTS = (True, False, None)
per_test = settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])


def outcome(
    kind: str, correct: bool | None, before: bool | str | None = "not asked", phase: str = "after"
) -> Outcome:
    """A judged question; None is a judge that failed."""
    probe = {"kind": kind, "phase": phase, "evidence": [], "gold": {"stale": [], "accepted": []}}
    answer: Record = {"text": "x", "failure": None, "trace": []}
    failure = None if correct is not None else {"where": "judge", "why": "mute"}
    earlier = None if before == "not asked" else outcome(kind, before, phase="before")  # type: ignore[arg-type]
    return Outcome(probe, answer, {"correct": correct, "failure": failure}, earlier)


@pytest.mark.parametrize("kind", FILTERED)
@pytest.mark.parametrize(("before", "after"), list(product(VERDICTS, VERDICTS)))
def test_what_was_wrong_before_earns_nothing(
    kind: str, before: bool | None, after: bool | None
) -> None:
    found = outcome(kind, after, before)
    if None in (before, after):
        assert (found.credited, found.trivial) == (None, None)
    else:
        assert found.credited == (bool(before) and bool(after))
        assert found.trivial == (bool(after) and not before)
        assert found.correct == (found.credited or found.trivial)


@pytest.mark.parametrize("kind", ["exact_recall", "tracking", "aggregation"])
@pytest.mark.parametrize("after", VERDICTS)
def test_kinds_without_a_question_before_keep_what_they_earn(kind: str, after: bool | None) -> None:
    assert outcome(kind, after).credited == after


@pytest.mark.parametrize("kind", FILTERED)
def test_a_filtered_kind_that_was_not_asked_before_cannot_be_credited(kind: str) -> None:
    assert outcome(kind, True).credited is False
    assert outcome(kind, False).credited is False
    assert outcome(kind, None).credited is None
    assert outcome(kind, True, phase="before").credited is True  # it is the check itself


def test_without_a_verdict_the_answers_own_failure_is_told_first() -> None:
    judged = outcome("cascade", None)
    assert judged.failure == {"where": "judge", "why": "mute"}
    failed = {"text": None, "failure": {"where": "search", "why": "disk"}, "trace": []}
    both = Outcome(judged.probe, failed, judged.verdict)
    assert both.failure == {"where": "search", "why": "disk"}
    assert both.lost_at is None


@pytest.mark.parametrize(
    ("text", "stale", "accepted", "phase", "kind", "expected"),
    [
        ("You live in Oslo.", ["Oslo"], [], "after", "cascade", True),
        ("You live in Brask.", ["Oslo"], ["Brask"], "after", "cascade", False),
        (None, ["Oslo"], [], "after", "absence", None),
    ],
)
def test_an_old_value_given_as_the_present_one_is_stale(
    text: str | None, stale: list[str], accepted: list[str], phase: str, kind: str, expected: Any
) -> None:
    probe = {"kind": kind, "phase": phase, "gold": {"stale": stale, "accepted": accepted}}
    found = Outcome(probe, {"text": text}, None)
    assert found.stale_is_known
    assert found.stale is expected


def test_only_dependent_questions_after_a_change_can_be_stale() -> None:
    gold = {"stale": ["Oslo"], "accepted": []}
    known = {
        (kind, phase)
        for kind in ("cascade", "absence", "deletion", "tracking")
        for phase in ("before", "after", "end")
        if Outcome({"kind": kind, "phase": phase, "gold": gold}, {}, None).stale_is_known
    }
    assert known == {("cascade", "after"), ("absence", "after")}
    nothing = {"kind": "cascade", "phase": "after", "gold": {"stale": [], "accepted": []}}
    assert not Outcome(nothing, {}, None).stale_is_known


# --- evidence -------------------------------------------------------------------------------------

reached = st.lists(st.integers(0, 4), max_size=4)  # how many stages each needed piece came through


def traced(made: Any, depths: list[int], correct: bool, kind: str = "cascade") -> Any:
    """A life with one question whose evidence came so far."""
    ada = made()
    pieces = [
        {"id": f"e{n}", "role": "rule", "session": "", "turns": [], "needles": []}
        for n in range(len(depths))
    ]
    ada.probe("p", kind, evidence=pieces)
    ada.answer("p", correct, reached=[(f"e{n}", "rule", depth) for n, depth in enumerate(depths)])
    return ada


@per_test
@given(depths=reached, correct=st.booleans())
def test_evidence_is_lost_at_the_first_stage_that_not_all_of_it_reached(
    made: Any, rows: Any, depths: list[int], correct: bool
) -> None:
    (row,) = rows(Probes, traced(made, depths, correct))
    if not depths:
        assert [row[stage] for stage in STAGES] == [None] * 5
        assert row["lost_at"] == ""
        return
    shares = [sum(depth > place for depth in depths) / len(depths) for place in range(4)]
    used = sum(depth == 4 for depth in depths) / len(depths) if correct else 0.0
    assert [row[stage] for stage in STAGES] == pytest.approx([*shares, used])
    shallowest = min(depths)
    expected = STAGES[shallowest] if shallowest < 4 else "" if correct else "used"
    assert row["lost_at"] == expected


@per_test
@given(cases=st.lists(st.tuples(reached, st.booleans()), max_size=3))
def test_the_funnel_never_widens_and_counts_every_piece(
    made: Any, rows: Any, cases: list[tuple[list[int], bool]]
) -> None:
    lives = []
    for number, (depths, correct) in enumerate(cases):
        lives.append(traced(lambda n=number: made(f"life{n}"), depths, correct))
    pieces = [(depth, correct) for depths, correct in cases for depth in depths]
    found = rows(Funnel, *lives)
    if not pieces:
        assert found == []
        return
    (row,) = found
    counts = [row["evidence"], *(row[stage] for stage in STAGES)]
    assert counts == sorted(counts, reverse=True)
    assert row["evidence"] == len(pieces)
    assert row["used"] == sum(correct and depth == 4 for depth, correct in pieces)


@pytest.mark.parametrize("last", [True, False])
def test_questions_without_a_right_answer_stay_out_of_the_funnel(
    made: Any, rows: Any, last: bool
) -> None:
    """They are not judged, and must not make the use of the judged ones unknown."""
    ada = made()
    piece = {"id": "e", "role": "change", "session": "", "turns": [], "needles": []}
    asked = {"judged": {}, "unjudged": {"underivable": "yes"}}
    for name in sorted(asked, reverse=not last):
        ada.probe(name, "cascade", evidence=[piece], labels=asked[name])
        ada.answer(name, True, judged=name == "judged", reached=[("e", "change", 4)])
    (row,) = rows(Funnel, ada)
    assert (row["evidence"], row["retrieved"], row["used"]) == (1, 1, 1)


# --- pairs and scores -----------------------------------------------------------------------------

verdicts = st.sampled_from(VERDICTS)
pairs = st.lists(st.tuples(st.sampled_from(FILTERED), verdicts, verdicts), max_size=5)


def paired(made: Any, name: str, asked: list[tuple[str, bool | None, bool | None]]) -> Any:
    life = made(name)
    for number, (kind, before, after) in enumerate(asked):
        life.pair(number, kind, before, after)
    return life


@per_test
@given(asked=pairs)
def test_every_question_meets_its_own_question_before(made: Any, folder: Any, asked: Any) -> None:
    found = list(outcomes(paired(made, "ada", asked).testimony(folder)))
    later = [one for one in found if one.probe["phase"] == "after"]
    assert len(found) == 2 * len(later) == 2 * len(asked)
    for one, (kind, before, after) in zip(later, asked, strict=True):
        assert one.before is not None
        assert (one.probe["kind"], one.before.correct, one.correct) == (kind, before, after)


def mean(values: list[bool | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def both(before: bool | None, after: bool | None) -> bool | None:
    return None if None in (before, after) else bool(before and after)


@per_test
@given(first=pairs, second=pairs)
def test_scores_are_those_of_a_count_by_hand(made: Any, rows: Any, first: Any, second: Any) -> None:
    lives = [paired(made, name, asked) for name, asked in (("ada", first), ("bo", second))]
    found = {(row["kind"], row["measure"]): row for row in rows(Scores, *lives)}
    asked = [*first, *second]
    per_kind = {"accuracy": [], "filtered": []}  # type: dict[str, list[float]]
    for kind in {kind for kind, _, _ in asked}:
        own = [(before, after) for k, before, after in asked if k == kind]
        expected = {
            "before": [before for before, _ in own],
            "accuracy": [after for _, after in own],
            "filtered": [both(*each) for each in own],
            "trivial_pass": [
                None if None in each else bool(each[1] and not each[0]) for each in own
            ],
        }
        for measure, values in expected.items():
            row = found[kind, measure]
            assert row["mean"] == pytest.approx(mean(values))
            assert (row["asked"], row["failed"]) == (len(own), values.count(None))
            if measure in per_kind and mean(values) is not None:
                per_kind[measure].append(float(mean(values) or 0))
    for measure, means in per_kind.items():
        if means:
            macro = sum(means) / len(means)
            assert found["all", measure]["mean"] == pytest.approx(macro)
