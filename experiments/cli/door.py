"""Where commands end: an error becomes one sentence and an exit code, 1 failed or 2 misused."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

from sim.errors import LifeworldError, Misuse

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
DEBUG = "--debug"


class Door(TyperGroup):
    """The outermost group of commands. ``--debug`` may stand anywhere and shows tracebacks."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run a command; whatever it raises is said on standard error, then the process exits."""
        given = list(sys.argv[1:] if args is None else args)
        try:
            return super().main([arg for arg in given if arg != DEBUG], *rest, **more)
        except BrokenPipeError:  # the reader of the output has seen enough (| head)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FAILED)
        except KeyboardInterrupt:
            _say("interrupted; what is finished is kept, the same command goes on from there")
            sys.exit(INTERRUPTED)
        except Exception as error:  # noqa: BLE001  (the last door: said, never swallowed)
            if DEBUG in given:
                traceback.print_exception(error)
            _say(_sentence(error))
            sys.exit(MISUSED if isinstance(error, Misuse) else FAILED)


def _sentence(error: Exception) -> str:
    if isinstance(error, LifeworldError):
        return str(error)
    if isinstance(error, OSError):
        return f"the file system refused: {error}"
    return (
        f"this is a fault of Lifeworld, not of your input: {type(error).__name__}: {error} "
        f"(add {DEBUG} for the traceback)"
    )


def _say(sentence: str) -> None:
    sys.stderr.write(f"lifeworld: {sentence}\n")
