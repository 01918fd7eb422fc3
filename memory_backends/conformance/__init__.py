"""The conformance suite: what any memory backend must do before its numbers mean anything."""

from memory_backends.conformance.report import Report
from memory_backends.conformance.suite import check

__all__ = ["Report", "check"]
