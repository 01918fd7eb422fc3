"""One small run, reported once for all tests of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import experiments
from experiments.running import Run

RECIPE = {
    "name": "tiny_report",
    "seed": 3,
    "studies": ["dependency", "retention"],
    "lives": {"count": 2, "world": "first_home", "months": 4, "shift": {"month": 3}},
    "trials": [
        {"backends": ["bm25", "full_context", "none", "oracle"], "k": 20},
        {"backend": "bm25", "gates": ["universal", "oracle"], "budget": 60, "k": 20},
        {"backend": "none", "reader": "always_abstain"},
    ],
}


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("report") / "run"
    return experiments.run(RECIPE, out=folder, workers=1)


@pytest.fixture(scope="session")
def page(run: Run) -> str:
    return (Path(run.path) / "report.html").read_text(encoding="utf-8")
