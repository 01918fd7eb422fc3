"""A judge held against people: what it lets pass, what it refuses, and what accuracy that implies.

A person is shown a sample of answers without the judge's verdict, as many that it passed as that it
refused, trial by trial. From the sample come the judge's sensitivity and specificity, and from
these the accuracy that people would have found (Rogan & Gladen 1978). As the sample was drawn by
the judge's verdict, each label weighs as many answers of its trial and verdict as it stands for:
unweighted, both shares would be those of a judge that passes half of all answers.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from experiments import rating
from experiments.statistics import RESAMPLES, Floats, Interval, interval
from sim.errors import BadData, Misuse
from sim.seeds import stream

COLUMNS = ("life", "trial", "probe", "question", "expected", "answer", "right")
SAID = {"yes": True, "no": False, "1": True, "0": False, "true": True, "false": False}
Name = tuple[str, str, str]  # life, trial, probe
Verdicts = Mapping[Name, bool]


@dataclass(frozen=True, slots=True)
class Calibration:
    """A judge beside people on the same answers, and what that makes of each trial's accuracy.

    ``sensitivity`` is the share of right answers that it passes, ``specificity`` that of wrong ones
    that it refuses; None if the sample has no such answer.
    """

    labelled: int
    agreement: float | None
    kappa: float | None
    ac1: float | None
    sensitivity: float | None
    specificity: float | None


def drawn(probes: Iterable[Mapping[Any, Any]], count: int, seed: int) -> list[dict[str, str]]:
    """Answers to be labelled, blind: from every trial as many passed as refused, in no order.

    ``probes`` are the rows of that table; answers without a verdict are left out.
    """
    rng, strata = stream(seed, "labels"), dict[tuple[str, bool], list[Mapping[Any, Any]]]()
    for row in probes:
        if row["correct"] is not None and row["correct"] == row["correct"]:
            strata.setdefault((row["trial"], bool(row["correct"])), []).append(row)
    shuffled = [_shuffled(strata[name], rng) for name in sorted(strata)]
    taken = _in_turn(shuffled, count)
    return [_sheet(row) for row in _shuffled(taken, rng)]


def write(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    """The sheet to be filled in: column ``right`` is empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, COLUMNS)
        sheet.writeheader()
        sheet.writerows(rows)


def read(path: Path) -> dict[Name, bool]:
    """The labels of a sheet; lines that were left empty are passed over.

    Raises BadData for a file that is no such sheet, or a label that is neither yes nor no.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        sheet = csv.DictReader(file)
        missing = {"life", "trial", "probe", "right"} - set(sheet.fieldnames or ())
        if missing:
            raise BadData(str(path), f"the column {sorted(missing)[0]!r} is missing")
        rows = list(sheet)
    found: dict[Name, bool] = {}
    for number, row in enumerate(rows, start=2):
        said = (row["right"] or "").strip().lower()
        if said and said not in SAID:
            raise BadData(f"{path}, line {number}", f"{said!r} is neither 'yes' nor 'no'")
        if said:
            found[row["life"], row["trial"], row["probe"]] = SAID[said]
    return found


def calibrated(verdicts: Verdicts, labels: Verdicts) -> Calibration:
    """The judge beside the labels. Raises Misuse if no labelled answer is in the run."""
    pairs = [(verdicts[name], label) for name, label in sorted(labels.items()) if name in verdicts]
    if not pairs:
        raise Misuse("none of the labelled answers is in this run: label a sample of it anew")
    strata = _strata(verdicts, labels)
    shares = np.array([[each.right / each.labelled] for each in strata])
    sensitivity, specificity = (_known(found[0]) for found in _rates(strata, shares))
    return Calibration(
        labelled=len(pairs),
        agreement=rating.exact(pairs),
        kappa=rating.cohen(pairs),
        ac1=rating.gwet(pairs, categories=2),
        sensitivity=sensitivity,
        specificity=specificity,
    )


def corrected(share: float, sensitivity: float, specificity: float) -> float | None:
    """The share of right answers behind the share that a judge passed; None if it guesses.

    >>> round(corrected(0.6, sensitivity=0.9, specificity=0.8), 4)
    0.5714
    """
    informed = sensitivity + specificity - 1
    return None if informed <= 0 else min(1.0, max(0.0, (share + specificity - 1) / informed))


def by_trial(verdicts: Verdicts, labels: Verdicts, seed: int) -> Iterator[dict[str, Any]]:
    """One row a trial: as judged, and corrected with its interval over answers and labels."""
    found = calibrated(verdicts, labels)
    se, sp = found.sensitivity, found.specificity
    for trial in sorted({name[1] for name in verdicts}):
        own = [right for name, right in sorted(verdicts.items()) if name[1] == trial]
        share = sum(own) / len(own)
        known = se is not None and sp is not None
        fixed = corrected(share, se, sp) if se is not None and sp is not None else None
        bounds = _bounds(own, verdicts, labels, stream(seed, "calibration", trial))
        yield {
            "trial": trial,
            "answers": len(own),
            "judged": round(share, 4),
            "corrected": None if fixed is None else round(fixed, 4),
            "low": bounds.low if known else None,
            "high": bounds.high if known else None,
        }


def _bounds(own: list[bool], verdicts: Verdicts, labels: Verdicts, rng: Generator) -> Interval:
    """Answers and labels are both samples: both are drawn anew, 2,000 times."""
    strata = _strata(verdicts, labels)
    shares = rng.binomial(len(own), sum(own) / len(own), RESAMPLES) / len(own)
    rights = [
        rng.binomial(each.labelled, each.right / each.labelled, RESAMPLES) / each.labelled
        for each in strata
    ]
    draws = zip(shares, *_rates(strata, np.array(rights)), strict=True)
    whole = [map(float, draw) for draw in draws if not np.isnan(draw).any()]
    fixed = [value for draw in whole if (value := corrected(*draw)) is not None]
    return interval(np.array(fixed), len(own))


@dataclass(frozen=True, slots=True)
class _Stratum:
    """The answers of a trial that the judge passed, or refused, and the labels among them."""

    passed: bool
    answers: int
    labelled: int
    right: int


def _strata(verdicts: Verdicts, labels: Verdicts) -> list[_Stratum]:
    """All strata with a label, in order of their names."""
    answers = Counter((name[1], passed) for name, passed in verdicts.items())
    known = [(name, label) for name, label in labels.items() if name in verdicts]
    labelled = Counter((name[1], verdicts[name]) for name, _ in known)
    right = Counter((name[1], verdicts[name]) for name, label in known if label)
    return [_Stratum(key[1], answers[key], labelled[key], right[key]) for key in sorted(labelled)]


def _rates(strata: Sequence[_Stratum], rights: Floats) -> tuple[Floats, Floats]:
    """Sensitivity and specificity; ``rights`` has the share of right answers, (strata, draws).

    NaN where there is no right answer, or no wrong one.
    """
    size = np.array([[each.answers] for each in strata], dtype=np.float64)
    passed = np.array([each.passed for each in strata])
    right, wrong = size * rights, size * (1 - rights)
    return _part(right, passed), _part(wrong, ~passed)


def _part(amounts: Floats, chosen: NDArray[np.bool_]) -> Floats:
    part, whole = amounts[chosen].sum(axis=0), amounts.sum(axis=0)
    shares: Floats = np.divide(part, whole, out=np.full_like(whole, np.nan), where=whole > 0)
    return shares


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _shuffled(rows: Sequence[Any], rng: Generator) -> list[Any]:
    return [rows[int(place)] for place in rng.permutation(len(rows))]


def _in_turn(strata: Sequence[Sequence[Any]], count: int) -> list[Any]:
    """One of each in turn until there are enough."""
    longest = max(map(len, strata), default=0)
    rows = (stratum[n] for n in range(longest) for stratum in strata if n < len(stratum))
    return [row for row, _ in zip(rows, range(count), strict=False)]


def _sheet(row: Mapping[Any, Any]) -> dict[str, str]:
    shown = {name: str(row[name] or "") for name in COLUMNS if name != "right"}
    return {**shown, "expected": shown["expected"] or "(nothing is known)", "right": ""}
