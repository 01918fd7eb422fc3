"""A conversation as people read it, facts marked where they are expressed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from experiments.cli.output import wrapped
from experiments.cli.showing import journal, words
from experiments.cli.showing.journal import Record
from experiments.cli.showing.marks import marked
from experiments.cli.showing.overview import about, number_of, numbered
from sim.errors import UnknownName


def records(run: Path, life: str, number: int) -> list[Record]:
    """The records of one session: one, or one a trial where each trial had its own words."""
    held = list(numbered(journal.records(run, life)))
    chosen = [record for record in held if number_of(record) == number]
    if not chosen:
        known = [str(number_of(record)) for record in held]
        raise UnknownName("session", str(number), known, where=f"{run}, life {life!r}")
    return chosen


def lines(sessions: list[Record], *, color: bool = False, ids: bool = False) -> Iterator[str]:
    """The conversations, turn after turn; ``ids`` names facts as the journal does."""
    for record in sessions:
        yield f"{record['life']}, session {number_of(record)}, {_date(record)}, {about(record)}"
        if record["policy"]:
            yield f"as it went with the memory of {record['policy']}"
        for turn in record["turns"]:
            told = [one for one in record["tellings"] if one["turn"] == turn["id"]]
            yield ""
            yield from _turn(turn, told, color=color, ids=ids)
        yield ""
        yield words.ending(record)
        if record["untold"]:
            yield from wrapped("", words.unsaid(record, ids=ids))


def _turn(turn: Record, told: list[Record], *, color: bool, ids: bool) -> Iterator[str]:
    needles = [needle for one in told for needle in one["needles"]]
    yield from wrapped(f"{turn['speaker']:>9}: ", marked(turn["text"], needles, color=color))
    for one in told:
        yield from wrapped(f"{'':9}^ ", words.fact(one, ids=ids))


def _date(record: Record) -> str:
    return str(record["started_at"])[:16].replace("T", " ")
