"""What a user's sessions on each topic have been like so far: settling something, or only asking.

A session speaks of several topics at once, each in part. How much of each is read off its words
and off what this user has spoken of before: of two topics that the words allow, the one that came
up more often is meant. Nothing fades: structure, once found, is believed (PerMem-Bench, finding 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sim.roles.session_record import SessionRecord

SETTLED = 0.74  # log odds, for a topic that lasts, of a session that settles something
ASKED = -1.0  # and of one that only asks; both from lives of 24 months (seed 1), rounded
SHARPNESS = 3  # how much better the best topic fits than the second best
FAINT = 0.15  # votes that a topic gets without any word for it
NAMED = 3.0  # votes that a topic gets that a record names without grading any
BEFORE = 1.0  # sessions that each topic counts for before it came up
PRIOR = 0.5  # log odds that a session is part of something lasting
MOST = 20.0  # log odds, at which a topic is as sure as it will ever be


@dataclass(frozen=True)
class Leanings:
    """``counts`` holds for each topic the sessions, in parts, and those that settled something."""

    counts: tuple[tuple[str, float, float], ...] = ()

    def odds(self, record: SessionRecord) -> float:
        """The log odds that a session is part of something lasting, itself and its topics."""
        own = SETTLED if record.settles else ASKED
        shares = self._shares(record)
        return PRIOR + own + sum(shares[topic] * self._evidence(topic) for topic in sorted(shares))

    def topic(self, record: SessionRecord) -> str:
        """The topic that a session is most about, "" if its words point nowhere."""
        shares = self._shares(record)
        return max(sorted(shares), key=lambda topic: shares[topic]) if _votes(record) else ""

    def after(self, record: SessionRecord) -> Leanings:
        """The leanings with one more session."""
        known = dict(self._known)
        for topic, share in self._shares(record).items():
            sessions, settled = known.get(topic, (0.0, 0.0))
            known[topic] = (sessions + share, settled + share * record.settles)
        return Leanings(tuple((topic, *known[topic]) for topic in sorted(known)))

    @cached_property
    def _known(self) -> Mapping[str, tuple[float, float]]:
        return {topic: (sessions, settled) for topic, sessions, settled in self.counts}

    def _shares(self, record: SessionRecord) -> dict[str, float]:
        votes = _votes(record)
        fits = {
            topic: (votes.get(topic, 0.0) + FAINT) ** SHARPNESS * (BEFORE + self._sessions(topic))
            for topic in sorted({*votes, *self._known})
        }
        total = sum(fits.values())
        return {topic: fit / total for topic, fit in fits.items()}

    def _sessions(self, topic: str) -> float:
        return self._known.get(topic, (0.0, 0.0))[0]

    def _evidence(self, topic: str) -> float:
        sessions, settled = self._known.get(topic, (0.0, 0.0))
        odds = settled * SETTLED + (sessions - settled) * ASKED
        return max(-MOST, min(MOST, odds))


def _votes(record: SessionRecord) -> dict[str, float]:
    """The votes of a record; a model names one topic and grades none."""
    return dict(record.leans) or ({record.topic: NAMED} if record.topic else {})
