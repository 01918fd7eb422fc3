"""LightMem of zjunlp (from its source): topics are segmented, facts extracted, embedded in Qdrant.

Needs the repository's package with its requirements, and the weights of LLMLingua-2, which its
topic segmentation cannot do without: name their folder as LLMLINGUA_MODEL in ``environment``.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


class LightMem:
    """One user's memories: what a model extracts from each session, embedded."""

    def open(self, user_id: str, folder: str, options: dict[str, Any]) -> None:
        """Make an empty memory; what ``options`` name replaces that part of its configuration."""
        from lightmem.memory.lightmem import LightMemory

        self.memory = LightMemory.from_config({**_config(Path(folder)), **options})
        self.entries: dict[str, Entry] = {}
        self.taken: set[str] = set()

    def add(self, session: dict[str, Any]) -> None:
        """Have the session segmented and extracted at once, and note what has come by it."""
        from lifeworld_worker import entry, exchanges

        if session["id"] in self.taken:
            return
        self.taken.add(session["id"])
        at = datetime.fromisoformat(session["started_at"]).strftime("%Y/%m/%d (%a) %H:%M")
        pairs = [pair for turn, reply in exchanges(session) for pair in _pair(turn["text"], reply)]
        if not pairs:
            return
        messages = [{**message, "time_stamp": at} for message in pairs]
        self.memory.add_memory(messages=messages, force_segment=True, force_extract=True)
        for number, (name, text) in enumerate(self._stored()):
            if name not in self.entries:
                self.entries[name] = entry(f"{session['id']}/{number}", text, session)

    def search(self, query: str, k: int, at: str) -> list[Entry]:
        """The nearest; its own ``retrieve`` makes one text of them, without ids."""
        vector = self.memory.text_embedder.embed(query)
        found = self.memory.embedding_retriever.search(query_vector=vector, limit=k)
        return [self.entries[str(each["id"])] for each in found]

    def get_all(self) -> list[Entry]:
        """All of them."""
        return [self.entries[name] for name, _ in self._stored()]

    def delete(self, memory_id: str) -> None:
        """Forget one."""
        (name,) = [name for name, each in self.entries.items() if each["id"] == memory_id]
        self.memory.embedding_retriever.delete(name)

    def reset(self) -> None:
        """Forget all."""
        self.memory.embedding_retriever.reset()
        self.entries, self.taken = {}, set()

    def _stored(self) -> list[tuple[str, str]]:
        """Ids and texts of what Qdrant holds."""
        points = self.memory.embedding_retriever.get_all(with_vectors=False)
        return [(str(point["id"]), point["payload"]["memory"]) for point in points]


def _pair(said: str, reply: str) -> list[dict[str, str]]:
    whose = {"speaker_id": "user", "speaker_name": "user"}
    return [
        {"role": "user", "content": said, **whose},
        {"role": "assistant", "content": reply, **whose},
    ]


def _config(folder: Path) -> dict[str, Any]:
    """The configuration of its own experiments, with the endpoint and without a GPU."""
    from lifeworld_worker import dimensions, embedding_model, language_model

    reach = {
        "api_key": os.environ["OPENAI_API_KEY"],
        "openai_base_url": os.environ["OPENAI_BASE_URL"],
    }
    lingua = {"model_name": os.environ["LLMLINGUA_MODEL"], "device_map": "cpu"}
    size = dimensions()
    return {
        "pre_compress": True,
        "pre_compressor": {
            "model_name": "llmlingua-2",
            "configs": {
                "llmlingua_config": {**lingua, "use_llmlingua2": True},
                "compress_config": {"instruction": "", "rate": 0.6, "target_token": -1},
            },
        },
        "topic_segment": True,
        "precomp_topic_shared": True,
        "topic_segmenter": {"model_name": "llmlingua-2"},
        "messages_use": "user_only",
        "memory_manager": {"model_name": "openai", "configs": {"model": language_model(), **reach}},
        "extract_threshold": 0.1,
        "index_strategy": "embedding",
        "text_embedder": {
            "model_name": "openai",
            "configs": {"model": embedding_model(), "embedding_dims": size, **reach},
        },
        "retrieve_strategy": "embedding",
        "embedding_retriever": {
            "model_name": "qdrant",
            "configs": {
                "collection_name": "memories",
                "embedding_model_dims": size,
                "path": str(folder / "qdrant"),
                "on_disk": True,
            },
        },
        "update": "offline",
    }


if __name__ == "__main__":
    from lifeworld_worker import serve

    serve(LightMem())
