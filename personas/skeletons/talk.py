"""What is said around the facts: greetings, questions on the topic, closings."""

from __future__ import annotations

from numpy.random import Generator

from personas.domains.pack import DomainPack
from personas.domains.small_talk import small_talk
from personas.skeletons.deck import Deck, chance, shuffled
from personas.skeletons.options import SkeletonOptions
from sim.wording import Manner, begun, closing, framed, greeting, manner, parting

COMPOSED = 0.9  # the share of greetings made of parts
OWN_CLOSING = 0.5  # the share of farewells with a remark on the matter
TOGETHER = 0.3  # the chance that a statement and the question after it are one message
MOST_QUESTIONS = 5  # in a one-off; sessions of projects are as long, length gives nothing away


class Talk:
    """Deals small talk in a pack's words where it has any, else in those of the package."""

    def __init__(
        self,
        pack: DomainPack,
        rng: Generator,
        options: SkeletonOptions,
        habits: Manner | None = None,
    ) -> None:
        common = small_talk()
        self.greets = True
        self._rng, self._options, self._manner = rng, options, habits or manner(rng)
        self._greetings = Deck(common.greetings, rng)
        self._follow_ups = Deck(pack.follow_ups or common.follow_ups, rng)
        self._closings = Deck(pack.closings or common.closings, rng)
        self._remarks = Deck(pack.remarks, rng)

    def greeted(self, opening: str) -> str:
        """An opening as this person puts it, now and then behind a greeting."""
        opening = begun(opening, self._manner, self._rng)
        if self.greets and chance(self._rng, self._options.greeting_share):
            hello = greeting(self._rng) if chance(self._rng, COMPOSED) else self._greetings.deal()
            return f"{hello} {opening}"
        return opening

    def follow_ups(self, own: tuple[str, ...], *, least: int = 1) -> tuple[str, ...]:
        """``least`` or one more things said next on a topic: its own, or else common ones."""
        wanted = least + int(self._rng.integers(2))
        deck = Deck(own, self._rng) if own else self._follow_ups
        return self._set(deck.deal_some(wanted))

    def questions(self, own: tuple[str, ...]) -> tuple[str, ...]:
        """What is asked in a one-off session: now little, now a lot; its own first, then common."""
        wanted = 1 + int(self._rng.integers(MOST_QUESTIONS))
        first = Deck(own, self._rng).deal_some(wanted)
        return self._set((*first, *self._follow_ups.deal_some(wanted - len(first))))

    def remarks(self, own: tuple[str, ...]) -> tuple[str, ...]:
        """In a share of the one-offs one or two statements of passing worth: its own first."""
        if not chance(self._rng, self._options.remark_share):
            return ()
        wanted = 1 + int(self._rng.integers(2))
        chosen = Deck(own, self._rng).deal_some(wanted)
        return self._set((*chosen, *self._remarks.deal_some(wanted - len(chosen))))

    def mixed(self, questions: tuple[str, ...], remarks: tuple[str, ...]) -> tuple[str, ...]:
        """Questions in their order with remarks anywhere among them, some in one message."""
        rest = iter(questions)
        order = shuffled(self._rng, [*remarks, *("" for _ in questions)])
        said = [text or next(rest) for text in order]
        for remark in remarks:
            at = said.index(remark)
            head, *tail = self.said(remark, tuple(said[at + 1 : at + 2]))
            said[at : at + 2] = [head, *tail]
        return tuple(said)

    def said(self, statement: str, after: tuple[str, ...]) -> tuple[str, ...]:
        """A statement and what is said after it; a question may go into the same message."""
        together = chance(self._rng, TOGETHER)
        if together and after and after[0].endswith("?"):
            return (f"{statement} {after[0]}", *after[1:])
        return (statement, *after)

    def closing(self) -> str:
        """How a session ends."""
        if chance(self._rng, OWN_CLOSING):
            return parting(self._closings.deal(), self._rng)
        return closing(self._rng)

    def _set(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """Sentences without facts, set into the moment."""
        return tuple(framed(text, self._manner, self._rng) for text in texts)
