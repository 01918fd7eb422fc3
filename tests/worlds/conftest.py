"""Worlds to test with: the shipped one, its storylines, and a starter that can be spoilt."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

import worlds
from sim.clock import DAY, Calendar
from sim.plans import Storyline

START = Calendar(datetime(2031, 1, 6))
HALF_A_YEAR = 182 * DAY


@pytest.fixture(scope="session")
def first_home() -> worlds.World:
    return worlds.load("first_home")


@pytest.fixture
def content() -> dict[str, Any]:
    """The starter as a mapping, to be spoilt."""
    loaded: dict[str, Any] = yaml.safe_load(worlds.starter("spoilt"))
    return loaded


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Write a mapping as a world file and give its path."""

    def written(mapping: dict[str, Any]) -> Path:
        path = tmp_path / "spoilt.yaml"
        path.write_text(yaml.safe_dump(mapping, sort_keys=False), encoding="utf-8")
        return path

    return written


@pytest.fixture(scope="session")
def lived(first_home: worlds.World):  # type: ignore[no-untyped-def]
    """Storylines of the first home by seed, drawn once."""
    drawn: dict[int, Storyline] = {}

    def by_seed(seed: int) -> Storyline:
        if seed not in drawn:
            drawn[seed] = worlds.storyline(
                first_home, calendar=START, horizon=HALF_A_YEAR, seed_path=("test", seed)
            )
        return drawn[seed]

    return by_seed
