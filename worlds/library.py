"""Worlds by name: the shipped ones, those other packages bring along, and files by their path."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from sim.errors import BadData, UnknownName
from sim.files import why_not
from worlds.assembly import assemble, disassemble
from worlds.checks import first_error
from worlds.reading import read_file, write_text
from worlds.world import World

LIBRARY = Path(__file__).parent / "library"
GROUP = "lifeworld.worlds"  # an entry point whose object is the path of a world file


def names() -> list[str]:
    """The worlds that can be loaded by name, sorted."""
    return sorted(_places())


def load(name_or_path: str | Path) -> World:
    """A world by name, or by the path of its YAML file.

    Raises UnknownName for a name nobody registered, and BadData for a file that is not a sound
    world: a key or name nobody knows, a cycle, a value that is part of another.

    >>> load("first_home").roots
    ('home', 'employer', 'flatmate')
    """
    path = locate(name_or_path)
    try:
        stamp = path.stat()
    except OSError as cause:
        raise BadData(f"{path}, file", why_not(path, cause)) from cause
    return _load(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=32)  # every life of a run asks for its world; they share one and its lexicon
def _load(path: Path, changed: int, size: int) -> World:  # noqa: ARG001  (tell a file's versions)
    file, problems = read_file(path)
    problem = problems[0] if problems else None
    if file is not None:
        problem = first_error(file)
    if problem is not None or file is None:
        where = problem.where if problem else "file"
        raise BadData(f"{path}, {where}", problem.message if problem else "is not a world")
    return assemble(file)


def locate(name_or_path: str | Path) -> Path:
    """The file behind a name or a path."""
    given = str(name_or_path)
    if isinstance(name_or_path, Path) or "/" in given or given.endswith((".yaml", ".yml")):
        return Path(name_or_path)
    places = _places()
    if given not in places:
        raise UnknownName("world", given, places)
    return places[given]


def to_yaml(world: World) -> str:
    """A world as a file that ``load`` reads back to an equal one, every wording written out."""
    return write_text(disassemble(world))


def _places() -> dict[str, Path]:
    places = {path.stem: path for path in sorted(LIBRARY.glob("*.yaml"))}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name in places:
            raise BadData(f"entry point {point.value!r}", f"{point.name!r} is taken by a world")
        places[point.name] = Path(point.load())
    return places
