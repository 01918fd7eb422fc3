"""The import report while it grows: what was read, repaired, refused, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from experiments.datasets.schema import Note, Outcome


@dataclass
class Findings:
    """Collects what an importer has to say. Nothing is repaired or refused without a note.

    >>> findings = Findings()
    >>> findings.repaired("evidence id with a leading zero", "conv-50, question 3", "D30:05")
    >>> [(row["outcome"], row["count"], row["places"]) for row in summary(findings.notes)]
    [('repaired', 1, 'conv-50, question 3')]
    """

    read: Counter[str] = field(default_factory=Counter)
    notes: list[Note] = field(default_factory=list)
    checks: dict[str, float] = field(default_factory=dict)

    def noticed(self, what: str, place: str, detail: str = "", *, count: int = 1) -> None:
        """Something a reader of the figures should know; the data are taken as they are."""
        self._note("noticed", what, place, detail, count)

    def repaired(self, what: str, place: str, detail: str = "", *, count: int = 1) -> None:
        """Something that was put right, and how."""
        self._note("repaired", what, place, detail, count)

    def refused(self, what: str, place: str, detail: str = "", *, count: int = 1) -> None:
        """Something that could not be used."""
        self._note("refused", what, place, detail, count)

    def _note(self, outcome: Outcome, what: str, place: str, detail: str, count: int) -> None:
        if count:
            note = Note(outcome=outcome, what=what, place=place, detail=detail, count=count)
            self.notes.append(note)


def summary(notes: Iterable[Note], *, places: int = 3) -> Iterator[dict[str, str | int]]:
    """One row for each outcome and reason: how often, and the first places."""
    groups: dict[tuple[str, str], list[Note]] = {}
    for note in notes:
        groups.setdefault((note.outcome, note.what), []).append(note)
    for (outcome, what), members in sorted(groups.items()):
        shown = list(dict.fromkeys(note.place for note in members))
        more = f" and {len(shown) - places} more" if len(shown) > places else ""
        yield {
            "outcome": outcome,
            "what": what,
            "count": sum(note.count for note in members),
            "places": "; ".join(shown[:places]) + more,
        }
