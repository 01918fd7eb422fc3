"""``failures``: everything that should have given a result and did not, with where and why."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.tables.base import Row, Table
from experiments.tables.testimony import Testimony


class Failures(Table):
    """One row a failure: of a backend or a study, of an answer, of a judge."""

    name = "failures"
    counts_failed = True

    def take(self, life: Testimony) -> Iterator[Row]:
        """The failures of a life."""
        for record in life.of("failure"):
            yield _row(life.name, record["trial"], record)
        for _, answer, verdict in life.answers():
            judged = None if verdict is None else verdict["failure"]
            failure = answer["failure"] or judged
            if failure:
                yield _row(life.name, answer["trial"], failure, f"probe {answer['probe']}: ")


def _row(life: str, trial: str, failure: Row, about: str = "") -> Row:
    why, raw = about + failure["why"], failure.get("raw", "")
    return {"life": life, "trial": trial, "where": failure["where"], "why": why, "raw": raw}
