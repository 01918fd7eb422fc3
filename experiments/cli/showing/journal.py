"""The journals of a run, for reading: one life at a time, records as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.errors import UnknownName

Record = dict[str, Any]


def lives(run: Path) -> list[str]:
    """The finished lives of a run, sorted. Raises Misuse where there is no run."""
    from experiments.running import open_run

    return open_run(run).lives


def records(run: Path, life: str) -> list[Record]:
    """The journal of a life. Raises UnknownName, and BadData for one that is damaged."""
    from sim import journal

    known = lives(run)
    if life not in known:
        raise UnknownName("life", life, known, where=str(run))
    return list(journal.read(run / "lives" / f"{life}.jsonl"))


def verdicts(run: Path, life: str) -> Iterator[Record]:
    """What the judge said of the answers of a life."""
    from sim import journal

    return journal.read(run / "verdicts" / f"{life}.jsonl")


def life_of_probe(run: Path, probe: str) -> str:
    """The life in which a question was asked. Raises UnknownName with some that there are."""
    asked: list[str] = []
    for life in lives(run):
        here = [r["probe"] for r in records(run, life) if r["record"] == "probe"]
        if probe in here:
            return life
        asked += here
    raise UnknownName("probe", probe, asked[:12], where=f"{run}, the table 'probes'")
