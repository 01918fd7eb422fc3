"""``funnel``: how many pieces of needed evidence reached each stage, by the part they play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from experiments.studies.asking import UNDERIVABLE
from experiments.tables.base import Row, Table, Trials
from experiments.tables.catalogue import STAGES
from experiments.tables.outcome import Outcome, outcomes
from experiments.tables.testimony import Testimony

Key = tuple[str, str, str, str]  # trial, study, kind, role


class Funnel(Table):
    """Counts over all lives; questions before a change, and those that failed, stay out.

    So do questions without a right answer: nobody can say whether their evidence was used.
    ``used`` is null for studies whose answers are not judged.
    """

    name = "funnel"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._counts: dict[Key, list[int]] = {}
        self._judged: dict[Key, bool] = {}

    def take(self, life: Testimony) -> Iterable[Row]:
        """Count a life."""
        for outcome in outcomes(life):
            if _counts(outcome):
                self._count(outcome)
        return ()

    def rest(self) -> Iterator[Row]:
        """The counts."""
        for key, (evidence, *reached) in self._counts.items():
            trial, study, kind, role = key
            stages = dict(zip(STAGES, reached, strict=True))
            if not self._judged[key]:
                stages["used"] = None  # type: ignore[assignment]
            yield {"trial": trial, "study": study, "kind": kind, "role": role,
                   "evidence": evidence, **stages}  # fmt: skip

    def _count(self, outcome: Outcome) -> None:
        for one in outcome.traces():
            probe = outcome.probe
            key = (outcome.answer["trial"], probe["study"], probe["kind"], one["role"])
            counts = self._counts.setdefault(key, [0] * (1 + len(STAGES)))
            counts[0] += 1
            for place, stage in enumerate(STAGES, start=1):
                counts[place] += bool(one[stage])
            self._judged[key] = outcome.judged


def _counts(outcome: Outcome) -> bool:
    probe = outcome.probe
    asked = probe["phase"] != "before" and UNDERIVABLE not in probe["labels"]
    return asked and outcome.failure is None
