"""The loss funnel of a piece of evidence: expressed, stored, kept, retrieved, used (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sim.probes import Evidence, Probe
from sim.probing.watch import StoreWatch
from sim.views import Memory

STAGES = ("expressed", "stored", "kept", "retrieved", "used")


@dataclass(frozen=True, slots=True)
class EvidenceTrace:
    """How far a piece of evidence came. Stages are nested: one counts only after the one before.

    ``used`` is known once the answer is judged: a right answer has used what was retrieved.
    """

    evidence_id: str
    role: str
    expressed: bool
    stored: bool
    kept: bool
    retrieved: bool
    used: bool = False

    def judged(self, *, correct: bool) -> EvidenceTrace:
        """The same trace once the verdict is known."""
        return replace(self, used=self.retrieved and correct)

    @property
    def lost_at(self) -> str:
        """The first stage that was not reached, or "" if all were."""
        return next((stage for stage in STAGES if not getattr(self, stage)), "")


def trace(
    evidence: Evidence, watch: StoreWatch, retrieved: Sequence[Memory], *, told: bool = True
) -> EvidenceTrace:
    """Follow one piece of evidence through a trial's store into the memories it retrieved.

    ``told=False`` is for optional evidence that nobody had to say (a value that a memory may have
    propagated on its own): its later stages do not wait for the first.
    """
    expressed = bool(evidence.session_id)
    stored = (expressed or not told) and watch.stored_since(
        evidence, watch.tick_of(evidence.session_id)
    )
    kept = stored and watch.holds(evidence)
    found = kept and any(watch.carried(evidence, memory) for memory in retrieved)
    return EvidenceTrace(evidence.id, evidence.role, expressed, stored, kept, found)


def trace_probe(
    probe: Probe, watch: StoreWatch, retrieved: Sequence[Memory]
) -> tuple[EvidenceTrace, ...]:
    """The traces of all evidence of a probe, needed first, then optional.

    For a deletion the needed evidence is the request; the hidden value is optional, and finding it
    among the retrieved memories is what must not happen.
    """
    needed = [trace(piece, watch, retrieved) for piece in probe.evidence]
    optional = [trace(piece, watch, retrieved, told=False) for piece in probe.optional]
    return (*needed, *optional)


def share(traces: Iterable[EvidenceTrace], stage: str) -> float | None:
    """The share of traces that reached a stage; None if there are none.

    >>> both = [EvidenceTrace("a", "value", True, True, True, False),
    ...         EvidenceTrace("b", "rule", True, False, False, False)]
    >>> share(both, "stored"), share([], "stored")
    (0.5, None)
    """
    reached = [bool(getattr(one, stage)) for one in traces]
    return sum(reached) / len(reached) if reached else None
