"""What is said around the facts: greetings, questions on the topic, closings."""

from __future__ import annotations

from numpy.random import Generator

from personas.domains.pack import DomainPack
from personas.domains.small_talk import small_talk
from personas.skeletons.deck import Deck, chance


class Talk:
    """Deals small talk in a pack's words where it has any, else in those of the package."""

    def __init__(self, pack: DomainPack, rng: Generator, greeting_share: float) -> None:
        common = small_talk()
        self._rng, self._greeting_share = rng, greeting_share
        self._greetings = Deck(common.greetings, rng)
        self._follow_ups = Deck(pack.follow_ups or common.follow_ups, rng)
        self._closings = Deck(pack.closings or common.closings, rng)

    def greeted(self, opening: str) -> str:
        """An opening, now and then behind a greeting."""
        if chance(self._rng, self._greeting_share):
            return f"{self._greetings.deal()} {opening}"
        return opening

    def follow_ups(self, own: tuple[str, ...]) -> tuple[str, ...]:
        """One or two things said next on a topic: its own first, common ones for what lacks."""
        wanted = 1 + int(self._rng.integers(2))
        if own:
            return Deck(own, self._rng).deal_some(wanted)
        return self._follow_ups.deal_some(wanted)

    def closing(self) -> str:
        """How a session ends."""
        return self._closings.deal()
