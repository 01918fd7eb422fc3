"""The port of studies: which facts they watch, what they ask and when, what they measure.

A study instance serves one life; ``fresh`` gives another like it. It sees gold: it stands on the
near side of the wall, and what it hands over are probes whose ``question`` alone goes across.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, Self

from pydantic import BaseModel, ConfigDict

from sim.facts import Fact, Ledger
from sim.life import Life
from sim.moments import Moment
from sim.probes import Probe
from sim.probing import StoreWatch

Record = dict[str, object]
"""One line of a journal: ready for JSON, its keys in a fixed order, "record" first."""


class Source(Protocol):
    """A life being lived, or an imported user: moments in order of time, and the ledger so far."""

    @property
    def life(self) -> Life:
        """The life the moments belong to."""
        ...

    @property
    def ledger(self) -> Ledger:
        """What is true and what was told, up to the moment just emitted."""
        ...

    def __iter__(self) -> Iterator[Moment]:
        """The moments; iterates once."""
        ...


class StudyOptions(BaseModel):
    """The options of a study; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Skip:
    """A question that could not be asked, and why: counted, never scored."""

    question: str
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Observed:
    """What a study may look at when a life is over: the stores of trials, and who dropped out.

    ``stores`` has the trials that lasted to the end, ``ended`` the others with their reason.
    """

    stores: Mapping[str, StoreWatch]
    ended: Mapping[str, str] = field(default_factory=dict)


class Study(ABC):
    """One question about memory, asked of lives. Subclasses say their ``name`` and ``Options``.

    ``needs`` names backend capabilities the study cannot do without ("enumerate"); ``judged`` is
    False for a study whose answers are measured by what was retrieved alone, ``of_corpus`` True
    for one that asks the questions of an imported corpus and has none for simulated lives.
    """

    name: ClassVar[str]
    Options: ClassVar[type[StudyOptions]] = StudyOptions
    needs: ClassVar[frozenset[str]] = frozenset()
    judged: ClassVar[bool] = True
    of_corpus: ClassVar[bool] = False

    def __init__(self, options: StudyOptions | None = None) -> None:
        self.options = options if options is not None else self.Options()
        self.skips: list[Skip] = []

    def fresh(self) -> Self:
        """The same study for another life."""
        return type(self)(self.options)

    def begin(self, source: Source) -> None:
        """A life is about to begin; by default nothing needs to be prepared."""

    def probes_before(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:  # noqa: ARG002
        """What to ask before the trials take in a moment; by default nothing."""
        return []

    def probes(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:  # noqa: ARG002
        """What to ask once the trials have taken in a moment; by default nothing."""
        return []

    def watched(self, life: Life) -> tuple[Fact, ...]:  # noqa: ARG002
        """Facts whose presence in the stores will be asked for; naming them early saves time."""
        return ()

    def close(self, life: Life, ledger: Ledger, observed: Observed) -> Iterator[Record]:  # noqa: ARG002
        """Records about the life as a whole, one trial after another; by default none."""
        return iter(())
