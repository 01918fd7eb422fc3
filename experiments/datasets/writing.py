"""Writing a corpus folder: whole or not at all, user after user."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from pydantic import BaseModel

from experiments.datasets.schema import (
    FILES,
    HEADER,
    FactLine,
    Header,
    ProbeLine,
    SessionLine,
    UserEntry,
)
from sim.errors import BadData, Misuse


@dataclass(frozen=True, slots=True)
class UserRecords:
    """One user, complete, as an importer hands it over."""

    life: str
    name: str
    sessions: tuple[SessionLine, ...]
    probes: tuple[ProbeLine, ...]
    facts: tuple[FactLine, ...] = ()


@dataclass
class CorpusWriter:
    """Writes into a folder beside the target and renames it when the header is written.

    An import that breaks off leaves nothing behind. A target that exists is refused: a run may
    rest on it.
    """

    folder: Path
    users: list[UserEntry] = field(default_factory=list)
    _files: dict[str, IO[str]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        if self.folder.exists():
            raise Misuse(f"{self.folder} exists already: choose another --out or remove it")
        self._draft.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            path = self._draft / f"{name}.jsonl"
            self._files[name] = path.open("w", encoding="utf-8", newline="\n")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for file in self._files.values():
            file.close()
        if self._draft.exists():
            shutil.rmtree(self._draft)

    def add(self, records: UserRecords) -> None:
        """Append one user's lines. Raises BadData where two users would be one life."""
        if any(entry.life == records.life for entry in self.users):
            raise BadData(records.life, "the source has two conversations of this name")
        self._write("sessions", records.sessions)
        self._write("facts", records.facts)
        self._write("probes", records.probes)
        self.users.append(_entry(records))

    def finish(self, header: Header) -> Header:
        """Write the header (its users and counts are filled in here) and move the folder."""
        for file in self._files.values():
            file.close()
        whole = header.model_copy(update={"users": tuple(self.users), "counts": self._counts()})
        text = whole.model_dump_json(indent=1) + "\n"
        (self._draft / HEADER).write_text(text, encoding="utf-8")
        self._draft.rename(self.folder)
        return whole

    def _write(self, name: str, lines: Iterable[BaseModel]) -> None:
        for line in lines:
            self._files[name].write(line.model_dump_json(exclude_defaults=True) + "\n")

    def _counts(self) -> dict[str, int]:
        counts: Counter[str] = Counter({"users": len(self.users)})
        for entry in self.users:
            for name in ("sessions", "turns", "facts", "probes"):
                counts[name] += int(getattr(entry, name))
        return dict(counts)

    @property
    def _draft(self) -> Path:
        return self.folder.with_name(f".{self.folder.name}.unfinished")


def _entry(records: UserRecords) -> UserEntry:
    first = records.sessions[0]
    return UserEntry(
        user=first.user,
        life=records.life,
        name=records.name,
        starts_at=first.started_at.replace(hour=0, minute=0, second=0, microsecond=0),
        sessions=len(records.sessions),
        turns=sum(len(session.turns) for session in records.sessions),
        facts=len(records.facts),
        probes=len(records.probes),
    )
