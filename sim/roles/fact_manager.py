"""The fact manager: what a new fact does to those already stored that are like it.

Mem0's second step (Chhikara et al. 2025, section 2.1; the library's 2.x no longer has it): add the
fact, let it take the place of another, delete one that it contradicts, or do nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.extracting import Noted
from sim.text import normal

Operation = Literal["add", "update", "delete", "none"]


@dataclass(frozen=True, slots=True)
class ManagerInput:
    """A new fact, and the stored ones that are most like it, nearest first.

    Scripted managers know what each is about (``Noted``); a model is shown the words alone.
    """

    fact: Noted
    stored: tuple[Noted, ...]

    def reading(self) -> str:
        """The words of all of them."""
        return "\n".join([self.fact.words, *(one.words for one in self.stored)])


@dataclass(frozen=True, slots=True)
class Managed:
    """What to do; ``place`` is the stored fact concerned, counted from 0 (``add``: none)."""

    operation: Operation
    place: int | None = None

    def reading(self) -> str:
        """As a model would write it."""
        return self.operation if self.place is None else f"{self.operation} {self.place + 1}"


def manage(given: ManagerInput, rng: Generator) -> Managed:  # noqa: ARG001
    """Same words: nothing. A wish to forget: delete, as long as there is something of it.

    A new value of the same thing: update.
    """
    for place, one in enumerate(given.stored):
        if normal(one.words) == normal(given.fact.words):
            return Managed("none", place)
    same = [place for place, one in enumerate(given.stored) if _same_thing(one, given.fact)]
    if given.fact.act == "forget":
        return Managed("delete", same[0]) if same else Managed("none")
    if not same or given.fact.act == "note":
        return Managed("add")
    return Managed("update", same[0]) if given.fact.act in ("state", "change") else Managed("add")


def _same_thing(stored: Noted, new: Noted) -> bool:
    """Whether a stored value is one of what the new fact is about."""
    return bool(new.about) and stored.about == new.about and stored.act in ("state", "change")


FACT_MANAGER: Role[ManagerInput, Managed] = Role(
    name="fact_manager",
    purpose="Says what a new fact does to the stored ones: add, update, delete or none.",
    input=ManagerInput,
    output=Managed,
    twin=manage,
)
