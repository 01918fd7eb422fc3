"""MemOS of MemTensor (``MemoryOS`` 2.0.33), its ``general_text`` memory with a local Qdrant.

Needs ``pip install MemoryOS qdrant-client``. The tree memory of the published results needs a
Neo4j server and is another system.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


class MemOs:
    """One user's memories: what a model extracts from each session, embedded."""

    def open(self, user_id: str, folder: str, options: dict[str, Any]) -> None:
        """Make an empty memory."""
        os.environ.setdefault("MEMOS_BASE_PATH", folder)
        from memos.configs.memory import GeneralTextMemoryConfig
        from memos.memories.textual.general import GeneralTextMemory

        self.memory = GeneralTextMemory(GeneralTextMemoryConfig(**_config(Path(folder))))
        self.entries: dict[str, Entry] = {}
        self.names: dict[str, str] = {}
        self.taken: set[str] = set()

    def add(self, session: dict[str, Any]) -> None:
        """Extract, date and store; a session counts once."""
        said = [turn for turn in session["turns"] if turn["text"].strip()]
        if session["id"] in self.taken or not said:
            return
        self.taken.add(session["id"])
        messages = [{"role": turn["speaker"], "content": turn["text"]} for turn in said]
        found = self.memory.extract(messages)
        for item in found:
            self._note(item, session)
        if found:
            self.memory.add(found)

    def _note(self, item: Any, session: dict[str, Any]) -> None:
        from lifeworld_worker import entry

        item.metadata.updated_at = datetime.fromisoformat(session["ended_at"]).isoformat()
        name = f"{session['id']}/{len(self.names)}"
        self.names[item.id] = name
        self.entries[name] = entry(name, item.memory, session)

    def search(self, query: str, k: int, at: str) -> list[Entry]:
        """The nearest."""
        if not self.entries:
            return []
        return [self.entries[self.names[each.id]] for each in self.memory.search(query, k)]

    def get_all(self) -> list[Entry]:
        """All of them."""
        held = {self.names[each.id] for each in self.memory.get_all()}
        return [self.entries[name] for name in self.entries if name in held]

    def delete(self, memory_id: str) -> None:
        """Forget one."""
        (item,) = [item for item, name in self.names.items() if name == memory_id]
        self.memory.delete([item])
        del self.entries[memory_id]

    def reset(self) -> None:
        """Forget all."""
        self.memory.delete_all()
        self.entries, self.names, self.taken = {}, {}, set()


def _config(folder: Path) -> dict[str, Any]:
    from lifeworld_worker import dimensions, embedding_model, language_model

    url, key, size = os.environ["OPENAI_BASE_URL"], os.environ["OPENAI_API_KEY"], dimensions()
    model = {"model_name_or_path": language_model(), "temperature": 0, "api_key": key}
    embedder = {"model_name_or_path": embedding_model(), "embedding_dims": size}
    vectors = {"collection_name": "memories", "vector_dimension": size, "distance_metric": "cosine"}
    return {
        "extractor_llm": {"backend": "openai", "config": {**model, "api_base": url}},
        "embedder": {
            "backend": "universal_api",
            "config": {**embedder, "provider": "openai", "api_key": key, "base_url": url},
        },
        "vector_db": {"backend": "qdrant", "config": {**vectors, "path": str(folder / "qdrant")}},
    }


if __name__ == "__main__":
    from lifeworld_worker import serve

    serve(MemOs())
