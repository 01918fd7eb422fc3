"""Studies: each adds probes to lives and says what to measure. Found by name."""

from experiments.studies.base import (
    Observed,
    Record,
    Skip,
    Source,
    Study,
    StudyOptions,
)
from experiments.studies.registry import create, describe, names, resolve

__all__ = [
    "Observed",
    "Record",
    "Skip",
    "Source",
    "Study",
    "StudyOptions",
    "create",
    "describe",
    "names",
    "resolve",
]
