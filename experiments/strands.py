"""Strands by name: conversations that are woven into lives for the sake of a study.

A strand is a class with ``Options`` and ``weave``. Built in, from entry points
``lifeworld.strands``, or as ``module:Class``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from experiments.studies.base import StudyOptions
from memory_backends.registry import Registry, Row
from sim.clock import Calendar, Minutes
from sim.life import PersonaCard
from sim.plans import Strand
from sim.seeds import Part


@dataclass(frozen=True, slots=True)
class Setting:
    """What a strand is woven into: whose life, when, how long; ``number`` is its place in the run.

    ``seed_path`` roots the strand's own random streams.
    """

    persona: PersonaCard
    calendar: Calendar
    horizon: Minutes
    seed_path: tuple[Part, ...]
    number: int = 0


class Weaver(ABC):
    """Weaves one kind of strand. Subclasses say their ``name`` and ``Options``."""

    name: ClassVar[str]
    Options: ClassVar[type[StudyOptions]] = StudyOptions

    def __init__(self, options: StudyOptions | None = None) -> None:
        self.options = options if options is not None else self.Options()

    @abstractmethod
    def weave(self, setting: Setting) -> Strand:
        """The strand for one life. Raises Misuse for a life that is too short for it."""


STRANDS: Registry[Weaver] = Registry(
    "strand",
    group="lifeworld.strands",
    base=Weaver,
    built_in={},
)


def woven(wanted: Mapping[str, Mapping[str, Any]], setting: Setting) -> Iterator[Strand]:
    """The strands that a recipe wants, in the order of their names.

    Raises UnknownName for a strand nobody knows, Misuse for an option that is wrong.
    """
    for name in sorted(wanted):
        yield STRANDS.create(name, **wanted[name]).weave(setting)


def describe() -> list[Row]:
    """One row a strand, sorted by name."""
    return STRANDS.describe()
