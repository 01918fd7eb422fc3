"""One markdown file that an agent keeps."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends.agents.lines import Line, rewritten
from memory_backends.agents.rounds import work
from memory_backends.base import BackendOptions, MemoryBackend
from sim.roles.file_keeper import FILE_KEEPER, KeeperInput, ToolCall
from sim.views import Memory, Session


class MdFlatOptions(BackendOptions):
    """``rounds`` bounds the tool calls after a session (MEME: 5)."""

    rounds: int = Field(default=5, ge=1)


class MdFlat(MemoryBackend):
    """Keeps one markdown file with the tools list, read, append and write (MEME, "MD-flat").

    A line is an entry, dated to the session after which it was written. Asked anything, it shows
    the whole file, as the paper's agent reads it; ``k`` is ignored. What the paper's agent does
    with further rounds at question time, the reader does here.
    """

    name = "md_flat"
    group = "agents"
    ignores_k = True
    Options: ClassVar[type[MdFlatOptions]] = MdFlatOptions
    options: MdFlatOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._lines: list[Line] = []
        self._taken: set[str] = set()

    def add(self, session: Session) -> None:
        """Let the agent bring the file up to date; a session counts once."""
        if session.id in self._taken:
            return
        self._taken.add(session.id)

        def decide(shown: tuple[str, ...] | None, left: int) -> ToolCall:
            given = KeeperInput(session, shown, left, self.lexicon)
            return self.play(FILE_KEEPER, given, f"{session.id}/{left}")

        before = tuple(line.text for line in self._lines)
        self._lines = rewritten(self._lines, work(before, decide, self.options.rounds), session)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:  # noqa: ARG002
        """Every line that was written by then, in the order of the file."""
        return [memory for memory in self.get_all() if memory.created_at <= at]

    def get_all(self) -> list[Memory]:
        """The lines of the file, from the first."""
        return [line.entry() for line in self._lines]

    def delete(self, memory_id: str) -> None:
        """Take a line out; KeyError if there is none of that id."""
        left = [line for line in self._lines if line.id != memory_id]
        if len(left) == len(self._lines):
            raise KeyError(memory_id)
        self._lines = left

    def reset(self) -> None:
        """An empty file."""
        self._lines.clear()
        self._taken.clear()
