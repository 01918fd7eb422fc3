"""Any store of LangGraph's: what was said, under keys, found by the store's own search."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import field_validator

from memory_backends import embedders
from memory_backends.adapters.directions import directions, width
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.chunked import ChunkOptions
from memory_backends.chunks import cut, default_speakers
from memory_backends.registry import imported
from sim.errors import Misuse
from sim.views import Memory, Session

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

IN_MEMORY = "langgraph.store.memory:InMemoryStore"
EVERYTHING = 1_000_000  # a store lists ten items unless told otherwise


class StoreOptions(ChunkOptions):
    """``store`` is ``module:name`` of what makes a ``BaseStore`` when called with ``index``.

    The index has ``dims``, ``embed`` (from texts to vectors, by the embedder) and ``fields``.
    """

    store: str = IN_MEMORY
    embedder: str = "use"

    @field_validator("store")
    @classmethod
    def _there(cls, store: str) -> str:
        if store != IN_MEMORY:  # a heavy import, and known to be there
            _maker(store)
        return store


class Store(MemoryBackend):
    """Turns, chunks or sessions in a LangGraph ``BaseStore``, in a namespace of the user's own.

    A store dates its items by the clock on the wall; the simulated date is a field of the item.
    Its search knows no date either, so it is asked for more until enough of what it finds is from
    before the question.
    """

    name = "store"
    group = "retrieval"
    Options: ClassVar[type[StoreOptions]] = StoreOptions
    options: StoreOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._embedder = embedders.create(self.options.embedder)
        self._space = ("lifeworld", user_id.replace("%", "%25").replace(".", "%2E"))
        self._store: BaseStore | None = None
        self._put = 0

    def add(self, session: Session) -> None:
        """Cut the session and put the pieces; one that comes again replaces its own."""
        given = self.options
        speakers = given.speakers or default_speakers(given.granularity)
        for entry in cut(session, given.granularity, speakers, given.chunk_tokens):
            # one by one: InMemoryStore refuses a batch that says the same thing twice
            self._opened().put(self._space, entry.id, _item(entry, self._put))
            self._put += 1

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """What the store finds, but for what came after the question."""
        asked = k
        while query.strip():
            items = self._opened().search(self._space, query=query, limit=asked)
            found = [entry for entry in map(_found, items) if entry.created_at <= at]
            if len(found) >= k or len(items) < asked:
                return found[:k]
            asked *= 2
        return []

    def get_all(self) -> list[Memory]:
        """What the store holds, oldest first."""
        items = self._opened().search(self._space, limit=EVERYTHING)
        by_age = sorted(items, key=lambda item: (item.value["at"], item.value["place"]))
        return [_entry(item) for item in by_age]

    def delete(self, memory_id: str) -> None:
        """Forget one entry; KeyError if there is none of that id."""
        if self._opened().get(self._space, memory_id) is None:
            raise KeyError(memory_id)
        self._opened().delete(self._space, memory_id)

    def reset(self) -> None:
        """Delete all that is in the user's namespace."""
        for entry in self.get_all():
            self.delete(entry.id)

    def _opened(self) -> BaseStore:
        if self._store is None:
            embed = partial(directions, self._embedder)
            index = {"dims": width(self._embedder), "embed": embed, "fields": ["text"]}
            self._store = _made(self.options.store, index)
        return self._store


def _maker(spec: str) -> Any:
    module, _, name = spec.partition(":")
    maker = getattr(imported(module, f"the store {spec!r}"), name, None)
    if not callable(maker):
        raise Misuse(
            f"option store: {spec!r} names nothing that can be called; give module:name of a class "
            f"or function that makes a BaseStore from index=, such as {IN_MEMORY}"
        )
    return maker


def _made(spec: str, index: dict[str, Any]) -> BaseStore:
    from langgraph.store.base import BaseStore

    made = _maker(spec)(index=index)
    if not isinstance(made, BaseStore):
        raise Misuse(f"option store: {spec!r} makes a {type(made).__name__} and no BaseStore")
    return made


def _item(entry: Memory, place: int) -> dict[str, Any]:
    """An entry as it is put; ``place`` orders entries of one date."""
    return {
        "text": entry.text,
        "at": entry.created_at.isoformat(),
        "place": place,
        "sessions": list(entry.sessions),
        "turns": list(entry.turns),
        "metadata": dict(entry.metadata),
    }


def _entry(item: Any) -> Memory:
    held = item.value
    return Memory(
        item.key,
        held["text"],
        datetime.fromisoformat(held["at"]),
        tuple(held["sessions"]),
        tuple(held["turns"]),
        metadata=held["metadata"],
    )


def _found(item: Any) -> Memory:
    return replace(_entry(item), score=item.score)
