"""A memory that is a library in this interpreter: what all adapters to such have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from importlib.util import find_spec
from typing import ClassVar, Self

from pydantic import model_validator

from memory_backends import embedders
from memory_backends.adapters.directions import directions, width
from memory_backends.adapters.http.ledger import Held, Ledger
from memory_backends.base import BackendOptions, MemoryBackend
from sim.cast.letting import OpenDoor
from sim.errors import MissingExtra
from sim.views import Memory, Session, Turn


class LibraryOptions(BackendOptions):
    """Which embedder the library is given, by name or ``module:Class``.

    ``extra`` is the name of the extra that brings the library, ``modules`` what it installs.
    """

    extra: ClassVar[str] = ""
    modules: ClassVar[tuple[str, ...]] = ()
    embedder: str = "use"

    @model_validator(mode="after")
    def _installed(self) -> Self:
        if any(find_spec(module) is None for module in self.modules):
            raise MissingExtra(f"the backend {self.extra!r}", self.extra)
        return self


class InLibrary(MemoryBackend):
    """Keeps one user's memory in a store of the library's that nobody else sees.

    The library is imported and opened at the first session or search, and led to the model that
    the cast names for libraries. What it holds is dated by the sessions after which it was seen
    (``Ledger``), so the clock on the wall decides nothing.
    """

    group = "libraries"
    native_time = False
    calls_models = True
    Options: ClassVar[type[LibraryOptions]] = LibraryOptions
    options: LibraryOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._embedder = embedders.create(self.options.embedder)
        self._door: OpenDoor | None = None
        self._ledger = Ledger()

    @abstractmethod
    def start(self, door: OpenDoor) -> None:
        """Make an empty store whose model is behind the door."""

    @abstractmethod
    def stop(self) -> None:
        """Let go of the store and of what it holds open."""

    @abstractmethod
    def tell(self, session: Session, turns: Sequence[Turn]) -> None:
        """Have the library take in a session, of which some turns have words."""

    @abstractmethod
    def held(self) -> Sequence[Held]:
        """All that the store holds."""

    @abstractmethod
    def found(self, query: str, k: int) -> Sequence[Held]:
        """What the library finds, best first."""

    @abstractmethod
    def forget(self, key: str) -> None:
        """Delete what is called so in the store."""

    def add(self, session: Session) -> None:
        """Tell the library and note what has come by it; a session without words is not told."""
        self._reach()
        turns = [turn for turn in session.turns if turn.text.strip()]
        if turns:
            self.tell(session, turns)
        self._ledger.after(session, self._held())

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """What the library finds, but for what came after the question."""
        if not query.strip():
            return []
        self._reach()
        found = self._ledger.memories(self.found(query, k))
        return [memory for memory in found if memory.created_at <= at][:k]

    def get_all(self) -> list[Memory]:
        """What the store holds, oldest first."""
        self._reach()
        held = self._ledger.memories(self._held())
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one entry; KeyError if there is none of that id."""
        self.forget(self._ledger.key(memory_id))

    def reset(self) -> None:
        """Move to an empty store."""
        self.close()
        self._ledger = Ledger()

    def close(self) -> None:
        """Let go of the store; safe to call twice."""
        door, self._door = self._door, None
        if door is not None:
            self.stop()

    @property
    def width(self) -> int:
        """The length of an embedding."""
        return width(self._embedder)

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """The embeddings of texts, as libraries want them."""
        return directions(self._embedder, texts)

    def _reach(self) -> None:
        if self._door is None:
            door = self.let_in()
            self.start(door)
            self._door = door

    def _held(self) -> list[Held]:
        """What the store holds, in an order that does not depend on keys made by chance."""
        return sorted(self.held(), key=lambda held: held.text)
