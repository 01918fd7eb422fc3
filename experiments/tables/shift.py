"""``shift``: what gates decide from session to session around a shift (PerMem-Bench, Figure 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from experiments.tables.base import Row, Table, Trials
from experiments.tables.cells import Cells
from experiments.tables.testimony import Record, Testimony

BEFORE, AFTER = 10, 20  # sessions of a group to look at on either side of a shift
RUN = 3  # right decisions in a row after which a gate has recovered
RECOVERY = 0  # the offset whose row is about the recovery
GROUPS = ("demoted", "new", "retained")
Key = tuple[str, str, int]  # trial, group, offset


class Shift(Table):
    """One row a trial, group of domains and offset: -1 is the group's last session before a shift.

    A demoted domain was worth remembering and is not any more, a new one begins with the shift, a
    retained one goes on. ``accuracy`` is the share of right decisions. The row of offset 0 sums up
    recovery: ``right`` of the ``decided`` shifts saw three right decisions in a row after them, and
    ``sessions`` is how many sessions of the group had gone by until then, on average; a gate that
    stayed right has needed none. Intervals are bootstrapped over lives.
    """

    name = "shift"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._right: Cells[Key] = Cells()
        self._needed: Cells[Key] = Cells()

    def take(self, life: Testimony) -> Iterable[Row]:
        """Line up a life's decisions around each of its shifts."""
        self._right.begin_life()
        self._needed.begin_life()
        for trial in self.trials.specs:
            made = _made(life, trial)
            for number, shift in enumerate(_shifts(life, trial), start=1):
                for group in GROUPS:
                    self._line_up(trial, group, _around(made, number, group, shift))
        return ()

    def rest(self) -> Iterator[Row]:
        """The rows."""
        keys = sorted(self._right.cells)
        path = (*self.trials.seed_path, "shift")
        bounds = self._right.intervals(keys, *path)
        waits = self._needed.intervals(sorted(self._needed.cells), *path)
        for key in keys:
            cell, needed = self._right.at(key), self._needed.cells.get(key)
            trial, group, offset = key
            yield {
                "trial": trial,
                "gate": self.trials.parts(trial)["gate"],
                "group": group,
                "offset": offset,
                "decided": cell.scored,
                "right": int(sum(both[0] for both in cell.sums.values())),
                "accuracy": cell.mean,
                "low": bounds[key].low,
                "high": bounds[key].high,
                "sessions": None if needed is None else needed.mean,
                "sessions_low": None if needed is None else waits[key].low,
                "sessions_high": None if needed is None else waits[key].high,
            }

    def _line_up(self, trial: str, group: str, sides: tuple[list[bool], list[bool]]) -> None:
        before, after = sides
        offsets = range(-min(BEFORE, len(before)), 0)
        for offset in offsets:
            self._score((trial, group, offset), before[offset])
        for offset, right in enumerate(after[:AFTER], start=1):
            self._score((trial, group, offset), right)
        if len(after) >= RUN:
            waited = recovery(after)
            self._score((trial, group, RECOVERY), waited is not None)
            if waited is not None:
                self._needed.at((trial, group, RECOVERY)).score(self._needed.life, waited)

    def _score(self, key: Key, right: bool) -> None:
        self._right.at(key).score(self._right.life, float(right))


def recovery(after: list[bool]) -> int | None:
    """How many decisions go by before three right ones in a row; None if there are none.

    >>> recovery([True, True, True]), recovery([False, True, False, True, True, True])
    (0, 3)
    >>> recovery([True, True, False]) is None
    True
    """
    starts = range(len(after) - RUN + 1)
    return next((at for at in starts if all(after[at : at + RUN])), None)


def _made(life: Testimony, trial: str) -> list[tuple[Record, bool]]:
    """A trial's decisions: the session, and whether it was right; those that failed are none."""
    return [
        (life.session(trial, write["session"]), write["stored"] == write["wanted"])
        for write in life.of("write")
        if write["trial"] == trial and write["stored"] is not None
    ]


def _shifts(life: Testimony, trial: str) -> list[Record]:
    """The shifts of the life that a trial observed: its own (on-policy), or that of all."""
    shifts = [moment for moment in life.of("moment") if moment["what"] == "shift"]
    own = [shift for shift in shifts if shift["policy"] == trial]
    return own or [shift for shift in shifts if shift["policy"] == ""]


def _around(
    made: list[tuple[Record, bool]], number: int, group: str, shift: Record
) -> tuple[list[bool], list[bool]]:
    """The group's decisions between the shifts on either side, before and after this one."""
    own = [pair for pair in made if _group(pair[0], shift["detail"]) == group]
    before = [right for session, right in own if session["period"] == number - 1]
    after = [right for session, right in own if session["period"] == number]
    return ([] if group == "new" else before), after


def _group(session: Record, changes: Record) -> str:
    """The group of a session's domain; sessions of the person's world are in none."""
    if session["source"] != "domain":
        return ""
    if session["domain"] in changes["demoted"]:
        return "demoted"
    return "new" if session["domain"] in changes["joined"] else "retained"
