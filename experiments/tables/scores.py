"""``scores``: every measure of every trial, with its counts and its interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from experiments.statistics import Interval
from experiments.studies.retrieval import Retrieval, measured
from experiments.tables.axes import MEASURE, axes
from experiments.tables.base import Row, Table, Trials
from experiments.tables.cells import Cells, total
from experiments.tables.outcome import FILTERED, Outcome, outcomes
from experiments.tables.testimony import Testimony
from sim.seeds import Part

ALL = "all"
# kind "all" is the mean over kinds, as in MEME
MACRO = ("accuracy", "filtered", "trivial_pass", "stale")
PARTIAL = ("tracking", "aggregation")  # kinds with credit for a part of the answer


class Key(NamedTuple):
    """What a score is about."""

    trial: str
    study: str
    kind: str
    measure: str


class Scores(Table):
    """Accuracy before and after the trivial-pass filter, retention rate, ranks of evidence."""

    name = "scores"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._cells: Cells[Key] = Cells()

    def take(self, life: Testimony) -> Iterable[Row]:
        """Count a life."""
        self._cells.begin_life()
        for outcome in outcomes(life):
            if outcome.judged:
                self._count(outcome)
            if outcome.stale_is_known:
                self._count_stale(outcome)
        self._count_retention(life)
        self._count_ranks(life)
        return ()

    def rest(self) -> Iterator[Row]:
        """The scores; ``all`` rows of judged studies weigh each kind the same."""
        path: tuple[Part, ...] = (*self.trials.seed_path, "scores")
        keys = sorted(self._cells.cells)
        found = self._cells.intervals(keys, *path)
        rows = [self._row(key, self._cells.at(key).mean, found[key]) for key in keys]
        yield from (*rows, *self._macro(keys, path), *self._axes(keys, path))

    def _count(self, outcome: Outcome) -> None:
        for measure, value in _values(outcome):
            self._score(outcome, measure, value)

    def _count_stale(self, outcome: Outcome) -> None:
        """Needs no verdict: also asked of questions that have no right answer."""
        self._score(outcome, "stale", _number(outcome.stale))

    def _score(self, outcome: Outcome, measure: str, value: float | None) -> None:
        probe, answer = outcome.probe, outcome.answer
        kinds = [probe["kind"]]
        kinds += [f"{probe['kind']}@{probe['hop']}"] if probe["hop"] else []
        for kind in kinds:
            self._cells.at(Key(answer["trial"], probe["study"], kind, measure)).score(
                self._cells.life,
                value,
                answered=answer["text"] is not None,
                failed=value is None,
            )

    def _count_retention(self, life: Testimony) -> None:
        """Facts followed by any trial were there to be followed by all; a trial that dropped out
        has failed to say."""
        records = life.of("retention")
        facts = {record["fact"]: record["kind"] for record in records}
        followed: set[tuple[str, str]] = set()
        for record in records:
            followed.add((record["trial"], record["fact"]))
            for kind in (record["kind"], ALL):
                cell = self._cells.at(Key(record["trial"], "retention", kind, "retention_rate"))
                cell.asked, cell.answered, cell.scored = (
                    cell.asked + 1, cell.answered + 1, cell.scored + 1,
                )  # fmt: skip
                cell.add(self._cells.life, record["present"], record["required"])
        for trial in self.trials.specs:
            for fact, own in facts.items():
                if (trial, fact) not in followed:
                    self._miss(trial, own)

    def _miss(self, trial: str, own: str) -> None:
        for kind in (own, ALL):
            key = Key(trial, "retention", kind, "retention_rate")
            self._cells.at(key).score(self._cells.life, None, answered=False, failed=True)

    def _count_ranks(self, life: Testimony) -> None:
        depths = {name: spec.k for name, spec in self.trials.specs.items()}
        for one in measured(life.records, depths):
            cell = self._cells.at(Key(one.trial, Retrieval.name, one.kind, one.measure))
            cell.score(self._cells.life, one.value, answered=not one.failed, failed=one.failed)

    def _macro(self, keys: list[Key], path: tuple[Part, ...]) -> Iterator[Row]:
        groups: dict[tuple[str, str, str], list[Key]] = {}
        for key in keys:
            if key.measure in MACRO and "@" not in key.kind:
                groups.setdefault((key.trial, key.study, key.measure), []).append(key)
        for (trial, study, measure), members in groups.items():
            mean, bounds = self._cells.macro(members, *path)
            counts = total(self._cells.at(key) for key in members)
            key = Key(trial, study, ALL, measure)
            yield self._filled(key, counts, mean, bounds)

    def _axes(self, keys: list[Key], path: tuple[Part, ...]) -> Iterator[Row]:
        """What it costs a trial that several entities are asked about, and that things change."""
        groups: dict[tuple[str, str], dict[str, Key]] = {}
        for key in keys:
            if key.measure == "filtered":
                groups.setdefault((key.trial, key.study), {})[key.kind] = key
        for (trial, study), members in groups.items():
            for axis in axes(self._cells, members, path):
                counts = total(self._cells.at(members[kind]) for kind in axis.kinds)
                key = Key(trial, study, axis.name, MEASURE)
                yield self._filled(key, counts, axis.mean, axis.bounds)

    def _row(self, key: Key, mean: float | None, bounds: Interval) -> Row:
        return self._filled(key, total([self._cells.at(key)]), mean, bounds)

    def _filled(
        self, key: Key, counts: dict[str, int], mean: float | None, bounds: Interval
    ) -> Row:
        return {
            "trial": key.trial,
            **self.trials.parts(key.trial),
            "study": key.study,
            "kind": key.kind,
            "measure": key.measure,
            **counts,
            "mean": mean,
            "low": bounds.low,
            "high": bounds.high,
        }


def _values(outcome: Outcome) -> Iterator[tuple[str, float | None]]:
    """The measures that one judged question counts for, each with its value."""
    kind, phase = outcome.probe["kind"], outcome.probe["phase"]
    if phase == "before":
        yield "before", _number(outcome.correct)
        return
    if phase == "end":
        yield "at_end", _number(outcome.correct)
        return
    yield "accuracy", _number(outcome.correct)
    yield "filtered", _number(outcome.credited)
    if kind in FILTERED:
        yield "trivial_pass", _number(outcome.trivial)
    yield from _failures(outcome)
    if kind in PARTIAL:
        yield "partial", None if outcome.verdict is None else outcome.verdict["partial"]


def _failures(outcome: Outcome) -> Iterator[tuple[str, float | None]]:
    """Whether a wrong answer lacked evidence, or had all of it before it (MEME, table 17).

    Asked of answers that are wrong although the question was answered right before, if it was put.
    """
    retrieved = outcome.shares()["retrieved"]
    before = outcome.before is None or outcome.before.correct
    if outcome.correct is False and before and retrieved is not None:
        yield "retrieval_failure", float(retrieved < 1)
        yield "answering_failure", float(retrieved == 1)


def _number(right: bool | None) -> float | None:
    return None if right is None else float(right)
