"""The funnel of the page: shares add up to one, and every listed probe was really lost there."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest

from experiments.report.losses import judged, listed, shares
from experiments.report.wording import LOST_AT
from experiments.running import Run


def test_shares_of_a_row_add_up_to_one(run: Run) -> None:
    table = shares(judged(run.tables["probes"]), "trial")
    assert table[list(LOST_AT)].sum(axis=1).to_list() == pytest.approx([1.0] * len(table))


def test_shares_are_counted_by_stage() -> None:
    probes = pd.DataFrame({"who": ["a"] * 4, "lost_at": ["", "", "stored", "used"]})
    row = shares(probes, "who").iloc[0]
    assert (row[""], row["stored"], row["used"], row["kept"]) == (0.5, 0.25, 0.25, 0.0)


def test_questions_before_a_change_do_not_count(run: Run) -> None:
    assert set(judged(run.tables["probes"])["phase"]) <= {"after", "end", "checkpoint"}


def test_no_memory_loses_everything_at_the_store(run: Run) -> None:
    probes = judged(run.tables["probes"])
    none = probes[(probes["trial"] == "none | universal | unlimited | ideal[k=20]")]
    assert len(none) > 0
    assert set(none["lost_at"]) == {"stored"}


def test_perfect_evidence_arrives(run: Run) -> None:
    probes = judged(run.tables["probes"])
    oracle = probes[probes["trial"].str.startswith("oracle | universal")]
    assert len(oracle) > 0
    assert set(oracle["lost_at"]) == {""}


def test_the_page_lists_probes_that_stand_in_the_table(run: Run, page: str) -> None:
    found = re.search(r'id="lost-probes">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    rows = json.loads(found[1])
    assert rows
    known = set(run.tables["probes"]["question"])
    assert {row["question"] for row in rows} <= known


def test_lists_are_bounded(run: Run) -> None:
    assert len(listed(judged(run.tables["probes"]))) <= 400
