"""What a memory costs, as the page tells it, and which points of the figure are named."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from experiments.report.costs import COLUMNS, cost
from experiments.report.figures import LEGEND, _lines, _sides, _written

TRIALS = ("bm25 | universal | unlimited | ideal", "notes | universal | unlimited | ideal")


@pytest.fixture
def tables() -> dict[str, pd.DataFrame]:
    parts = ("backend", "gate", "budget", "reader")
    scores = [
        {
            "trial": trial,
            **dict(zip(parts, trial.split(" | "), strict=True)),
            "study": "dependency",
            "measure": "filtered",
            "kind": "all",
            "mean": mean,
        }
        for trial, mean in zip(TRIALS, (0.25, 0.75), strict=True)
    ]
    stages = [
        {"trial": TRIALS[0], "stage": "answer", "calls": 20.0, "tokens_read": 8000.0},
        {"trial": TRIALS[1], "stage": "ingest", "calls": 45.0, "tokens_read": 34_956.0},
        {"trial": TRIALS[1], "stage": "answer", "calls": 20.0, "tokens_read": 1000.0},
    ]
    timings = [
        {"what": "ingest", "life": life, "trial": TRIALS[1], "times": 50, "seconds": seconds}
        for life, seconds in (("ada", 0.5), ("bo", 1.5))
    ]
    probes = [{"trial": TRIALS[0], "context_tokens": tokens} for tokens in (300, 400)]
    probes += [{"trial": TRIALS[1], "context_tokens": 100}]
    return {
        "scores": pd.DataFrame(scores),
        "stages": pd.DataFrame(stages),
        "timings": pd.DataFrame([*timings, {**timings[0], "what": "lived", "trial": ""}]),
        "probes": pd.DataFrame(probes),
        "costs": pd.DataFrame([{"role": "judge", "calls": 12_345}]),
    }


def test_a_memory_has_a_row_the_least_shown_first(tables: dict[str, pd.DataFrame]) -> None:
    found = cost(tables)
    assert [label for label, _ in found["memories"]] == ["notes", "bm25"]
    notes, bm25 = (dict(zip(COLUMNS, row, strict=True)) for _, row in found["memories"])
    assert notes["tokens shown, a question"] == "100"
    assert notes["tokens read to store, a life"] == "34,956"
    assert notes["tokens read to answer, a life"] == "1,000"
    assert notes["calls, a life"] == "65"
    assert notes["ms to store a session"] == "20.0"  # two seconds over a hundred sessions
    assert bm25["tokens shown, a question"] == "350"
    assert bm25["tokens read to store, a life"] == "–"
    assert bm25["ms to search"] == "–"
    assert found["rows"] == [{"role": "judge", "calls": "12,345"}]


def points(*given: tuple[str, float, float]) -> pd.DataFrame:
    return pd.DataFrame(given, columns=["label", "cost", "score"])


def test_of_points_that_lie_together_the_best_is_named() -> None:
    found = points(("a", 100, 0.30), ("b", 101, 0.32), ("c", 100, 0.90), ("d", 9000, 0.31))
    assert _written(found) == {"a": "", "b": "b", "c": "c", "d": "d"}


def test_equal_points_are_named_by_the_first_of_the_alphabet() -> None:
    assert _written(points(("z", 100, 0.5), ("a", 100, 0.5))) == {"a": "a", "z": ""}


def test_what_lies_far_right_is_named_on_its_left() -> None:
    found = points(("a", 10, 0.5), ("b", 10_000, 0.5))
    assert _sides(found, found) == ["middle right", "middle left"]
    alone: Any = points(("a", 10, 0.5))
    assert _sides(alone, alone) == ["middle right"]


def test_a_long_name_in_a_legend_is_broken_between_words() -> None:
    assert _lines("bm25; dense: universal gate") == ["bm25;", "dense: universal gate"]
    names = ", ".join(f"memory_{number}" for number in range(20))
    lines = _lines(names)
    assert len(lines) == 3
    assert max(map(len, lines)) <= LEGEND
    assert " ".join(lines) == names
