"""Mem0, the library (mem0ai 2.x): facts that a model extracts from each session."""

from __future__ import annotations

import atexit
import logging
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, ClassVar

from pydantic import Field

from memory_backends.adapters.http.ledger import Held
from memory_backends.adapters.library import InLibrary, LibraryOptions
from sim.cast.letting import OpenDoor
from sim.errors import RunFailed
from sim.views import Session, Turn

EVERYTHING = 1_000_000  # get_all lists twenty unless told otherwise
DATES = re.compile(r"## Observation Date\n.*\n\n## Current Date\n.*")


class Mem0Options(LibraryOptions):
    """``threshold`` is the least score of what is found, the library's own default."""

    extra: ClassVar[str] = "mem0"
    modules: ClassVar[tuple[str, ...]] = ("mem0", "qdrant_client")
    threshold: float = Field(default=0.1, ge=0, le=1)


class Mem0(InLibrary):
    """Mem0 as it is today (mem0ai 2.x): one call extracts facts, which are only ever added.

    The Mem0 of the papers (Chhikara et al. 2025), which updates and deletes, is ``fact_store``.
    Vectors are held in memory by the library's Qdrant. Its extraction prompt states the date of
    today; here it states that of the session.
    """

    name = "mem0"
    getting = "pip install 'lifeworld[mem0]'; a model under cast.library"
    Options: ClassVar[type[Mem0Options]] = Mem0Options
    options: Mem0Options

    def start(self, door: OpenDoor) -> None:
        """Open the library on a store in memory."""
        self._client = _qdrant().QdrantClient(":memory:")
        asked = _library().Memory.from_config(self._config(door))
        asked.llm = self._model = Dated(asked.llm)
        asked.embedding_model = Vectors(self)
        self._memory = asked

    def stop(self) -> None:
        """Close the store."""
        self._memory.close()
        self._client.close()

    def tell(self, session: Session, turns: Sequence[Turn]) -> None:
        """Have facts extracted from the turns, once, with the session's date."""
        self._model.at = session.started_at
        said = [{"role": turn.speaker, "content": turn.text} for turn in turns]
        dated = {"created_at": session.ended_at.isoformat()}
        self._memory.add(said, user_id=self.user_id, metadata=dated)

    def held(self) -> Sequence[Held]:
        """All facts."""
        whose = {"user_id": self.user_id}
        return _told(self._memory.get_all(filters=whose, top_k=EVERYTHING))

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The facts nearest to the query."""
        whose, least = {"user_id": self.user_id}, self.options.threshold
        return _told(self._memory.search(query, filters=whose, top_k=k, threshold=least))

    def forget(self, key: str) -> None:
        """Delete a fact."""
        self._memory.delete(key)

    def _config(self, door: OpenDoor) -> Mapping[str, object]:
        model = {  # its client for OpenAI would obey OPENROUTER_API_KEY and go there
            "model": door.model,
            "vllm_base_url": door.url,
            "api_key": door.key,
            "temperature": 0,
        }
        place = {
            "client": self._client,
            "collection_name": "lifeworld",
            "embedding_model_dims": self.width,
        }
        return {
            "llm": {"provider": "vllm", "config": model},
            "embedder": {"provider": "openai", "config": {"api_key": door.key}},
            "vector_store": {"provider": "qdrant", "config": place},
            "history_db_path": ":memory:",
        }


class Dated:
    """The library's line to its model, which says the simulated date where it says today's."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.at = datetime(1, 1, 1)

    def generate_response(self, messages: Sequence[Mapping[str, str]], **more: object) -> Any:
        """The reply to messages, of which the last carries the dates."""
        *before, last = messages
        told = [*before, {**last, "content": dated(last["content"], self.at)}]
        return self._model.generate_response(messages=told, **more)


class Vectors:
    """The port of the library's embedders, over one of ours."""

    def __init__(self, memory: InLibrary) -> None:
        self._memory = memory

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002
        """The vector of a text."""
        return self._memory.vectors([text])[0]

    def embed_batch(
        self,
        texts: Sequence[str],
        memory_action: str | None = None,  # noqa: ARG002
    ) -> list[list[float]]:
        """The vectors of texts."""
        return self._memory.vectors(texts)


def dated(prompt: str, at: datetime) -> str:
    """An extraction prompt of Mem0's with the dates of its last two sections set to a day.

    Raises RunFailed when there are no such sections: the library is another one then.

    >>> said = "## Observation Date\\n2026-12-01\\n\\n## Current Date\\n2026-12-01\\n\\n# Output:"
    >>> print(dated(said, datetime(2025, 3, 4)).replace("\\n", " "))
    ## Observation Date 2025-03-04  ## Current Date 2025-03-04  # Output:
    """
    found = list(DATES.finditer(prompt))
    if not found:
        raise RunFailed(
            "mem0's extraction prompt states no date where mem0ai 2.2 does, so the simulated one "
            "cannot be put there: install mem0ai 2.2"
        )
    day, last = f"{at:%Y-%m-%d}", found[-1]  # what was said before may look like it
    stated = f"## Observation Date\n{day}\n\n## Current Date\n{day}"
    return prompt[: last.start()] + stated + prompt[last.end() :]


def _told(answered: Mapping[str, Any]) -> list[Held]:
    ranked = answered["results"]
    if any(each.get("score") is not None for each in ranked):
        ranked = sorted(ranked, key=lambda each: (-each["score"], each["memory"]))
    return [Held(each["id"], each["memory"]) for each in ranked]


@cache
def _library() -> Any:
    """The library, imported without telemetry and without a folder in the user's home."""
    folder = tempfile.mkdtemp(prefix="lifeworld-mem0-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ.setdefault("MEM0_DIR", folder)
    import mem0

    logging.getLogger("mem0").setLevel(logging.ERROR)  # it says at every store what it lacks
    warnings.filterwarnings("ignore", "Payload indexes have no effect", UserWarning)
    return mem0


def _qdrant() -> Any:
    import qdrant_client

    return qdrant_client
