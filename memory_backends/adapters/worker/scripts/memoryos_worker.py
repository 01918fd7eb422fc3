"""MemoryOS of BAI-LAB (``memoryos-pro`` 0.1.0): short-, mid- and long-term memory with heat.

Needs ``pip install --no-deps memoryos-pro`` and ``pip install openai numpy faiss-cpu httpx
time-machine``. It searches with all it shows a model: pages, knowledge, what was said last, and
the profile. Its search counts visits, which heat a page: what it changes is put back.
"""

from __future__ import annotations

import copy
import os
from datetime import datetime
from pathlib import Path
from typing import Any

Entry = dict[str, Any]
TIME = "%Y-%m-%d %H:%M:%S"


class MemoryOs:
    """One user's memory. Pages are pairs of what was said and replied; ids are those of turns."""

    def open(self, user_id: str, folder: str, options: dict[str, Any]) -> None:
        """Make an empty memory; ``options`` are arguments of ``Memoryos``, capacities above all."""
        self.user_id, self.folder, self.options = user_id, Path(folder), options
        self.emptied = 0
        self._begin()

    def _begin(self) -> None:
        from lifeworld_worker import language_model
        from memoryos import Memoryos

        self.system = Memoryos(
            user_id="user",
            assistant_id="assistant",
            openai_api_key=os.environ["OPENAI_API_KEY"],
            openai_base_url=os.environ["OPENAI_BASE_URL"],
            data_storage_path=str(self.folder / str(self.emptied)),
            llm_model=language_model(),
            **self.options,
        )
        self.pages: dict[tuple[str, str, str], Entry] = {}
        self.learnt: dict[str, Entry] = {}

    def add(self, session: dict[str, Any]) -> None:
        """Add what was said, pair by pair, and note which knowledge has come by it."""
        from lifeworld_worker import entry, exchanges

        for turn, reply in exchanges(session):
            at = datetime.fromisoformat(turn["at"]).strftime(TIME)
            text = f"user: {turn['text']}\nassistant: {reply}"
            told = (turn["text"], reply, at)
            self.pages.setdefault(told, entry(turn["id"], text, session, (turn["id"],), turn["at"]))
            if not self._holds(told):
                self.system.add_memory(turn["text"], reply, timestamp=at)
            for said in self._knowledge():
                name = f"{session['id']}/knowledge/{len(self.learnt)}"
                self.learnt.setdefault(said, entry(name, said, session))

    def search(self, query: str, k: int, at: str) -> list[Entry]:
        """What would stand in the prompt, what was looked for first; all of it, whatever ``k``."""
        before = copy.deepcopy((self._mid.sessions, self._mid.access_frequency))
        found = self.system.retriever.retrieve_context(user_query=query, user_id="user")
        self._mid.sessions, self._mid.access_frequency = before
        self._mid.rebuild_heap()
        self._mid.save()
        told = found["retrieved_user_knowledge"] + found["retrieved_assistant_knowledge"]
        hits = [self.pages[_key(page)] for page in found["retrieved_pages"]]
        hits += [self.learnt[each["knowledge"]] for each in told]
        hits += self._recent()[::-1] + self._profile()
        return list({hit["id"]: hit for hit in hits}.values())

    def get_all(self) -> list[Entry]:
        """Every page and every piece of knowledge."""
        kept = [self.pages[_key(page)] for page in self._paged()] + self._recent()
        return kept + [self.learnt[said] for said in self._knowledge()]

    def reset(self) -> None:
        """Begin anew, in another folder."""
        self.emptied += 1
        self._begin()

    @property
    def _mid(self) -> Any:
        return self.system.mid_term_memory

    def _holds(self, told: tuple[str, str, str]) -> bool:
        return any(_key(page) == told for page in [*self._paged(), *self._short()])

    def _paged(self) -> list[dict[str, Any]]:
        return [page for each in self._mid.sessions.values() for page in each["details"]]

    def _short(self) -> list[dict[str, Any]]:
        kept: list[dict[str, Any]] = self.system.short_term_memory.get_all()
        return kept

    def _recent(self) -> list[Entry]:
        return [self.pages[_key(pair)] for pair in self._short()]

    def _knowledge(self) -> list[str]:
        """All that is known in the long term, the profile last."""
        of_user = self.system.user_long_term_memory.get_user_knowledge()
        of_assistant = self.system.assistant_long_term_memory.get_assistant_knowledge()
        said = [each["knowledge"] for each in of_user + of_assistant]
        profile = self.system.get_user_profile_summary()
        return said + ([profile] if profile.lower() != "none" else [])

    def _profile(self) -> list[Entry]:
        profile = self.system.get_user_profile_summary()
        return [self.learnt[profile]] if profile.lower() != "none" else []


def _key(page: dict[str, Any]) -> tuple[str, str, str]:
    return page["user_input"], page["agent_response"], page["timestamp"]


if __name__ == "__main__":
    from lifeworld_worker import lend_sentence_transformers, serve

    lend_sentence_transformers()
    serve(MemoryOs(), clock=True)
