"""HippoRAG 2 (``hipporag`` 2.0.0a4): a graph of facts over passages, searched by PageRank.

Needs ``pip install --no-deps hipporag`` and ``pip install torch transformers openai httpx networkx
python-igraph tiktoken tenacity einops tqdm pyarrow pandas scipy litellm filelock``; the packages
for models of its own are not needed and are stood in for. A passage is a session.
"""

from __future__ import annotations

import os
import sys
import types
from pathlib import Path
from typing import Any

Entry = dict[str, Any]
UNNEEDED = {
    "gritlm": ("GritLM",),
    "vllm": ("SamplingParams", "LLM"),
    "boto3": (),
    "botocore": (),
    "botocore.exceptions": ("ClientError",),
    "ipdb": (),
}
"""Packages that HippoRAG imports and does not use with a model behind an endpoint."""


class Hippo:
    """One user's passages; an entry is a session's transcript under its date."""

    def open(self, user_id: str, folder: str, options: dict[str, Any]) -> None:
        """Make an empty index."""
        self.folder, self.emptied = Path(folder), 0
        self._begin()

    def _begin(self) -> None:
        from hipporag import HippoRAG
        from lifeworld_worker import embedding_model, language_model

        url = os.environ["OPENAI_BASE_URL"]
        self.index = HippoRAG(
            save_dir=str(self.folder / str(self.emptied)),
            llm_model_name=language_model(),
            llm_base_url=url,
            embedding_model_name=embedding_model(),
            embedding_base_url=url,
        )
        self.passages: dict[str, Entry] = {}

    def add(self, session: dict[str, Any]) -> None:
        """Index the transcript; a session counts once, and one without words not at all."""
        from lifeworld_worker import entry, transcript

        said = any(turn["text"].strip() for turn in session["turns"])
        text = transcript(session)
        if not said or text in self.passages:
            return
        self.index.index([text])
        turns = tuple(turn["id"] for turn in session["turns"])
        self.passages[text] = entry(session["id"], text, session, turns)

    def search(self, query: str, k: int, at: str) -> list[Entry]:
        """By PageRank; by embeddings alone where the graph has nothing to begin with."""
        if not self.passages:
            return []
        k = min(k, len(self.passages))
        try:
            found = self.index.retrieve(queries=[query], num_to_retrieve=k)
        except AssertionError:  # all scores tie: a division by nought leaves it no phrases
            found = self.index.retrieve_dpr(queries=[query], num_to_retrieve=k)
        return [self.passages[text] for text in found[0].docs]

    def get_all(self) -> list[Entry]:
        """Every passage."""
        return [self.passages[text] for text in self.index.chunk_embedding_store.get_all_texts()]

    def delete(self, memory_id: str) -> None:
        """Forget a passage, and the facts that stood in no other."""
        (text,) = [text for text, each in self.passages.items() if each["id"] == memory_id]
        self.index.delete([text])
        del self.passages[text]

    def reset(self) -> None:
        """Begin anew, in another folder."""
        self.emptied += 1
        self._begin()


def stand_in() -> None:
    """Let the imports of what is not needed succeed."""
    for name, needed in UNNEEDED.items():
        module = types.ModuleType(name)
        module.__dict__.update({each: type(each, (Exception,), {}) for each in needed})
        sys.modules.setdefault(name, module)


if __name__ == "__main__":
    from lifeworld_worker import serve

    stand_in()
    serve(Hippo())
