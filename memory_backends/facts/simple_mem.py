"""Self-contained dated entries, found by meaning and by words."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

import numpy as np
from pydantic import Field

from memory_backends.facts.extracted import Extracting, ExtractingOptions, Fact
from memory_backends.retrieval.bm25 import bm25_scorer
from memory_backends.retrieval.choosing import K1, B
from memory_backends.retrieval.hybrid import reciprocal
from memory_backends.retrieval.ranking import best
from sim.views import Memory

CONSTANT = 60.0  # of reciprocal rank fusion (Cormack et al. 2009)


class SimpleMemOptions(ExtractingOptions):
    """Entries whose cosine reaches ``alike`` say the same: the later takes the earlier's place."""

    alike: float = Field(default=0.95, gt=0, le=1)


class SimpleMem(Extracting):
    """Compresses sessions into dated entries that stand alone (SimpleMem, Liu et al. 2026, 3).

    One call of ``extractor`` a session keeps what is worth it; every entry bears its absolute date.
    What says the same as a new entry is merged into it; other values of the same thing stay, told
    apart by their dates. A search fuses ranks by meaning and by words. The paper also plans how
    deep to look and reflects on what it found (six calls, off in the setting without calls); here
    ``k`` says how deep.
    """

    name = "simple_mem"
    Options: ClassVar[type[SimpleMemOptions]] = SimpleMemOptions
    options: SimpleMemOptions

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The best entries by both rankings."""
        known = [fact.memory for fact in self._by(at)]
        if not known or not query.strip():
            return []
        scores = np.zeros(len(known))
        for place, score in self._nearest(query, [m.text for m in known], len(known)):
            scores[place] = score
        words = bm25_scorer([m.text for m in known], k1=K1, b=B)(query)
        lexical = np.where(words > 0, reciprocal(words, CONSTANT), 0.0)
        fused = lexical + reciprocal(scores, CONSTANT)
        found = best(fused, np.ones(len(known), dtype=np.bool_), k)
        return [replace(known[place], score=score) for place, score in found]

    def _take_in(self, fact: Fact, cue: str) -> None:  # noqa: ARG002
        if fact.note.act == "forget":
            self._forget(fact)
            return
        for old in self._saying(fact):
            del self._facts[old]
        text = f"{fact.note.words} ({fact.memory.created_at:%-d %B %Y})"
        self._facts[fact.memory.id] = replace(fact, memory=replace(fact.memory, text=text))

    def _forget(self, wish: Fact) -> None:
        """Nothing stays of what the user wants forgotten, nor the wish."""
        about = wish.note.about
        gone = [name for name, fact in self._facts.items() if about and fact.note.about == about]
        for name in gone:
            del self._facts[name]

    def _saying(self, fact: Fact) -> list[str]:
        """The entries that say the same as a new fact."""
        known = list(self._facts.values())
        texts = [one.note.words for one in known]
        found = self._nearest(fact.note.words, texts, len(known))
        alike = [known[place] for place, score in found if score >= self.options.alike]
        return [one.memory.id for one in alike if one.note.value == fact.note.value]
