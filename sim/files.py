"""Reading text files that people name; what keeps one from it is said in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from sim.errors import BadData

SHOWN = 3  # files of a folder that a message names


def read_text(path: str | Path) -> str:
    """The text of a file. Raises BadData, with the nearest name there is for one that is not."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(str(path), why_not(path, error)) from error


def why_not(path: str | Path, error: Exception | None = None) -> str:
    """Why a file cannot be read, or used; without an ``error`` it is one that does not exist.

    >>> why_not("no_such_folder/world.yaml")
    "there is no such file, nor a folder 'no_such_folder'"
    """
    place = Path(path)
    if isinstance(error, UnicodeDecodeError):
        return "this is no text (UTF-8)"
    if place.is_dir():
        return f"this is a folder: name a file{_examples(place)}"
    if isinstance(error, PermissionError):
        return "it may not be read: change its permissions"
    if error is None or isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no such file{_near(place)}"
    return f"it cannot be read: {_reason(error)}"


def _near(path: Path) -> str:
    """The nearest name beside it, or that there is no such folder."""
    if not path.parent.is_dir():
        return f", nor a folder {str(path.parent)!r}"
    beside = _names(path.parent)
    like = [name for name in beside if Path(name).suffix == path.suffix]
    names = {Path(name).stem: name for name in like} or {name: name for name in beside}
    stems = get_close_matches(path.stem, names, n=1, cutoff=0.5)
    return f": did you mean {names[stems[0]]!r}?" if stems else ""


def _examples(folder: Path) -> str:
    found = [name for name in _names(folder) if name.endswith((".yaml", ".yml"))][:SHOWN]
    return f" in it, such as {', '.join(found)}" if found else ""


def _names(folder: Path) -> list[str]:
    """The files of a folder by name; none where it may not be looked into."""
    try:
        return _sorted(each.name for each in folder.iterdir() if each.is_file())
    except OSError:
        return []


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if not name.startswith("."))


def _reason(error: Exception) -> str:
    """What the system says, without its number."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"{said[:1].lower()}{said[1:]}"
