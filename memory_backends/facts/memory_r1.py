"""A bank of facts that a manager sees as a whole, and an answer from what sifting leaves."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from memory_backends.facts.fact_store import FactStore, FactStoreOptions
from sim.roles.answerer import READERS, AnswererInput
from sim.roles.critic import CRITIC, CriticInput
from sim.views import Answer, Question


class MemoryR1Options(FactStoreOptions):
    """``similar`` is how much of the bank the manager sees, ``candidates`` how much is sifted."""

    similar: int = Field(default=60, ge=1)
    candidates: int = Field(default=60, ge=1)


class MemoryR1(FactStore):
    """The prompted Memory-R1 (Yan et al. 2025, sections 3.1 and 3.2; PerMem-Bench runs it).

    Its manager decides about a new fact before the whole small bank, and its answering agent first
    distils what was retrieved (60 entries), by the role ``critic``, then answers from at most ``k``
    of it. In the paper both are trained by reinforcement; here they are asked by prompt.
    """

    name = "memory_r1"
    Options: ClassVar[type[MemoryR1Options]] = MemoryR1Options
    options: MemoryR1Options

    def answer(self, question: Question, *, k: int) -> Answer:
        """The answer from the memories that are of use, and these memories."""
        found = tuple(self.search(question.text, k=self.options.candidates, at=question.at))
        judged = CriticInput("relevant", question, found, lexicon=self.lexicon)
        places = self.play(CRITIC, judged, question.id).places if found else ()
        kept = tuple(found[place] for place in sorted(places))[:k]
        given = AnswererInput(question, kept, self.lexicon)
        return Answer(self.play(READERS["ideal"], given, question.id).text, kept)
