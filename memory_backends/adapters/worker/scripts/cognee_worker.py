"""Cognee 1.6.5: a knowledge graph over documents, searched for passages without a model.

Needs ``pip install cognee time-machine``. A document is a session. Searched are its chunks, the
one search that asks no model and tells where a passage is from; the graph is built all the same.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
from pathlib import Path
from typing import Any, Coroutine

Entry = dict[str, Any]
DATASET = "life"


class Cognee:
    """One user's documents; an entry is a session's transcript under its date."""

    def open(self, user_id: str, folder: str, options: dict[str, Any]) -> None:
        """Point the library to the endpoint and to the folder, and only then import it."""
        os.environ.update(_environment(Path(folder)))
        self.loop = asyncio.new_event_loop()
        import cognee

        self.cognee: Any = cognee
        self.documents: dict[str, Entry] = {}
        self.ids: dict[str, Any] = {}

    def add(self, session: dict[str, Any]) -> None:
        """Add the transcript and let it be built into the graph; a session counts once."""
        from lifeworld_worker import entry, transcript

        said = any(turn["text"].strip() for turn in session["turns"])
        if not said or session["id"] in self.documents:
            return
        text = transcript(session)
        before = set(self.ids.values())
        self._wait(self.cognee.add(text, dataset_name=DATASET, node_set=[session["id"]]))
        self._wait(self.cognee.cognify(datasets=[DATASET]))
        (self.ids[session["id"]],) = [x.id for x in self._listed() if x.id not in before]
        turns = tuple(turn["id"] for turn in session["turns"])
        self.documents[session["id"]] = entry(session["id"], text, session, turns)

    def search(self, query: str, k: int, at: str) -> list[Entry]:
        """The documents of the chunks that are nearest."""
        if not self.documents:
            return []
        found = self._wait(
            self.cognee.search(
                query_text=query,
                query_type=self.cognee.SearchType.CHUNKS,
                datasets=[DATASET],
                top_k=k,
            )
        )
        texts = [text for each in found for text in _texts(each)]
        hits = [each for text in texts for each in self._holding(text)]
        return list({hit["id"]: hit for hit in hits}.values())[:k]

    def get_all(self) -> list[Entry]:
        """Every document."""
        held = {item.id for item in self._listed()} if self.documents else set()
        return [self.documents[name] for name in self.documents if self.ids[name] in held]

    def delete(self, memory_id: str) -> None:
        """Forget a document, and what the graph had from it."""
        self._wait(self.cognee.forget(data_id=self.ids[memory_id], dataset=DATASET))
        del self.documents[memory_id]

    def reset(self) -> None:
        """Forget the dataset."""
        if self.documents:
            self._wait(self.cognee.forget(dataset=DATASET))
        self.documents, self.ids = {}, {}

    def _wait(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(doing)

    def _listed(self) -> list[Any]:
        sets = self._wait(self.cognee.datasets.list_datasets())
        (found,) = [each.id for each in sets if each.name == DATASET] or (None,)
        return list(self._wait(self.cognee.datasets.list_data(found))) if found else []

    def _holding(self, text: str) -> list[Entry]:
        squeezed = " ".join(text.split())
        return [
            each for each in self.documents.values() if squeezed in " ".join(each["text"].split())
        ]


def _texts(found: Any) -> list[str]:
    """The texts of what a search found, whichever way it wraps them."""
    if isinstance(found, dict) and "search_result" in found:
        return [text for each in found["search_result"] for text in _texts(each)]
    if isinstance(found, dict):
        return [found["text"]] if "text" in found else []
    inner = getattr(found, "search_result", None)
    return _texts({"search_result": inner}) if isinstance(inner, list) else []


def _environment(folder: Path) -> dict[str, str]:
    from lifeworld_worker import dimensions, embedding_model, language_model

    url, key = os.environ["OPENAI_BASE_URL"], os.environ["OPENAI_API_KEY"]
    litellm = importlib.util.find_spec("litellm")
    tokens = (
        Path(str(litellm.origin)).parent / "litellm_core_utils" / "tokenizers" if litellm else ""
    )
    return {
        "LLM_PROVIDER": "custom",
        "LLM_MODEL": f"openai/{language_model()}",
        "LLM_ENDPOINT": url,
        "LLM_API_KEY": key,
        "EMBEDDING_PROVIDER": "openai_compatible",
        "EMBEDDING_MODEL": embedding_model(),
        "EMBEDDING_ENDPOINT": url,
        "EMBEDDING_API_KEY": key,
        "EMBEDDING_DIMENSIONS": str(dimensions()),
        "DATA_ROOT_DIRECTORY": str(folder / "data"),
        "SYSTEM_ROOT_DIRECTORY": str(folder / "system"),
        "CACHE_ROOT_DIRECTORY": str(folder / "cache"),
        "TIKTOKEN_CACHE_DIR": str(tokens),
    }


if __name__ == "__main__":
    from lifeworld_worker import serve

    serve(Cognee())
