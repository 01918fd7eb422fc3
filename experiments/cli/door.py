"""Where commands end: an error becomes one sentence and an exit code, 1 failed or 2 misused."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from typer import Abort
from typer.core import TyperGroup

from sim.errors import LifeworldError, Misuse, folded, told

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
DEBUG = "--debug"
NAMED_WRONGLY = (IsADirectoryError, NotADirectoryError, FileNotFoundError, FileExistsError)
"""Errors of the file system that another path on the command line would have avoided."""


class Door(TyperGroup):
    """The outermost group of commands. ``--debug`` may stand anywhere and shows tracebacks."""

    debugs = False

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Read the command line and run a command."""
        given = list(sys.argv[1:] if args is None else args)
        self.debugs = DEBUG in given
        return super().main([arg for arg in given if arg != DEBUG], *rest, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an error is said on standard error, then the process exits."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # whoever reads the output has seen enough (| head)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FAILED)
        except KeyboardInterrupt:
            _say("interrupted; what is finished is kept, the same command goes on from there")
            sys.exit(INTERRUPTED)
        except (LifeworldError, OSError) as error:
            self._leave(error)
        except Exception as error:
            if _is_for_typer(error):
                raise
            self._leave(error)

    def _leave(self, error: Exception) -> None:
        if self.debugs:
            traceback.print_exception(error)
        _say(_sentence(error))
        sys.exit(MISUSED if isinstance(error, (Misuse, *NAMED_WRONGLY)) else FAILED)


def _is_for_typer(error: Exception) -> bool:
    """Usage errors and exits, which Typer prints and carries out itself."""
    return isinstance(error, Abort) or hasattr(error, "exit_code")


def _sentence(error: Exception) -> str:
    if isinstance(error, LifeworldError):
        return str(error)
    if isinstance(error, OSError):
        said = error.strerror or str(error) or type(error).__name__
        place = f" {str(error.filename)!r}" if error.filename is not None else ""
        return f"the file system refused{place}: {said[:1].lower()}{said[1:]}"
    return (
        f"this is a fault of Lifeworld, not of your input: {told(error)} "
        f"(add {DEBUG} for the traceback)"
    )


def _say(sentence: str) -> None:
    sys.stderr.write(f"lifeworld: {folded(sentence)}\n")
