"""A small recipe that runs in a moment, and what a run left behind."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import experiments

SMALL: dict[str, Any] = {
    "name": "small",
    "seed": 11,
    "studies": ["dependency", "retention"],
    "lives": {"count": 3, "months": 3, "world": "first_home", "shift": {"month": 1}},
    "trials": [
        {"backends": ["recency", "bm25"], "gates": ["universal", "oracle"], "budget": 40},
        {"backends": ["none", "oracle"]},
    ],
}


@pytest.fixture(scope="session")
def small() -> dict[str, Any]:
    return SMALL


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory) -> experiments.Run:
    """The small recipe, run in place without a hitch."""
    return experiments.run(SMALL, out=tmp_path_factory.mktemp("runs") / "reference", workers=1)


def fingerprint(path: Path) -> dict[str, str]:
    """The bytes of everything that must be the same whenever the same recipe is run."""
    files = [*path.glob("lives/*"), *path.glob("verdicts/*"), *path.glob("tables/*.parquet")]
    return {
        str(file.relative_to(path)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(files)
        if file.stem != "timings"
    }


@pytest.fixture(scope="session")
def left_by() -> Any:
    return fingerprint
