"""Topic memories that are merged as they come, and reranked by what turned out to be of use."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.facts.extracted import ExtractingOptions, Fact
from memory_backends.facts.gathering import Gathering
from memory_backends.facts.topical import Gathered
from sim.roles.gate import telling_words
from sim.views import Session


class RmmOptions(ExtractingOptions):
    """``merge`` is the cosine from which a fact joins a memory of its topic; that holds ``most``.

    After each session the ``looked_at`` memories nearest to it teach the reranker at ``rate``.
    """

    merge: float = Field(default=0.5, gt=0, le=1)
    most: int = Field(default=20, ge=1)
    looked_at: int = Field(default=20, ge=1)
    rate: float = Field(default=0.02, ge=0)


class Rmm(Gathering):
    """Reflective memory management (Tan et al. 2025; PerMem-Bench runs it).

    Prospective reflection: a session's facts join the memory of their topic (``session_record``)
    that is like them, or found one. Retrospective reflection: memories are reranked by weights
    that learn from use. The paper learns from which memories its answers cite; asking must change
    nothing here, so what a later session of the user takes up again counts as cited, and the
    memories are looked at with its opening. The update is the paper's policy gradient, taken on
    one weight a memory instead of a matrix.
    """

    name = "rmm"
    Options: ClassVar[type[RmmOptions]] = RmmOptions
    options: RmmOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._weights: dict[str, float] = {}

    def add(self, session: Session) -> None:
        """Learn from what the session takes up again, then take it in."""
        if session.id not in self._taken:
            self._learn(session)
        super().add(session)

    def delete(self, memory_id: str) -> None:
        """Forget one memory with all its facts; KeyError if there is none of that id."""
        super().delete(memory_id)
        self._weights.pop(memory_id, None)

    def reset(self) -> None:
        """Forget everything, also what was learnt."""
        super().reset()
        self._weights.clear()

    def _take_in(self, fact: Fact, cue: str) -> None:  # noqa: ARG002
        if fact.note.act == "forget":
            self._forget(fact.note.about)
            return
        home = self._home(fact)
        facts = (*home.facts, fact) if home else (fact,)
        self._keep(Gathered(home.id if home else fact.memory.id, self._topic, facts))

    def _home(self, fact: Fact) -> Gathered | None:
        """The memory of the topic that a fact is most like, if it is like any."""
        same = [
            one
            for one in self._gathered.values()
            if one.topic == self._topic and len(one.facts) < self.options.most
        ]
        texts = ["\n".join(f.note.words for f in one.facts) for one in same]
        found = self._nearest(fact.note.words, texts, 1)
        return same[found[0][0]] if found and found[0][1] >= self.options.merge else None

    def _bonus(self, entry_id: str) -> float:
        return self._weights.get(entry_id, 0.0)

    def _learn(self, session: Session) -> None:
        """Raise the weight of memories that were taken up, lower that of others looked at."""
        entries = self._entries(self._gathered.values(), session.started_at)
        opening = next((turn.text for turn in session.turns if turn.speaker == "user"), "")
        found = self._nearest(opening, [e.text for e in entries], self.options.looked_at)
        if not found:
            return
        said = telling_words(session.user_text)
        logits = np.array([score + self._bonus(entries[place].id) for place, score in found])
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        cited = [not said.isdisjoint(telling_words(entries[place].text)) for place, _ in found]
        for (place, _), chance, was in zip(found, chances, cited, strict=True):
            name = entries[place].id
            step = self.options.rate * (float(was) - float(chance))
            self._weights[name] = round(self._bonus(name) + step, 9)
