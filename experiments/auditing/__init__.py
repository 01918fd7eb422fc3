"""Auditing dialogue: does every session say what it was meant to say? (MEME, section 3.2, step 4)

Layer 1 finds the turn that conveyed each fact; layer 2 looks at five points: the value is present,
a condition is still one, the entity is named, the dependency is explicit, gold is well formed.
"""

from experiments.auditing.acceptance import acceptance
from experiments.auditing.audit import audit_life, audit_session, heard_of, reveals_of
from experiments.auditing.findings import SEVERITIES, Finding, Severity, gravest, summary
from experiments.auditing.heard import Heard
from experiments.auditing.points import Auditor

__all__ = [
    "SEVERITIES",
    "Auditor",
    "Finding",
    "Heard",
    "Severity",
    "acceptance",
    "audit_life",
    "audit_session",
    "gravest",
    "heard_of",
    "reveals_of",
    "summary",
]
