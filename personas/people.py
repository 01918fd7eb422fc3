"""Personas by name or path, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from personas import domains
from personas.domains.pack import DomainPack
from personas.persona import DomainUse, Persona
from personas.plausible import objections
from personas.pool import POOL
from personas.problems import Problem, inspect
from personas.sheets import LIBRARY
from personas.shelf import Shelf
from sim.cast.cast import Cast
from sim.errors import BadData, did_you_mean

_SHELF = Shelf("persona", LIBRARY / "people", Persona, "id")


def names() -> tuple[str, ...]:
    """The personas that come with the package, in alphabetical order."""
    return _SHELF.names()


def load(name_or_path: str | Path) -> Persona:
    """A persona of the library by name, or of any file by its path.

    Raises:
        UnknownName: neither a persona of the library nor an existing file.
        BadData: the file is wrong; the message says where.

    """
    path = _SHELF.locate(name_or_path)
    persona = _SHELF.read(path)
    uses = tuple(_located(use, at, path) for at, use in enumerate(persona.profile.uses))
    return persona.model_copy(update={"profile": persona.profile.model_copy(update={"uses": uses})})


def _located(use: DomainUse, at: int, path: Path) -> DomainUse:
    known = sorted({*POOL, *domains.names()})
    if use.pack:
        return use.model_copy(update={"pack": str(path.parent / use.pack)})
    if use.domain not in known:
        hint = did_you_mean(use.domain, known)
        where = f"{path}, profile.uses.{at}.domain"
        message = f"no domain is called {use.domain!r}{hint} (known: {', '.join(known)})"
        raise BadData(where, message)
    return use


def pack_of(use: DomainUse) -> DomainPack:
    """The domain pack that a use draws on.

    Raises:
        UnknownName: the domain has no pack in the library and the use names no file.
        BadData: the file named by the use is wrong, or is about another domain.

    """
    pack = domains.load(use.pack or use.domain)
    if pack.domain != use.domain:
        message = f"the pack is about {pack.domain!r}, the profile uses it for {use.domain!r}"
        raise BadData(use.pack, message)
    return pack


def check(path: str | Path, *, cast: Cast | None = None) -> list[Problem]:
    """What is wrong with a persona file; errors first, then warnings.

    Whether the profile suits the person is asked of who plays ``plausibility`` in the cast, by
    default the scripted rules. Never raises; a model that gives no verdict is a problem too.
    """
    where = str(path)
    return inspect(where, lambda: load(path), lambda persona: _look(persona, where, cast))


def _look(persona: Persona, where: str, cast: Cast | None) -> Iterator[Problem]:
    place = f"{where}, profile"
    long, transient = persona.profile.balance()
    for at, use in enumerate(persona.profile.uses):
        here = f"{place}.uses.{at}"
        yield from inspect(here, partial(pack_of, use), partial(_lacking, use, here))
    yield from _implausible(persona, place, cast)
    if not long:
        yield Problem("warning", place, "no long-horizon domain: nothing need be remembered")
    if not transient:
        yield Problem("warning", place, "no transient domain: a gate has nothing to leave out")
    if not any(use.long_horizon for use in persona.profile.later):
        message = "no long-horizon use is marked 'later: true': a shift picks any other domain"
        yield Problem("warning", place, message)


def _implausible(persona: Persona, place: str, cast: Cast | None) -> Iterator[Problem]:
    """What the evaluators object to; a person may be unusual, so these are warnings."""
    at = {domain: number for number, domain in enumerate(persona.profile.domains())}
    for each in objections(persona, cast):
        where = f"{place}.uses.{at[each.domain]}"
        yield Problem("warning", where, f"{each.domain} is hardly plausible: {each.why}")


def _lacking(use: DomainUse, where: str, pack: DomainPack) -> Iterator[Problem]:
    if use.long_horizon and not pack.projects:
        message = f"long-horizon, but the pack of {use.domain!r} has no projects"
        yield Problem("error", where, message)
    if not use.long_horizon and not pack.one_offs:
        message = f"transient, but the pack of {use.domain!r} has no one_offs"
        yield Problem("error", where, message)
