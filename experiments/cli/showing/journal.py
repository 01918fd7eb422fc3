"""The journals of a run, for reading: one life at a time, records as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from experiments.cli.output import note
from sim.errors import Misuse, UnknownName

Record = dict[str, Any]
SHOWN = 6  # names in a message, of the many there may be


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

    judged = journal.read(run / "verdicts" / f"{life}.jsonl")
    return (record for record in judged if record["record"] == "verdict")


def note_damage(run: Path) -> None:
    """Say that a journal was damaged after the tables of a run were made, if one was."""
    try:
        check_ends(run)
    except Misuse as found:
        note(f"what you see was made before this happened: {found}")


def check_ends(run: Path) -> None:
    """Raise BadData or JournalMismatch for a journal that was cut off; looks at the ends alone."""
    from experiments.folder import RunFolder
    from sim import journal

    folder = RunFolder(run)
    for life in lives(run):
        for path in (folder.journal(life), folder.verdicts_of(life)):
            journal.check(path)


def find_probe(run: Path, probe: str, life: str | None) -> tuple[str, str]:
    """The life and the full id of a question, named by its id or a part that only it has.

    Raises UnknownName with some of those that there are.
    """
    asked: list[tuple[str, str]] = []
    for name in [life] if life is not None else lives(run):
        asked += [(name, r["probe"]) for r in records(run, name) if r["record"] == "probe"]
    named = {each for each in asked if each[1] == probe}
    found = sorted(named or {each for each in asked if probe in each[1]})
    if len(found) != 1:
        known = [each[1] for each in (found or asked)]
        what = "probe" if not found else "single probe"
        raise UnknownName(what, probe, known[:SHOWN], where=f"{run} (--probes lists them)")
    return found[0]
