"""Where lives leave their snapshots, from any thread and in any order, until they are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Condition

from sim.errors import Misuse, UnknownName

Scalar = int | float | str | bool | None
Snapshot = Mapping[str, Scalar]
"""What there is to see of a life at a checkpoint: figures by name."""


class Shelf:
    """One place per life and checkpoint. Whoever takes a checkpoint's row waits until it is full.

    >>> shelf = Shelf(["ada", "bo"], 1, ["sessions"])
    >>> shelf.leave("bo", 1, {"sessions": 3}); shelf.is_complete(1)
    False
    >>> shelf.leave("ada", 1, {"sessions": 5}); shelf.take(1)
    [{'sessions': 5}, {'sessions': 3}]
    """

    def __init__(self, life_ids: Sequence[str], checkpoints: int, scalars: Sequence[str]) -> None:
        self._rows: dict[str, dict[int, Snapshot]] = {life_id: {} for life_id in life_ids}
        if len(self._rows) < len(life_ids):
            raise Misuse("two lives of a population have the same id: give each one its own")
        self._left = dict.fromkeys(life_ids, 0)
        self._checkpoints, self._scalars = checkpoints, sorted(scalars)
        self._errors: dict[str, BaseException] = {}
        self._news = Condition()

    def leave(self, life_id: str, number: int, snapshot: Snapshot) -> None:
        """Put a snapshot down; see ``Population.leave``."""
        with self._news:
            row = self._row(life_id)
            if number != self._left[life_id] + 1 or number > self._checkpoints:
                raise Misuse(
                    f"life {life_id!r} cannot leave snapshot {number} {self._due(life_id)}"
                )
            if sorted(snapshot) != self._scalars:
                raise Misuse(
                    f"life {life_id!r} left a snapshot of {sorted(snapshot)}: "
                    f"this population collects {self._scalars}"
                )
            row[number], self._left[life_id] = dict(snapshot), number
            self._news.notify_all()

    def fail(self, life_id: str, error: BaseException) -> None:
        """Note that no more snapshots of a life will come; the first reason counts."""
        with self._news:
            self._row(life_id)
            self._errors.setdefault(life_id, error)
            self._news.notify_all()

    def left_by(self, life_id: str) -> int:
        """How many snapshots a life has left."""
        with self._news:
            return self._left[life_id]

    def is_complete(self, number: int) -> bool:
        """Whether a checkpoint's row can be taken without waiting."""
        with self._news:
            return self._is_settled(number)

    def take(self, number: int) -> list[Snapshot]:
        """A checkpoint's row, in the order of the lives, and clear it.

        Waits for what is still to come; raises the error of the first life that left nothing.
        """
        with self._news:
            self._news.wait_for(lambda: self._is_settled(number))
            for life_id, row in self._rows.items():
                if number not in row:
                    raise self._errors[life_id]
            return [row.pop(number) for row in self._rows.values()]

    def _is_settled(self, number: int) -> bool:
        return all(number in row or i in self._errors for i, row in self._rows.items())

    def _row(self, life_id: str) -> dict[int, Snapshot]:
        if life_id not in self._rows:
            raise UnknownName("life of this population", life_id, self._rows)
        return self._rows[life_id]

    def _due(self, life_id: str) -> str:
        left = self._left[life_id]
        if left == self._checkpoints:
            return f"after its last one, {left}"
        return f"out of turn: {left + 1} is due"
