"""Kinds of question as a table, where there are too many memories for colours."""

from __future__ import annotations

import pandas as pd

from experiments.report.kinds import FEW, Share, crowded, table


def shares(*labels: str) -> pd.DataFrame:
    return pd.DataFrame(
        {"label": label, "kind": kind, "mean": mean, "low": 0.0, "high": 1.0}
        for place, label in enumerate(labels)
        for kind, mean in (("all", place / 100), ("exact_recall", 1.0))
    )


def test_as_many_as_colours_tell_apart_make_no_crowd() -> None:
    names = [f"memory {number}" for number in range(FEW + 1)]
    assert not crowded(shares(*names[:-1]))
    assert crowded(shares(*names))


def test_the_best_over_all_kinds_stands_first() -> None:
    found = table(shares("worst", "middle", "best"))
    assert found["columns"] == ["all kinds", "exact recall"]
    assert [label for label, _ in found["rows"]] == ["best", "middle", "worst"]
    assert [cell.text for cell in found["rows"][0][1]] == ["0.02", "1.00"]


def test_what_was_not_asked_is_an_empty_cell() -> None:
    some = shares("a", "b")
    some = some[(some["label"] == "a") | (some["kind"] == "all")]
    assert dict(table(some)["rows"])["b"][1] is None


def test_a_cell_says_how_sure_and_stays_readable() -> None:
    assert Share(0.5, 0.25, 0.75).span == "95% interval 0.25 to 0.75"
    assert (Share(0.0, 0, 0).shade, Share(1.0, 1, 1).shade) == (0, 55)
