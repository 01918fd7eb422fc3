"""Transient use of a domain: questions that stand for themselves, without projects or facts."""

from __future__ import annotations

from numpy.random import Generator

from personas.domains.pack import DomainPack, OneOff
from personas.skeletons.deck import Deck, choose
from personas.skeletons.options import SkeletonOptions
from personas.skeletons.talk import Talk
from personas.texts import fill
from sim.facts import GOLD_MARK
from sim.plans import SessionPlan
from sim.wording import Manner

# Opening and closing; a session is at least so long that its follow-ups are said.
AROUND_FOLLOW_UPS = 2


class OneOffWriter:
    """Deals the one-off questions of a pack; none comes twice before all have come once."""

    def __init__(
        self,
        pack: DomainPack,
        rng: Generator,
        options: SkeletonOptions,
        habits: Manner | None = None,
    ) -> None:
        self._rng, self._domain = rng, pack.domain
        self.talk = Talk(pack, rng, options, habits)
        self._questions = Deck(tuple(enumerate(pack.one_offs)), rng)
        self._written = 0
        self._about = {at: Deck(one.about, rng) for at, one in enumerate(pack.one_offs)}

    def write(self, count: int) -> tuple[SessionPlan, ...]:
        """So many further one-off sessions."""
        begun, self._written = self._written + 1, self._written + count
        return tuple(self._plan(number) for number in range(begun, begun + count))

    def _plan(self, number: int) -> SessionPlan:
        at, question = self._questions.deal()
        about = self._about[at].deal() if len(self._about[at]) else ""
        follow_ups = self._follow_ups(question, about)
        opening = fill(choose(self._rng, question.openings), about=about)
        return SessionPlan(
            id=f"{GOLD_MARK}plan/{self._domain}/one_off/{number}",
            opening=self.talk.greeted(opening),
            closing=self.talk.closing(),
            domain=self._domain,
            topic=fill(question.topic, about=about),
            long_horizon=False,
            min_turns=AROUND_FOLLOW_UPS + len(follow_ups),
            follow_ups=follow_ups,
        )

    def _follow_ups(self, question: OneOff, about: str) -> tuple[str, ...]:
        own = tuple(fill(text, about=about) for text in question.follow_ups)
        remarks = tuple(fill(text, about=about) for text in question.remarks)
        return self.talk.mixed(self.talk.questions(own), self.talk.remarks(remarks))
