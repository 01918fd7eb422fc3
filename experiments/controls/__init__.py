"""Controls: backends, gates and readers that know gold, or know nothing; by name in recipes."""

from collections.abc import Mapping

from experiments.controls.backends import (
    Control,
    NoMemory,
    OracleFacts,
    OracleSessions,
    OracleTurns,
    StaleFacts,
)
from experiments.controls.gates import Decide, oracle
from experiments.controls.readers import ABSTENTION, ALWAYS_ABSTAIN
from sim.cast.role import Role
from sim.roles.answerer import AnswererInput, AnswererOutput

BACKENDS: Mapping[str, type[Control]] = {
    kind.name: kind for kind in (NoMemory, OracleTurns, OracleSessions, OracleFacts, StaleFacts)
}
GATES: Mapping[str, Decide] = {"oracle": oracle}
READERS: Mapping[str, Role[AnswererInput, AnswererOutput]] = {"always_abstain": ALWAYS_ABSTAIN}

__all__ = [
    "ABSTENTION",
    "BACKENDS",
    "GATES",
    "READERS",
    "Control",
    "Decide",
]
