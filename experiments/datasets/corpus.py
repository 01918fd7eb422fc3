"""A corpus: a folder of conversations, facts and questions, made once for any number of runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from experiments.datasets.schema import (
    FILES,
    HEADER,
    FactLine,
    Header,
    ProbeLine,
    SessionLine,
    UserEntry,
)
from experiments.datasets.strict import M, parse, rows
from experiments.datasets.user import CorpusUser
from sim.errors import BadData, UnknownName

_MODELS = {"sessions": SessionLine, "facts": FactLine, "probes": ProbeLine}


@dataclass(frozen=True, slots=True)
class Span:
    """Where one user's lines stand in a file."""

    offset: int
    first_line: int
    count: int


@dataclass(frozen=True)
class Corpus:
    """An opened corpus. Its users come one at a time; nobody else's lines are read for one."""

    folder: Path
    header: Header
    spans: dict[tuple[str, str], Span]

    @property
    def lives(self) -> tuple[str, ...]:
        """The names of the lives, in the order of the files."""
        return tuple(entry.life for entry in self.header.users)

    def users(self) -> Iterator[CorpusUser]:
        """All users, each ready to be observed once."""
        return (self._read(entry) for entry in self.header.users)

    def user(self, life: str) -> CorpusUser:
        """The user of one life. Raises UnknownName."""
        for entry in self.header.users:
            if entry.life == life:
                return self._read(entry)
        raise UnknownName("life", life, self.lives, where=str(self.folder))

    def fingerprint(self) -> str:
        """The sha256 of everything that can change what comes out of a run over this corpus."""
        digest = hashlib.sha256(self.header.model_dump_json().encode())
        for name in FILES:
            with (self.folder / f"{name}.jsonl").open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()

    def _read(self, entry: UserEntry) -> CorpusUser:
        return CorpusUser(
            entry,
            self.header,
            tuple(self._lines(entry, "sessions", SessionLine)),
            tuple(self._lines(entry, "facts", FactLine)),
            tuple(self._lines(entry, "probes", ProbeLine)),
        )

    def _lines(self, entry: UserEntry, name: str, model: type[M]) -> Iterator[M]:
        span, path = self.spans[name, entry.user], self.folder / f"{name}.jsonl"
        lines = rows(path, model, offset=span.offset, first_line=span.first_line, count=span.count)
        for where, line in lines:
            if (found := str(getattr(line, "user", ""))) != entry.user:
                raise BadData(
                    where,
                    f"this line belongs to user {found!r} where {HEADER} counts "
                    f"{span.count} {name} of user {entry.user!r} up to here",
                )
            yield line


def open_corpus(folder: Path | str) -> Corpus:
    """Open a corpus folder.

    Raises BadData when there is none, when a key is unknown, or when a file does not have as many
    lines as ``corpus.json`` counts (a copy that was cut off).
    """
    folder = Path(folder)
    path = folder / HEADER
    if not path.is_file():
        raise BadData(str(folder), f"this is no corpus, it has no {HEADER}; make one with "
                      "'lifeworld import'")  # fmt: skip
    header = parse(path.read_bytes(), Header, str(path))
    spans: dict[tuple[str, str], Span] = {}
    for name in FILES:
        counts = {entry.user: int(getattr(entry, name)) for entry in header.users}
        for user, span in _spans(folder / f"{name}.jsonl", counts).items():
            spans[name, user] = span
    return Corpus(folder, header, spans)


def _spans(path: Path, counts: dict[str, int]) -> dict[str, Span]:
    """Find every user's lines by counting ends of lines, without reading what they say."""
    if not path.is_file():
        raise BadData(str(path.parent), f"the file {path.name} is missing; import the data again")
    spans: dict[str, Span] = {}
    line = 1
    with path.open("rb") as file:
        for user, count in counts.items():
            spans[user] = Span(file.tell(), line, count)
            for _ in range(count):
                if not file.readline().endswith(b"\n"):
                    raise BadData(f"{path}, line {line}", _cut_off(sum(counts.values())))
                line += 1
        if file.read(1):
            raise BadData(f"{path}, line {line}", f"{HEADER} counts only {line - 1} lines, "
                          "yet the file goes on; import the data again")  # fmt: skip
    return spans


def _cut_off(total: int) -> str:
    return f"the file is cut off here, {HEADER} counts {total} lines; import the data again"
