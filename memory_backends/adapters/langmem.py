"""LangMem: a model that keeps a LangGraph store of memories by tool calls."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar

from pydantic import Field

from memory_backends.adapters.http.ledger import Held
from memory_backends.adapters.library import InLibrary, LibraryOptions
from sim.cast.letting import OpenDoor
from sim.views import Session, Turn

EVERYTHING = 1_000_000  # a store lists ten items unless told otherwise
MARK = re.compile(r"session_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class LangMemOptions(LibraryOptions):
    """``similar`` is how many stored memories the model is shown beside a session."""

    extra: ClassVar[str] = "langmem"
    modules: ClassVar[tuple[str, ...]] = ("langmem",)
    similar: int = Field(default=5, ge=4)


class LangMem(InLibrary):
    """LangMem's store manager (langmem 0.0.30): one call a session inserts, patches and deletes.

    The model must call tools unasked; one that answers in prose stores nothing. The library says
    no date in its prompts, so each session begins with a line that does. Two things that it makes
    by chance are made the same in every run: the mark around a session in the prompt, and the
    names of memories, which the model reads when it changes one.
    """

    name = "langmem"
    getting = "pip install 'lifeworld[langmem]'; a model under cast.library"
    Options: ClassVar[type[LangMemOptions]] = LangMemOptions
    options: LangMemOptions

    def start(self, door: OpenDoor) -> None:
        """Make an empty store and the manager of it."""
        made = _library()
        index = {
            "dims": self.width,
            "embed": self.vectors,
            "fields": ["content.content"],
        }
        self._store = made.Named(index=index)
        self._manager = made.create(
            self._model(door),
            namespace=(self.name,),
            store=self._store,
            enable_inserts=True,
            enable_deletes=True,
            query_limit=self.options.similar,
        )

    def _model(self, door: OpenDoor) -> Any:
        given = {"model": door.model, "base_url": door.url, "api_key": door.key}
        return _library().Steady(**given, temperature=0, max_retries=0)

    def stop(self) -> None:
        """Drop the store."""
        del self._store, self._manager

    def tell(self, session: Session, turns: Sequence[Turn]) -> None:
        """Have the model bring the store up to date with a session."""
        dated = f"Conversation of {session.started_at:%A, %Y-%m-%d}."
        said = [{"role": turn.speaker, "content": turn.text} for turn in turns]
        messages = [{"role": "system", "content": dated}, *said]
        in_order = {"max_concurrency": 1}  # what it writes at once, it writes in any order
        self._manager.invoke({"messages": messages}, config=in_order)

    def held(self) -> Sequence[Held]:
        """All memories."""
        return [_told(item) for item in self._store.search((self.name,), limit=EVERYTHING)]

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The memories nearest to the query."""
        return [_told(item) for item in self._store.search((self.name,), query=query, limit=k)]

    def forget(self, key: str) -> None:
        """Delete a memory."""
        self._store.delete((self.name,), key)


def unmarked(text: str) -> str:
    """A prompt without the mark that LangMem draws anew for every call.

    >>> unmarked("<session_0b0f5ee0-4d4b-4a51-9a0c-0f3f0c6f9a11>")
    '<session>'
    """
    return MARK.sub("session", text)


def _told(item: Any) -> Held:
    content = item.value["content"]
    return Held(item.key, str(content.get("content", content)))


class _Library:
    """What is used of the libraries, and what is changed in it."""

    def __init__(self) -> None:
        os.environ.setdefault("LANGSMITH_TRACING", "false")
        from langchain_openai import ChatOpenAI
        from langgraph.store.base import Op, PutOp
        from langgraph.store.memory import InMemoryStore
        from langmem import create_memory_store_manager

        class Steady(ChatOpenAI):
            """The model, asked the same in every run."""

            def _generate(self, messages: list[Any], *args: Any, **more: Any) -> Any:
                told = [
                    each.model_copy(update={"content": unmarked(each.content)})
                    if isinstance(each.content, str)
                    else each
                    for each in messages
                ]
                return super()._generate(told, *args, **more)

        class Named(InMemoryStore):
            """The store, whose items are called by the order in which they came."""

            def __init__(self, **given: Any) -> None:
                super().__init__(**given)
                self._named = 0

            def batch(self, ops: Iterable[Op]) -> list[Any]:
                """Read and write, under names of our own for what is new."""
                return super().batch([self._renamed(op) for op in ops])

            def _renamed(self, op: Op) -> Op:
                if not isinstance(op, PutOp) or op.value is None:
                    return op
                if self.get(op.namespace, op.key) is not None:
                    return op
                self._named += 1
                return op._replace(key=str(self._named))

        self.create, self.Steady, self.Named = create_memory_store_manager, Steady, Named


@cache
def _library() -> _Library:
    with warnings.catch_warnings():  # trustcall imports what LangGraph has moved
        warnings.simplefilter("ignore", DeprecationWarning)
        return _Library()
