"""Data files by name or by path: those that come with the package, and anybody's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Generic

from personas.sheets import S, read
from sim.errors import BadData, UnknownName

SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Shelf(Generic[S]):
    """The files of one kind. ``key`` is what a file calls itself by, as its name does."""

    what: str
    folder: Path
    sheet: type[S]
    key: str

    def names(self) -> tuple[str, ...]:
        """What comes with the package, in alphabetical order."""
        return _names(self.folder)

    def locate(self, name_or_path: str | Path) -> Path:
        """The file behind a name or a path. Raises UnknownName if it can be neither."""
        if str(name_or_path) in self.names():
            return self.folder / f"{name_or_path}.yaml"
        path = Path(name_or_path)
        if path.suffix in SUFFIXES:
            return path
        raise UnknownName(self.what, str(name_or_path), self.names())

    def read(self, path: Path) -> S:
        """A file as a sheet. Raises BadData; the message says where."""
        shipped = path.parent == self.folder
        sheet: S = _read(path, self.sheet, (0, 0) if shipped else _stamp(path))
        if shipped and getattr(sheet, self.key) != path.stem:
            wanted = f"the file of {path.stem!r} must say '{self.key}: {path.stem}'"
            raise BadData(f"{path}, {self.key}", wanted)
        return sheet

    def load(self, name_or_path: str | Path) -> S:
        """What is on the shelf by name, or in any file by its path.

        Raises:
            UnknownName: neither a name of the library nor the path of a YAML file.
            BadData: the file is missing or wrong; the message says where.

        """
        return self.read(self.locate(name_or_path))


@lru_cache(maxsize=8)
def _names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


@lru_cache(maxsize=512)
def _read(path: Path, sheet: type[S], stamp: tuple[int, int]) -> S:  # noqa: ARG001  (cache key)
    return read(path, sheet)


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when a file is written again; a file that is missing is read to say so."""
    if not path.exists():
        return (0, 0)
    status = path.stat()
    return status.st_mtime_ns, status.st_size
