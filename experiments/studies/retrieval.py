"""Retrieval: does the evidence of a question come back, and at which rank? (imported corpora)

Every question of a recorded life is asked when the life is over. What counts is the ranking of the
memories that came back, by the sources they name; no reader and no judge has a part in it, so an
answer may be empty. Measures are called ``<granularity>:<measure>@<k>``, for example
``session:recall_all@5``; see :mod:`experiments.studies.ranked`.

- *turn*: the distinct turns that the memories name, in rank order, those of one memory in theirs.
- *session*: the distinct sessions in rank order. A ranking made from turns is as deep as the
  distinct sessions among the turns that were retrieved: give such a trial a large ``k``.

Not scored, and never a miss: questions without valid evidence, ``k`` beyond the trial's depth, and
``k`` that reaches the number of items there are, where all that was ever said would score 1. The
kind ``all`` pools the questions of every kind but those a corpus keeps apart (adversarial ones).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from experiments.studies.base import Record, Source, Study
from experiments.studies.ranked import CUTOFFS, MEASURES, distinct
from sim.errors import Misuse
from sim.facts import Ledger
from sim.life import Life
from sim.moments import CheckpointReached, Moment
from sim.probes import Probe

Granularity = Literal["turn", "session"]
GRANULARITIES: tuple[Granularity, ...] = ("turn", "session")


@runtime_checkable
class Recorded(Protocol):
    """A source that brings its own questions, such as a user of a corpus."""

    @property
    def probes(self) -> tuple[Probe, ...]:
        """The questions, in the order in which they are to be asked."""
        ...


class Retrieval(Study):
    """Asks a corpus's own questions at the end of each life; measures ranks of the evidence."""

    name = "retrieval"
    judged: ClassVar[bool] = False
    of_corpus: ClassVar[bool] = True

    def begin(self, source: Source) -> None:
        """Take the questions from the source. Raises Misuse if it brings none."""
        if not isinstance(source, Recorded):
            raise Misuse(
                "the study 'retrieval' asks the questions of a corpus and a simulated life has "
                "none: give the recipe a corpus (--set corpus=FOLDER) or choose another study"
            )
        self._probes = source.probes

    def probes(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:  # noqa: ARG002
        """All questions, once the life is over."""
        over = isinstance(moment, CheckpointReached) and moment.last
        return list(self._probes) if over else []


@dataclass(frozen=True, slots=True)
class Measured:
    """One measure of one answer. ``value`` is None where it is not scored, and ``why`` says why."""

    life: str
    trial: str
    probe: str
    kind: str
    measure: str
    value: float | None
    failed: bool = False
    why: str = ""


def measured(records: Iterable[Record], depths: Mapping[str, int]) -> Iterator[Measured]:
    """Every measure of every answer in journals, under its own kind and, if it counts, ``all``.

    ``depths`` tells each trial's ``k``. Sessions and probes must come before the answers, as they
    do in a journal; records of other studies are passed over.
    """
    life = _Items()
    for record in records:
        row: Any = record
        if row["record"] == "life":
            life = _Items()
        elif row["record"] == "session":
            life.add(row)
        elif row["record"] == "probe" and row["study"] == Retrieval.name:
            life.probes[row["probe"]] = row
        elif row["record"] == "answer" and row["probe"] in life.probes:
            yield from _measures(row, life, depths[row["trial"]])


class _Items:
    """What there is to be found in one life, and what is asked."""

    def __init__(self) -> None:
        self.probes: dict[str, Any] = {}
        self._found: dict[Granularity, set[str]] = {"turn": set(), "session": set()}

    def add(self, session: Any) -> None:
        self._found["session"].add(session["session"])
        self._found["turn"].update(turn["id"] for turn in session["turns"])

    def count(self, granularity: Granularity) -> int:
        return len(self._found[granularity])


def _measures(answer: Any, life: _Items, depth: int) -> Iterator[Measured]:
    probe, failed = life.probes[answer["probe"]], answer["failure"] is not None
    kinds = [probe["kind"]] + ([] if probe["labels"].get("unranked") else ["all"])
    for granularity in GRANULARITIES:
        count = life.count(granularity)
        for name, value, why in _values(probe, answer, granularity, count, depth):
            for kind in kinds:
                yield Measured(
                    answer["life"], answer["trial"], answer["probe"], kind, name, value, failed, why
                )


def _values(
    probe: Any, answer: Any, granularity: Granularity, count: int, depth: int
) -> Iterator[tuple[str, float | None, str]]:
    """Name, value and why there is none, of every measure at one granularity."""
    ranking = _ranking(answer["memories"], granularity)
    correct = _correct(probe["evidence"], granularity)
    unscored = _unscored(probe, answer, ranking, granularity)
    for k in CUTOFFS:
        why = unscored or _out_of_reach(k, depth, count, granularity)
        for name, measure in MEASURES.items():
            value = None if why else measure(ranking, correct, k)
            yield f"{granularity}:{name}@{k}", value, why


def _ranking(memories: list[Any], granularity: Granularity) -> list[str]:
    key = "turns" if granularity == "turn" else "sessions"
    return distinct(item for memory in memories for item in memory[key])


def _correct(evidence: list[Any], granularity: Granularity) -> set[str]:
    if granularity == "session":
        return {piece["session"] for piece in evidence}
    return {turn for piece in evidence for turn in piece["turns"]}


def _unscored(probe: Any, answer: Any, ranking: list[str], granularity: Granularity) -> str:
    """Why nothing can be said about an answer, or ""."""
    if answer["failure"] is not None:
        return str(answer["failure"]["why"])
    if probe["labels"].get("refused") or not probe["evidence"]:
        return str(probe["labels"].get("refused") or "no evidence")
    if answer["memories"] and not ranking:
        return f"the memories name no {granularity}s"
    return ""


def _out_of_reach(k: int, depth: int, count: int, granularity: Granularity) -> str:
    """Why a cut-off says nothing, or ""."""
    if k > depth:
        return f"the trial retrieves {depth} memories"
    return f"there are {count} {granularity}s in all" if k >= count else ""
