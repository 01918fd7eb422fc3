"""Running a recipe: lives on workers, a journal each, verdicts, tables, and a folder to resume."""

from experiments.running.conduct import rejudge, run
from experiments.running.crew import Engine
from experiments.running.progress import Progress
from experiments.running.result import Run, open_run

__all__ = ["Engine", "Progress", "Run", "open_run", "rejudge", "run"]
