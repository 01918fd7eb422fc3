"""Published figures are data with table numbers, agree with themselves, and are marked as such."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import experiments
from experiments.published import load, names, rows
from experiments.published.figures import KINDS, PublishedRow
from experiments.report import published
from experiments.report.filler import section as filler_section
from sim.errors import UnknownName

MEME = load("meme")
TABLE_2 = MEME.tables[0]


def test_papers_are_found_by_name() -> None:
    assert names() == ["meme"]
    with pytest.raises(UnknownName, match="did you mean 'meme'"):
        load("mem")


def test_every_table_says_its_number_and_setting() -> None:
    assert {table.table for table in MEME.tables} == {"2", "3a", "3b", "4", "19"}
    assert all(table.setting.get("answering") for table in MEME.tables)
    assert all(figure.table for figure in MEME.figures)


def test_overall_is_the_mean_over_kinds_as_far_as_rounding_allows() -> None:
    for row in TABLE_2.rows[:6]:
        mean = sum(getattr(row, kind) for kind in KINDS[:-1]) / 6
        assert row.all == pytest.approx(mean, abs=0.0101)


def test_the_mean_row_is_the_mean_of_the_six() -> None:
    mean = TABLE_2.rows[6]
    for kind in KINDS:
        own = [getattr(row, kind) for row in TABLE_2.rows[:6]]
        assert getattr(mean, kind) == pytest.approx(sum(own) / 6, abs=0.0101)


def test_a_score_is_a_share() -> None:
    with pytest.raises(ValueError, match="is no share"):
        PublishedRow(system="x", cascade=7)


def test_what_was_not_to_be_read_is_left_out() -> None:
    found = rows("dependency")
    context = [row for row in found if row["system"] == "in-context"]
    assert {row["kind"] for row in context} == {"exact_recall", "aggregation", "all"}
    assert rows("retention") == []


def scores(*given: tuple[str, str, float]) -> pd.DataFrame:
    """Scores of trials by backend, depth and overall value."""
    return pd.DataFrame(
        [
            {
                "trial": f"{backend} | universal | unlimited | ideal{depth}", "gate": "universal",
                "backend": backend, "budget": "unlimited", "reader": f"ideal{depth}",
                "study": "dependency", "kind": "all", "measure": "filtered", "mean": mean,
            }
            for backend, depth, mean in given
        ]
    )  # fmt: skip


def test_a_measured_trial_stands_above_its_published_counterparts() -> None:
    found = published.section(scores(("bm25[k1=1.2]", "[k=20]", 0.5), ("recency", "[k=20]", 0.4)))
    assert found is not None
    ours, *theirs = found["rows"]
    assert (ours["published"], ours["cells"][-1]) == (False, "0.50")
    assert all(row["published"] and row["source"].startswith("MEME, table") for row in theirs)
    swept = [row for row in theirs if "table 3a" in row["source"]]
    assert [row["cells"][4:6] for row in swept] == [["0.02", "0.24"]]  # at depth 20 alone
    assert not any(row["name"] == "recency" for row in found["rows"])


def test_without_a_counterpart_there_is_no_section() -> None:
    assert published.section(scores(("recency", "", 0.4))) is None
    assert published.section(scores(("bm25", "", 0.4)).assign(study="retention")) is None


def test_the_page_shows_them_marked_and_the_filler_beside_them(tmp_path: Path) -> None:
    recipe = {
        "name": "page",
        "studies": ["dependency"],
        "lives": {
            "count": 2,
            "episodes": {
                "worlds": ["first_home"], "filler_tokens": 500, "pool": 32, "embedder": "hashing"
            },
        },
        "trials": {"backends": ["bm25", "oracle_facts", "stale_facts"]},
    }  # fmt: skip
    run = experiments.run(recipe, tmp_path / "run", workers=1)
    page = run.report.read_text(encoding="utf-8")
    assert "Beside published figures" in page
    assert "MEME, table 2: gpt-4.1-mini, gpt-4.1-mini inside" in page
    assert "The filler" in page
    assert filler_section(tmp_path) is None
    (row,) = filler_section(run.path)["rows"]
    assert row[:3] == ["first_home", "topics", "32"]
