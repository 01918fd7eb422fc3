"""Domain packs by name or path, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from personas.domains import clashes
from personas.domains.pack import DomainPack
from personas.domains.small_talk import small_talk
from personas.problems import Problem, inspect
from personas.sheets import LIBRARY
from personas.shelf import Shelf

ENOUGH = {
    "projects": 6,
    "events": 5,
    "decisions": 3,
    "values": 5,
    "profile_facts": 6,
    "one_offs": 25,
}
_SHELF = Shelf("domain pack", LIBRARY / "domains", DomainPack, "domain")


def names() -> tuple[str, ...]:
    """The domains that a pack comes with the package for, in alphabetical order."""
    return _SHELF.names()


def load(name_or_path: str | Path) -> DomainPack:
    """A pack of the library by its domain, or of any file by its path.

    Raises:
        UnknownName: neither a domain of the library nor an existing file.
        BadData: the file is wrong; the message says where.

    """
    return _SHELF.load(name_or_path)


def check(path: str | Path) -> list[Problem]:
    """What is wrong with a domain pack; never raises. Errors first, then warnings."""
    where = str(path)
    return inspect(where, lambda: load(path), lambda pack: look(pack, where))


def look(pack: DomainPack, where: str) -> Iterator[Problem]:
    """The problems of a pack that can be read."""
    talk = small_talk()
    common = [("small talk", text) for text in (*talk.greetings, *talk.follow_ups, *talk.closings)]
    values = list(pack.values())
    for clash in clashes.among_values(values):
        yield Problem("error", f"{where}, {clash.where}", f"{clash}: values must be distinct")
    for clash in clashes.in_texts(values, [*pack.spoken(), *common]):
        message = f"{clash}: a value may be said only where it is meant"
        yield Problem("error", f"{where}, {clash.where}", message)
    yield from _beside_others(pack, where)
    yield from _too_little(pack, where)


def _beside_others(pack: DomainPack, where: str) -> Iterator[Problem]:
    for name in names():
        clash = None if name == pack.domain else clashes.first_between(pack, load(name))
        if clash is not None:
            message = f"beside the pack {name!r}, {clash}: the two cannot be in one life"
            yield Problem("warning", f"{where}, {clash.where}", message)


def _too_little(pack: DomainPack, where: str) -> Iterator[Problem]:
    for place, what, count in _sizes(pack):
        if count < ENOUGH[what]:
            message = f"{count} {what}, populations repeat themselves below {ENOUGH[what]}"
            yield Problem("warning", f"{where}, {place}", message)


def _sizes(pack: DomainPack) -> Iterator[tuple[str, str, int]]:
    yield "projects", "projects", len(pack.projects)
    yield "profile_facts", "profile_facts", len(pack.profile_facts)
    yield "one_offs", "one_offs", len(pack.one_offs)
    for project in pack.projects:
        yield f"projects.{project.id}", "events", len(project.events)
        for event in project.events:
            place = f"projects.{project.id}.{event.id}"
            yield place, "decisions", len(event.decisions)
    for place, told in pack.told():
        yield place, "values", len(told.values)
