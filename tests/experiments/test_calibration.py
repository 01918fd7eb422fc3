"""A judge beside people: the sample is blind and even, the correction is Rogan and Gladen's."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.calibration import by_trial, calibrated, corrected, drawn, read, write
from sim.errors import BadData, Misuse

SHARES = st.floats(0.01, 0.99)


def probes(trials: int = 2, right: int = 30, wrong: int = 10):
    return [
        {
            "life": f"life{number}",
            "trial": f"trial{trial}",
            "probe": f"gold:probe/{number}",
            "question": "Which tram?",
            "expected": "" if number % 2 else "the Harl tram",
            "answer": "the Harl tram",
            "correct": number < right,
        }
        for trial in range(trials)
        for number in range(right + wrong)
    ]


def test_a_sample_has_as_many_passed_as_refused_of_every_trial_and_says_nothing() -> None:
    rows = drawn(probes(), 40, 7)
    assert len(rows) == 40
    passed = {("trial0", f"life{n}") for n in range(30)} | {
        ("trial1", f"life{n}") for n in range(30)
    }
    strata = Counter((row["trial"], (row["trial"], row["life"]) in passed) for row in rows)
    assert set(strata.values()) == {10}
    assert {row["right"] for row in rows} == {""}
    assert "correct" not in rows[0]
    assert rows == drawn(probes(), 40, 7)
    assert rows != drawn(probes(), 40, 8)


def test_where_there_are_fewer_the_others_fill_up_and_unjudged_ones_are_left_out() -> None:
    some = probes(trials=1, right=5, wrong=1)
    some += [{**some[0], "life": "none", "correct": None}, {**some[0], "life": "nan"}]
    some[-1]["correct"] = float("nan")
    rows = drawn(some, 100, 7)
    assert len(rows) == 6
    assert {"none", "nan"}.isdisjoint(row["life"] for row in rows)


def test_a_sheet_is_read_back_as_it_was_filled_in(tmp_path: Path) -> None:
    rows = drawn(probes(), 4, 7)
    for row, said in zip(rows, ("yes", "No", "1", ""), strict=True):
        row["right"] = said
    write(rows, tmp_path / "labels.csv")
    found = read(tmp_path / "labels.csv")
    names = [(row["life"], row["trial"], row["probe"]) for row in rows[:3]]
    assert found == dict(zip(names, (True, False, True), strict=True))


def test_a_sheet_that_cannot_be_read_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("life,trial,probe\na,b,c\n", encoding="utf-8")
    with pytest.raises(BadData, match="the column 'right' is missing"):
        read(path)
    path.write_text("life,trial,probe,right\na,b,c,maybe\n", encoding="utf-8")
    with pytest.raises(BadData, match="line 2"):
        read(path)


@given(SHARES, st.floats(0.55, 1), st.floats(0.55, 1))
def test_the_correction_undoes_what_a_judge_does(true, sensitivity, specificity) -> None:
    passed = true * sensitivity + (1 - true) * (1 - specificity)
    assert corrected(passed, sensitivity, specificity) == pytest.approx(true)


def test_a_judge_that_guesses_tells_nothing() -> None:
    assert corrected(0.5, 0.5, 0.5) is None


def test_sensitivity_and_specificity_are_counted_by_hand() -> None:
    """Of four right answers three are passed, of two wrong ones one is refused."""
    names = [("l", "t", str(number)) for number in range(6)]
    judged = dict(zip(names, (True, True, True, False, True, False), strict=True))
    labels = dict(zip(names, (True, True, True, True, False, False), strict=True))
    found = calibrated(judged, labels)
    assert (found.sensitivity, found.specificity) == (0.75, 0.5)
    assert found.agreement == pytest.approx(4 / 6)
    assert found.labelled == 6
    with pytest.raises(Misuse, match="none of the labelled answers"):
        calibrated(judged, {("other", "t", "0"): True})


def test_a_label_weighs_as_many_answers_as_it_stands_for() -> None:
    """The judge passes 900 of 1000; of 20 labelled ones each side 19 and 10 are right.

    So 900 * .95 = 855 of the passed and 100 * .5 = 50 of the refused are right, 905 in all. Counted
    without weights sensitivity were 19 / 29, and the accuracy would come out above 1.
    """
    judged = {("l", "t", f"{number:04}"): number < 900 for number in range(1000)}
    names = sorted(judged)
    labels = {name: place < 19 for place, name in enumerate(names[:20])}
    labels |= {name: place < 10 for place, name in enumerate(names[900:920])}
    found = calibrated(judged, labels)
    assert found.sensitivity == pytest.approx(855 / 905)
    assert found.specificity == pytest.approx(50 / 95)
    (row,) = by_trial(judged, labels, 7)
    assert row["corrected"] == pytest.approx(0.905)
    assert row["low"] < 0.905 < row["high"]
    assert list(by_trial(judged, dict(reversed(labels.items())), 7)) == [row]


def test_the_interval_of_a_corrected_accuracy_holds_the_truth() -> None:
    """60 % are right; the judge passes 9 of 10 of them and 3 of 10 of the others."""
    rng = np.random.default_rng(3)
    names = [("l", "t", f"{number:04}") for number in range(2000)]
    truth = {name: bool(rng.random() < 0.6) for name in names}
    judged = {name: bool(rng.random() < (0.9 if right else 0.3)) for name, right in truth.items()}
    labels = {name: truth[name] for name in names[:300]}
    (row,) = by_trial(judged, labels, 7)
    assert row["judged"] == pytest.approx(0.66, abs=0.03)
    assert row["low"] < 0.6 < row["high"]
    assert row["corrected"] == pytest.approx(0.6, abs=0.08)
    (again,) = by_trial(judged, labels, 7)
    assert again == row


def test_without_a_wrong_answer_among_the_labels_nothing_is_corrected() -> None:
    judged = {("l", "t", "0"): True, ("l", "t", "1"): False}
    (row,) = by_trial(judged, {("l", "t", "0"): True}, 7)
    assert (row["corrected"], row["low"], row["high"]) == (None, None, None)
