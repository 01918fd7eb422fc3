"""The report: one self-contained HTML page made from the tables and journals of a run."""

from experiments.report.page import write

__all__ = ["write"]
