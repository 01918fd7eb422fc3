"""A door that is opened when the first library comes, and then stays open for the whole run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.cast.cast import Cast
from sim.cast.door.door import Door, Embed
from sim.cast.letting import OpenDoor

if TYPE_CHECKING:
    from sim.cast.models.company import Company


class Opening:
    """Lets libraries in to one model of a company's. ``embed`` serves those that want vectors."""

    def __init__(self, company: Company, model: str, embed: Embed | None = None) -> None:
        self._company, self._model, self._embed = company, model, embed
        self._lock = threading.Lock()
        self._door: Door | None = None

    def __call__(self, owner: str, cast: Cast, phase: Callable[[], str]) -> OpenDoor:
        """The endpoint for a library."""
        with self._lock:
            if self._door is None:
                self._door = Door(self._company, self._model, embed=self._embed)
        return OpenDoor(self._door.let_in(owner, cast, phase), self._door.model)

    def check(self) -> None:
        """Raise what ended the run behind a library's back, if anything did."""
        if self._door is not None:
            self._door.check()

    def close(self) -> None:
        """Shut the door, if it was ever opened."""
        if self._door is not None:
            self._door.close()
