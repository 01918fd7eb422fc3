"""A short-term buffer by topic, and a long-term store that is put in order while it sleeps."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.facts.extracted import ExtractingOptions, Fact
from memory_backends.facts.gathering import Gathering
from memory_backends.facts.topical import Gathered
from sim.roles.fact_manager import FACT_MANAGER, ManagerInput
from sim.text import estimated_tokens
from sim.views import Session


class LightMemOptions(ExtractingOptions):
    """``buffer_tokens`` fill the short-term memory; it sleeps after every ``sleep`` sessions.

    ``similar`` facts are looked at for each new one while it sleeps.
    """

    buffer_tokens: int = Field(default=512, ge=1)
    sleep: int = Field(default=10, ge=1)
    similar: int = Field(default=5, ge=1)


class LightMem(Gathering):
    """Three stages after Atkinson and Shiffrin (LightMem, Fang et al. 2025, section 3).

    What holds no fact is dropped at once (``extractor``; the paper compresses with LLMLingua-2).
    Facts stay in a short-term buffer, each by itself, until it is full; then each topic's
    (``session_record``) become one long-term entry. While it sleeps, ``fact_manager`` is asked of
    every fact that came since: what it replaces is taken out of older entries. Here the buffer is
    searched too: otherwise the latest sessions would be unknown.
    """

    name = "light_mem"
    Options: ClassVar[type[LightMemOptions]] = LightMemOptions
    options: LightMemOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._buffer: list[str] = []
        self._fresh: list[tuple[str, Fact]] = []

    def delete(self, memory_id: str) -> None:
        """Forget one entry with all its facts; KeyError if there is none of that id."""
        super().delete(memory_id)
        self._buffer = [one for one in self._buffer if one != memory_id]

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._buffer.clear()
        self._fresh.clear()

    def _take_in(self, fact: Fact, cue: str) -> None:
        if fact.note.act == "forget":
            self._forget(fact.note.about)
            return
        self._keep(Gathered(fact.memory.id, self._topic, (fact,)))
        self._buffer.append(fact.memory.id)
        self._fresh.append((cue, fact))

    def _over(self, session: Session) -> None:  # noqa: ARG002
        held = [self._gathered[one] for one in self._buffer if one in self._gathered]
        size = sum(estimated_tokens(fact.note.words) for one in held for fact in one.facts)
        if size > self.options.buffer_tokens:
            self._flush(held)
        if len(self._taken) % self.options.sleep == 0:
            self._sleep()

    def _flush(self, held: list[Gathered]) -> None:
        """Each topic of the buffer becomes an entry, called by its first fact."""
        by_topic: dict[str, list[Gathered]] = {}
        for one in held:
            by_topic.setdefault(one.topic, []).append(one)
        for topic, several in by_topic.items():
            for one in several:
                del self._gathered[one.id]
            facts = tuple(fact for one in several for fact in one.facts)
            self._keep(Gathered(several[0].id, topic, facts))
        self._buffer.clear()

    def _sleep(self) -> None:
        """Ask of each fact that came since what it does to older ones."""
        fresh, self._fresh = self._fresh, []
        for cue, fact in fresh:
            older = [
                (one, other)
                for one in self._gathered.values()
                for other in one.facts
                if other.memory.created_at < fact.memory.created_at
            ]
            self._reconcile(fact, older, cue)

    def _reconcile(self, fact: Fact, older: list[tuple[Gathered, Fact]], cue: str) -> None:
        texts = [other.note.words for _, other in older]
        near = [older[p] for p, _ in self._nearest(fact.note.words, texts, self.options.similar)]
        if not near or not self._is_held(fact):
            return
        given = ManagerInput(fact.note, tuple(other.note for _, other in near))
        managed = self.play(FACT_MANAGER, given, f"{cue}/sleep")
        if managed.operation in ("update", "delete") and managed.place is not None:
            one, other = near[managed.place]
            self._keep(one.without([other]))

    def _is_held(self, fact: Fact) -> bool:
        """Whether a fact is still there: it may have been deleted since it came."""
        return any(fact in one.facts for one in self._gathered.values())
