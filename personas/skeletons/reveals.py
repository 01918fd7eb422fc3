"""Facts out of a pack: each value is given away once, each stable fact once, then they are gone."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.random import Generator

from personas.domains.pack import Decision, DomainPack, StableFact, Told
from personas.skeletons.deck import choose, shuffled
from personas.skeletons.talk import Talk
from personas.texts import fill
from sim.facts import GOLD_MARK, Fact
from sim.plans import Reveal


class FactSource:
    """Draws values without replacement, for one person and one domain."""

    def __init__(self, subject: str, pack: DomainPack, rng: Generator, talk: Talk) -> None:
        self._subject, self._domain, self._rng, self._talk = subject, pack.domain, rng, talk
        self._values = {id(told): shuffled(rng, told.values) for _, told in pack.told()}
        self._stable = shuffled(rng, pack.profile_facts)

    def open(self, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """Those of some decisions for which there is a value left."""
        return tuple(decision for decision in decisions if self._values[id(decision)])

    def has_stable(self) -> bool:
        """Whether there is a stable fact that has not come out yet."""
        return bool(self._stable)

    def decide(
        self, decision: Decision, event: str, project: str, theme: str, *, in_short: bool = False
    ) -> Reveal:
        """A decision with a new value, as an ``ongoing_state`` of its project.

        In short it takes the shortest of its wordings, and more is asked after it.
        """
        value = self._values[id(decision)].pop()
        fact = Fact(
            id=f"{GOLD_MARK}fact/{event}/{decision.id}",
            subject=self._subject,
            attribute=decision.id,
            values=(value,),
            kind="ongoing_state",
            needles=_needles(decision, value),
            domain=self._domain,
            project=project,
        )
        return self._reveal(fact, decision, value, theme, in_short=in_short)

    def let_slip(self) -> Reveal:
        """A stable fact that nobody has heard yet, as a ``user_profile`` fact, in passing."""
        told: StableFact = self._stable.pop()
        value = self._values[id(told)].pop()
        fact = Fact(
            id=f"{GOLD_MARK}fact/{self._domain}/profile/{told.id}",
            subject=self._subject,
            attribute=told.id,
            values=(value,),
            kind="user_profile",
            needles=_needles(told, value),
            expression="incidental",
            domain=self._domain,
        )
        return self._reveal(fact, told, value, theme="")

    def _reveal(
        self, fact: Fact, told: Told, value: str, theme: str, *, in_short: bool = False
    ) -> Reveal:
        wording = min(told.wordings, key=len) if in_short else choose(self._rng, told.wordings)
        own = tuple(fill(text, theme=theme) for text in told.follow_ups)
        after = self._talk.follow_ups(() if in_short else own, least=2 if in_short else 1)
        said, *rest = self._talk.said(fill(wording, value=value, theme=theme), after)
        return Reveal(fact, said, tuple(rest))


def _needles(told: Told, value: str) -> tuple[str, ...]:
    return tuple(needle.replace("{value}", value) for needle in told.needles)
