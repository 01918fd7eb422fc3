"""What came of a question: judged or failed, credited or not, and where evidence was lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from experiments.tables.catalogue import STAGES
from experiments.tables.testimony import Record, Testimony
from sim.judging import is_stale
from sim.probes import Gold

DEPENDENT = ("absence", "cascade")
FILTERED = ("absence", "cascade", "deletion")  # MEME: credited only if right before (PROTOCOLS §1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question put to a trial, its verdict, and the verdict on the same question before.

    ``correct`` is None when there is no score: the answer or its judge failed, or the study does
    not judge answers (``judged`` False). ``before`` is None when the kind needs no check before;
    its own ``correct`` None means that the check failed to give a score.
    """

    probe: Record
    answer: Record
    verdict: Record | None
    before: Outcome | None = None

    @property
    def judged(self) -> bool:
        """Whether a verdict was due."""
        return self.verdict is not None

    @property
    def correct(self) -> bool | None:
        """Right, wrong, or without a score."""
        return None if self.verdict is None else self.verdict["correct"]

    @property
    def filters(self) -> bool:
        """Whether the trivial-pass filter applies."""
        return self.probe["kind"] in FILTERED and self.probe["phase"] != "before"

    @property
    def credited(self) -> bool | None:
        """Right, and not by luck: a question that was failed before the change earns nothing.

        None when either of the two questions has no score. A kind that is filtered but was not
        asked before cannot be credited.
        """
        if not self.filters or self.correct is None:
            return self.correct
        if self.before is None:
            return False
        return None if self.before.correct is None else self.correct and self.before.correct

    @property
    def trivial(self) -> bool | None:
        """Right now and wrong before; None when either has no score."""
        if self.correct is None or self.before is None or self.before.correct is None:
            return None
        return self.correct and not self.before.correct

    @property
    def stale_is_known(self) -> bool:
        """Whether something upstream has changed, so that an old value would be stale."""
        probe = self.probe
        return probe["kind"] in DEPENDENT and probe["phase"] == "after" and bool(_old(probe))

    @property
    def stale(self) -> bool | None:
        """Whether the answer gives an old value as the present one; None without an answer."""
        text, gold = self.answer["text"], self.probe["gold"]
        if text is None:
            return None
        return is_stale(Gold(tuple(gold["accepted"]), tuple(_old(self.probe))), text)

    @property
    def failure(self) -> Record | None:
        """Why there is no score: the answer's failure, or else the judge's."""
        if self.answer["failure"] is not None:
            return dict(self.answer["failure"])
        failed = None if self.verdict is None else self.verdict["failure"]
        return None if failed is None else dict(failed)

    def traces(self) -> Iterator[Record]:
        """The stages that each piece of needed evidence reached, ``used`` among them.

        Evidence is used when it was retrieved and the answer is right; without a verdict nobody
        knows (None).
        """
        needed = {piece["id"] for piece in self.probe["evidence"]}
        for one in self.answer["trace"]:
            if one["id"] in needed:
                known = self.correct is not None
                yield {**one, "used": one["retrieved"] and self.correct if known else None}

    def shares(self) -> dict[str, float | None]:
        """The share of needed evidence that reached each stage; None without evidence."""
        traces = list(self.traces())
        return {stage: _share([one[stage] for one in traces]) for stage in STAGES}

    @property
    def lost_at(self) -> str | None:
        """The first stage that not all needed evidence reached, "" if all did; None if failed."""
        if self.answer["failure"] is not None:
            return None
        shares = self.shares()
        return next((stage for stage in STAGES if shares[stage] not in (None, 1.0)), "")


def outcomes(life: Testimony) -> Iterator[Outcome]:
    """What came of every question of a life, in the order of the journal."""
    before: dict[tuple[str, str, str], Outcome] = {}
    for probe, answer, verdict in life.answers():
        outcome = Outcome(probe, answer, verdict)
        key = (answer["trial"], probe["study"], probe["pair"])
        if probe["phase"] == "before":
            before[key] = outcome
        elif probe["pair"]:
            outcome = replace(outcome, before=before.get(key))
        yield outcome


def _old(probe: Record) -> list[str]:
    return list(probe["gold"]["stale"])


def _share(reached: list[bool | None]) -> float | None:
    if not reached or None in reached:
        return None
    return sum(map(bool, reached)) / len(reached)
