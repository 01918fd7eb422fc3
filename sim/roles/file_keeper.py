"""The file keeper: an agent with one markdown file and four tools, one step at a time.

MEME's "MD-flat" (appendix C): after each session a model may list, read, append to and rewrite one
file, for at most five rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon
from sim.roles.extracting import Noted, notes_of, read_sentence
from sim.text import normal
from sim.views import Session

Tool = Literal["list", "read", "append", "write", "done"]
TOOLS: tuple[Tool, ...] = ("list", "read", "append", "write", "done")


@dataclass(frozen=True, slots=True)
class KeeperInput:
    """The session that has ended, what tools have shown so far, and how many rounds are left.

    ``shown`` is None until the file was read; then its lines, up to date.
    """

    session: Session
    shown: tuple[str, ...] | None
    left: int
    lexicon: Lexicon = field(default_factory=Lexicon)

    def reading(self) -> str:
        """The transcript and the file, if it was read."""
        return "\n".join([self.session.text, *(self.shown or ())])


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One step: ``append`` adds lines, ``write`` puts them in place of the whole file."""

    tool: Tool
    lines: tuple[str, ...] = ()

    def reading(self) -> str:
        """The call, as a model would write it."""
        return "\n".join([self.tool, *self.lines])


def keep(given: KeeperInput, rng: Generator) -> ToolCall:  # noqa: ARG001
    """Read the file; take out what is to be forgotten; append what is new, word for word."""
    if given.shown is None:
        return ToolCall("read")
    notes = notes_of(given.session, given.lexicon)
    wishes = {note.about for note in notes if note.act == "forget"}
    left = tuple(line for line in given.shown if not _is_about(line, wishes, given.lexicon))
    known = {normal(line) for line in left}
    told = [note.words for note in notes if note.act != "forget"]
    new = tuple(dict.fromkeys(words for words in told if normal(words) not in known))
    if len(left) < len(given.shown):
        return ToolCall("write", (*left, *new))
    return ToolCall("append", new) if new else ToolCall("done")


def _is_about(line: str, wishes: set[str], lexicon: Lexicon) -> bool:
    """Whether a line tells of something that is to be forgotten."""
    said = lexicon.read(line)
    if said:
        return said[0].entity in wishes
    plain: Noted | None = read_sentence(line, "")
    return plain is not None and plain.about in wishes


FILE_KEEPER: Role[KeeperInput, ToolCall] = Role(
    name="file_keeper",
    purpose="Keeps one markdown file of notes on a user, with four tools, step by step.",
    input=KeeperInput,
    output=ToolCall,
    twin=keep,
)
