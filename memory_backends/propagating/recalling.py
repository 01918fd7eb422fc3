"""What is brought back for a thing: how it stands now, why, and how it stood before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from memory_backends.propagating.entries import Derived, Told
from memory_backends.propagating.maintenance import Belief
from memory_backends.propagating.matching import key
from sim.views import Memory


class Recall:
    """The memories for each key, the current state first."""

    def __init__(
        self, told: Sequence[Told], belief: Belief, hidden: frozenset[str] = frozenset()
    ) -> None:
        self._belief, self._hidden = belief, hidden
        self._by_key: dict[str, list[Told]] = {}
        for one in told:
            self._by_key.setdefault(key(one), []).append(one)

    def bring(self, ranked: Iterable[tuple[str, float]], k: int) -> list[Memory]:
        """At most ``k`` memories for keys with scores, best first.

        Of keys that score the same (a question may be about several things) each first tells how it
        stands, then why and since when.
        """
        brought: dict[str, Memory] = {}
        for score, group in groupby(ranked, key=lambda item: item[1]):
            unfolded = [list(self._unfold(name)) for name, _ in group]
            heads = [memories[:1] for memories in unfolded]
            for memory in (m for part in (*heads, *unfolded) for m in part):
                if memory.id not in self._hidden:
                    brought.setdefault(memory.id, replace(memory, score=score))
            if len(brought) >= k:
                break
        return list(brought.values())[:k]

    def _unfold(self, name: str) -> Iterator[Memory]:
        told = self._by_key.get(name, [])
        if name in self._belief.forgotten:
            yield self._belief.forgotten[name].memory()
            return
        now = self._belief.standing.get(name)
        if isinstance(now, Derived):
            yield now.memory()
            yield from self._because(now, set())
        yield from self._values(told, now)
        if not isinstance(now, Derived):
            yield from (one.memory() for one in told if not one.tells_value)

    def _values(self, told: Sequence[Told], now: Told | Derived | None) -> Iterator[Memory]:
        """Told values, latest first; those that a change upstream has overtaken say so."""
        for one in reversed([one for one in told if one.tells_value]):
            overtaken = isinstance(now, Derived) and one.at <= now.cause.at
            yield (
                one.superseded(now.cause)
                if isinstance(now, Derived) and overtaken
                else one.memory()
            )

    def _because(self, derived: Derived, seen: set[str]) -> Iterator[Memory]:
        """The change at the root, the rules from there, and the standing of what lies between."""
        yield derived.cause.memory()
        for reason in derived.rests_on:
            yield reason.memory()
        for parent in dict.fromkeys(reason.note.parent for reason in derived.rests_on):
            upstream = self._belief.standing.get(parent)
            if isinstance(upstream, Derived) and parent not in seen:
                seen.add(parent)
                yield from self._because(upstream, seen)
