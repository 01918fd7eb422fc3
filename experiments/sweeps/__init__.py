"""Sweeps: one recipe, several runs, one table."""

from experiments.sweeps.cells import REPEAT, Cell, cells, is_swept
from experiments.sweeps.conduct import Sweep, sweep

__all__ = ["REPEAT", "Cell", "Sweep", "cells", "is_swept", "sweep"]
