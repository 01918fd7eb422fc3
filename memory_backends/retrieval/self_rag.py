"""Retrieve where it is needed, keep what is of use, and answer again what nothing bears out."""

from __future__ import annotations

from typing import ClassVar

from memory_backends.retrieval.choosing import MeaningOptions, OneRanker
from sim.roles.answerer import READERS, AnswererInput
from sim.roles.critic import CRITIC, Aspect, CriticInput, Critique
from sim.views import Answer, Memory, Question


class SelfRag(OneRanker):
    """Judges its own retrieval and its own answer (Self-RAG, Asai et al. 2024, algorithm 1).

    The paper trains a model to write its judgements between the words, answers from each passage
    by itself and takes the best judged; KnowAct runs it as a baseline. Here the role
    ``critic`` is asked whether memories are needed, which are of use, and which bear the draft
    out. The draft is made of all that are of use, since questions on a life need several; if it
    is not borne out, one more is made of everything retrieved, and kept if that is.
    """

    name = "self_rag"
    group = "retrieval"
    Options: ClassVar[type[MeaningOptions]] = MeaningOptions
    options: MeaningOptions

    def answer(self, question: Question, *, k: int) -> Answer:
        """The draft that is borne out, the first if none is, and the memories it was made of."""
        if not self._judge("needed", Answer(""), question).holds:
            return self._draft((), question, "unaided")
        found = tuple(self.search(question.text, k=k, at=question.at))
        useful = self._judge("relevant", Answer("", found), question).places
        first = self._draft(tuple(found[place] for place in useful), question, "useful")
        if first.memories == found or self._judge("supported", first, question).holds:
            return first
        second = self._draft(found, question, "all")
        return second if self._judge("supported", second, question).holds else first

    def _draft(self, memories: tuple[Memory, ...], question: Question, which: str) -> Answer:
        given = AnswererInput(question, memories, self.lexicon)
        return Answer(self.play(READERS["ideal"], given, f"{question.id}/{which}").text, memories)

    def _judge(self, aspect: Aspect, of: Answer, question: Question) -> Critique:
        given = CriticInput(aspect, question, of.memories, of.text, self.lexicon)
        return self.play(CRITIC, given, f"{question.id}/{aspect}/{len(of.memories)}")
