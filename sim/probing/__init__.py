"""What became of facts in a store: presence over a life, and the loss funnel of a probe."""

from sim.probing.carriers import Carriers
from sim.probing.trace import STAGES, EvidenceTrace, share, trace, trace_probe
from sim.probing.watch import Stay, StoreChange, StoreWatch

__all__ = [
    "STAGES",
    "Carriers",
    "EvidenceTrace",
    "Stay",
    "StoreChange",
    "StoreWatch",
    "share",
    "trace",
    "trace_probe",
]
