"""Dialogues by themselves: made once for any number of runs, checked, and counted."""

from experiments.dialogues.folder import Dialogues

__all__ = ["Dialogues"]
