"""Retrieve, put together what was found, and answer from that alone."""

from __future__ import annotations

from typing import ClassVar

from memory_backends.retrieval.choosing import MeaningOptions, OneRanker
from sim.roles.answerer import READERS, AnswererInput
from sim.roles.synthesiser import SYNTHESISER, SynthesiserInput
from sim.views import Answer, Memory, Question


class Synthesising(OneRanker):
    """Makes one note out of what was retrieved and answers from the note (PRAGMA, "Synth", E.1).

    After MASS-RAG (Xiao et al. 2026), which has several agents read the evidence before one puts
    it together; here one role, ``synthesiser``, does it all. The role ``answerer`` is shown the
    note and nothing else; the answer names the memories that the note was made of.
    """

    name = "synthesis"
    group = "retrieval"
    Options: ClassVar[type[MeaningOptions]] = MeaningOptions
    options: MeaningOptions

    def answer(self, question: Question, *, k: int) -> Answer:
        """The answer from a note on the ``k`` best memories."""
        found = tuple(self.search(question.text, k=k, at=question.at))
        given = SynthesiserInput(question, found, self.lexicon)
        note = self.play(SYNTHESISER, given, question.id).text
        read = AnswererInput(question, as_memories(note, found, question), self.lexicon)
        return Answer(self.play(READERS["ideal"], read, question.id).text, found)


def as_memories(note: str, of: tuple[Memory, ...], question: Question) -> tuple[Memory, ...]:
    """A note as what an answerer reads, written when the question was asked; nothing if empty."""
    sessions = tuple(dict.fromkeys(session for memory in of for session in memory.sessions))
    return (Memory("note", note, question.at, sessions),) if note else ()
