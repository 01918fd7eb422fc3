"""Trials: gate x backend x budget x reader, and what becomes of one in a life."""

from experiments.trials.live import Trial
from experiments.trials.spec import DEFAULT_DEPTH, TrialSpec

__all__ = ["DEFAULT_DEPTH", "Trial", "TrialSpec"]
