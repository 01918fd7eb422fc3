"""Progress on standard error, for anything that may take more than a second."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self


class Progress:
    """A bar on a terminal; silent where nobody is watching. ``total`` None means: unknown.

    A name for what was just finished may be given; it stands behind the bar.
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what, self._total = what, total
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=self._total, last="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def reach(self, what: str, done: int, total: int, finished: str = "") -> None:
        """So many of so many steps of a phase are done."""
        if self._bar is not None:
            fields = {"description": what, "completed": done, "total": total, "last": finished}
            self._bar.update(self._task, **fields)

    def advance(self, finished: str = "", steps: int = 1) -> None:
        """One step more is done."""
        if self._bar is not None:
            self._bar.update(self._task, advance=steps, last=finished)


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}"),
        console=Console(stderr=True),
        transient=True,
    )
