"""A small core that is always in view, and what was paged out or said, which is searched."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends import embedders
from memory_backends.agents.lines import Line, rewritten
from memory_backends.agents.rounds import work
from memory_backends.agents.searching import nearest
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.chunks import cut
from memory_backends.embedders.rows import Rows
from sim.roles.file_keeper import FILE_KEEPER, KeeperInput, ToolCall
from sim.views import Memory, Session

CORE = "core"


class TieredOptions(BackendOptions):
    """``core_chars`` bounds the core (MemGPT's block: 2,000), ``rounds`` the calls a session."""

    core_chars: int = Field(default=2000, ge=1)
    rounds: int = Field(default=5, ge=1)
    embedder: str = "use"


class Tiered(MemoryBackend):
    """Core, recall and archival memory (MemGPT, Packer et al. 2023, section 2; Letta).

    After each session an agent (``file_keeper``) edits the core with the tools of ``md_flat``. What
    no longer fits, oldest first, is paged out to archival memory; recall memory is everything the
    user said. The core is one entry and comes first in every search, the rest are lines and turns
    by their nearness. In the paper the agent itself pages out when warned, and searches in several
    steps while it answers; here a rule does the one and one search the other.
    """

    name = "tiered"
    group = "agents"
    Options: ClassVar[type[TieredOptions]] = TieredOptions
    options: TieredOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._rows = Rows(embedders.create(self.options.embedder))
        self._core: list[Line] = []
        self._outside: dict[str, Memory] = {}
        self._taken: set[str] = set()

    def add(self, session: Session) -> None:
        """Let the agent edit the core, page out what does not fit, keep what was said."""
        if session.id in self._taken:
            return
        self._taken.add(session.id)

        def decide(shown: tuple[str, ...] | None, left: int) -> ToolCall:
            given = KeeperInput(session, shown, left, self.lexicon)
            return self.play(FILE_KEEPER, given, f"{session.id}/{left}")

        before = tuple(line.text for line in self._core)
        self._core = rewritten(self._core, work(before, decide, self.options.rounds), session)
        self._page_out()
        self._outside.update({turn.id: turn for turn in cut(session, "turn", "user")})

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The core as it stood, then what is nearest of all else."""
        core = self._core_entry(at)
        known = [entry for entry in self._outside.values() if entry.created_at <= at]
        room = k - len(core)
        return [*core, *nearest(self._rows, query, known, room)][: max(k, 0)]

    def get_all(self) -> list[Memory]:
        """The core, and all that is outside of it, oldest first."""
        held = [*self._core_entry(), *self._outside.values()]
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one entry, the core included; KeyError if there is none of that id."""
        if memory_id == CORE and self._core:
            self._core = []
        else:
            del self._outside[memory_id]

    def reset(self) -> None:
        """Forget everything."""
        self._core.clear()
        self._outside.clear()
        self._taken.clear()

    def _page_out(self) -> None:
        while sum(len(line.text) for line in self._core) > self.options.core_chars:
            line = self._core.pop(0)
            self._outside[f"archival/{line.id}"] = replace(line.entry(), id=f"archival/{line.id}")

    def _core_entry(self, at: datetime | None = None) -> list[Memory]:
        """The core as one entry, of the lines written by a date; none if there are none."""
        lines = [line for line in self._core if at is None or line.at <= at]
        if not lines:
            return []
        text = "\n".join(line.text for line in lines)
        sessions = tuple(dict.fromkeys(line.session for line in lines))
        return [Memory(CORE, text, max(line.at for line in lines), sessions)]
