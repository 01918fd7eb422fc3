"""Reading a large JSON list element by element, without ever holding the file in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from sim.errors import BadData


def elements(path: Path, *, block: int = 1 << 20) -> Iterator[tuple[str, object]]:
    """The elements of a file's outermost JSON list one by one, each with its place.

    A file whose outermost value is an object has that as its only element. The file is never in
    memory as a whole. Raises BadData where the JSON is broken or ends early.
    """
    with path.open(encoding="utf-8") as file:
        buffer = _Buffer(path, lambda: file.read(block))
        if buffer.peek() != "[":
            yield f"{path}, the object", buffer.value()
            return
        buffer.skip("[")
        number = 0
        while buffer.peek() != "]":
            number += 1
            yield f"{path}, element {number}", buffer.value()
            if buffer.peek() != "]":
                buffer.skip(",")


class _Buffer:
    """The part of a file that is being decoded; grows when a value does not fit."""

    def __init__(self, path: Path, read: Callable[[], str]) -> None:
        self._path, self._read = path, read
        self._text, self._at, self._ended = "", 0, False
        self._decoder = json.JSONDecoder()

    def peek(self) -> str:
        """The next character that is no blank."""
        while True:
            while self._at < len(self._text) and self._text[self._at].isspace():
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            self._grow()

    def skip(self, wanted: str) -> None:
        """Step over a character that must come next."""
        if self.peek() != wanted:
            raise self._broken(f"{wanted!r} was expected, not {self.peek()!r}")
        self._at += 1

    def value(self) -> object:
        """The next JSON value."""
        self.peek()
        while True:
            found, end = self._decoded()
            if end < len(self._text) or self._ended:
                self._text, self._at = self._text[end:], 0
                return found
            self._grow()  # also where a value ends with the buffer: 12 may go on as 123

    def _decoded(self) -> tuple[object, int]:
        try:
            return self._decoder.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            if self._ended:
                raise self._broken(error.msg) from error
            return None, len(self._text)

    def _grow(self) -> None:
        """Twice as much each time, so that a large value is not decoded over and over."""
        if self._ended:
            raise self._broken("the file ends too early")
        wanted, pieces = max(1, len(self._text) - self._at), []
        while wanted > 0 and not self._ended:
            piece = self._read()
            self._ended = not piece
            wanted -= len(piece)
            pieces.append(piece)
        self._text, self._at = self._text[self._at :] + "".join(pieces), 0

    def _broken(self, why: str) -> BadData:
        return BadData(str(self._path), f"this is no complete JSON: {why}")
