"""Gold: the facts of a life, when they hold, and the ledger of what was true and what was told.

Nothing here may be imported by memory backends, gates or the assistant's side (import contract).
Every id of a gold object carries the mark ``gold:``; tests assert that the mark never crosses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from sim.clock import Minutes
from sim.text import carries

GOLD_MARK = "gold:"

FactKind = Literal[
    "user_profile",  # true for good once learnt (PerMem-Bench, section 3)
    "ongoing_state",  # true while its project runs
    "value",  # an entity of a world has a value
    "dependency",  # one entity depends on another
    "rule",  # if the parent becomes x, the child becomes y
    "change",  # an entity has taken another value
    "request",  # the user asks to forget something
    "preference",  # how the person likes things to be (KnowAct)
    "event",  # something that happened to the person on a date (PRAGMA)
    "position",  # where the person stands on an axis at a date (PRAGMA)
]
Expression = Literal["explicit", "incidental", "inferential"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of a person, as structured data, before anyone put it into words.

    ``needles`` are the words a text must contain, all of them, to carry the fact; values of rules
    and changes are among them. ``holds_until`` and ``retain_until`` are minutes of the life, or
    None for "to the end"; the timeline may bring them forward (a project that is dropped).
    ``domain`` and ``project`` name the origin for tables; they never cross the wall.
    """

    id: str
    subject: str
    attribute: str
    values: tuple[str, ...]
    kind: FactKind
    needles: tuple[str, ...]
    holds_from: Minutes = 0
    holds_until: Minutes | None = None
    expression: Expression = "explicit"
    depends_on: tuple[str, ...] = ()
    domain: str = ""
    project: str = ""

    def is_carried_by(self, text: str) -> bool:
        """Whether a text holds every needle; case and spacing may differ."""
        return carries(text, self.needles)


@dataclass(frozen=True, slots=True)
class Telling:
    """A fact left the user's mouth: in which session, in which turn, when."""

    fact_id: str
    session_id: str
    turn_id: str
    at: Minutes


@dataclass(slots=True)
class Ledger:
    """What is true and what was told, growing as a life is lived.

    >>> ledger = Ledger()
    >>> home = Fact("gold:home", "ada", "residence", ("Brask",), "value", ("Brask",))
    >>> ledger.record(home)
    >>> ledger.tell(Telling("gold:home", "s1", "s1.0", 30))
    >>> ledger.was_told("gold:home", by=29), ledger.was_told("gold:home", by=30)
    (False, True)
    """

    facts: dict[str, Fact] = field(default_factory=dict)
    tellings: dict[str, list[Telling]] = field(default_factory=dict)
    ends: dict[str, Minutes] = field(default_factory=dict)

    def record(self, *facts: Fact) -> None:
        """Enter facts; the same id twice is an error of the author."""
        for fact in facts:
            if fact.id in self.facts:
                raise ValueError(f"fact {fact.id!r} is already in the ledger")
            self.facts[fact.id] = fact

    def tell(self, telling: Telling) -> None:
        """Note that a fact was expressed; later repetitions are kept behind the first."""
        self.tellings.setdefault(telling.fact_id, []).append(telling)

    def cease(self, fact_id: str, at: Minutes) -> None:
        """From this minute on the fact no longer holds; the earliest such minute counts."""
        if fact_id not in self.facts:
            raise ValueError(f"fact {fact_id!r} is not in the ledger")
        fact = self.facts[fact_id]
        until = at if fact.holds_until is None else min(at, fact.holds_until)
        self.facts[fact_id] = replace(fact, holds_until=until)

    def end(self, fact_id: str, at: Minutes) -> None:
        """From this minute on the fact need not be remembered; the earliest end counts."""
        self.ends[fact_id] = min(at, self.ends.get(fact_id, at))

    def first_told(self, fact_id: str) -> Telling | None:
        """The first time the fact was expressed, or None."""
        told = self.tellings.get(fact_id)
        return told[0] if told else None

    def was_told(self, fact_id: str, *, by: Minutes) -> bool:
        """Whether the fact had been expressed by a minute of the life (inclusive)."""
        first = self.first_told(fact_id)
        return first is not None and first.at <= by

    def told(self, *, by: Minutes) -> Iterator[Fact]:
        """The facts expressed by a minute of the life, in the order they were first told."""
        firsts = [told[0] for told in self.tellings.values() if told[0].at <= by]
        return (self.facts[telling.fact_id] for telling in firsts)

    def true_at(self, minute: Minutes) -> Iterator[Fact]:
        """The facts that hold at a minute, told or not, in the order they were recorded."""
        return (fact for fact in self.facts.values() if _holds(fact, minute))


def _holds(fact: Fact, minute: Minutes) -> bool:
    ended = fact.holds_until is not None and minute >= fact.holds_until
    return fact.holds_from <= minute and not ended


def ids(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The ids of some facts, in their order."""
    return tuple(fact.id for fact in facts)
