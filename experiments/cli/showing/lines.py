"""Text in lines that fit 80 columns, behind a label."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from experiments.cli.output import WIDTH


def wrapped(label: str, text: str) -> Iterator[str]:
    """The text, its first line behind the label and the others below it.

    >>> list(wrapped("user: ", "Hello."))
    ['user: Hello.']
    """
    lines = textwrap.wrap(text, WIDTH - len(label)) or [""]
    yield (label + lines[0]).rstrip()
    yield from (" " * len(label) + line for line in lines[1:])
