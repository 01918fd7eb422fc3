"""From a row to a person: what is missing is put right if it can be, and said.

Field names are those of Nemotron-Personas and its national editions (``uuid``, ``persona``,
``professional_persona``, ``sports_persona``, ``hobbies_and_interests_list``, ``age``,
``occupation``, ``city``, ``state``, ``country`` ...). The published files hold no name; the texts
begin with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from numpy.random import Generator

from personas.nemotron.fields import fields
from personas.nemotron.leaning import leanings
from personas.nemotron.values import listed, lowered, text
from personas.sampling.pools import pools
from personas.sampling.somebody import Somebody
from personas.skeletons.deck import choose

YOUNGEST, OLDEST = 10, 110
NAMED = 4  # most words of a name
LONGEST = 600  # characters of a background
SHOWN = 3  # hobbies that become traits
NOWHERE = "a place that is not named"
_NO_NAMES = ("a", "an", "the", "as", "at", "in", "this", "with", "from", "born", "meet")


class Refused(Exception):
    """A row that makes no person; its message says why."""


@dataclass(slots=True)
class Reading:
    """One row while it is read, and what was put right in it."""

    row: dict[str, Any]
    rng: Generator
    repairs: list[str] = field(default_factory=list)

    def somebody(self) -> Somebody:
        """The person. Raises Refused."""
        background, age = self._background(), self._age()
        name = self._name()
        return Somebody(
            name=name,
            called=name.split()[0],
            age=age,
            place=self._place(),
            background=background,
            traits=tuple(
                f"fond of {lowered(each)}" for each in listed(self.row, "hobbies")[:SHOWN]
            ),
            constraints=(),
            voice=choose(self.rng, pools().voices),
            leanings=leanings(self.row),
        )

    def _background(self) -> str:
        told = next(filter(None, (text(self.row, name) for name in fields().stories)), "")
        if not told:
            raise Refused("no text says who this is")
        work = text(self.row, "occupation").replace("_", " ")
        works = f" Occupation: {work}." if work and work.casefold() not in told.casefold() else ""
        return f"{_shortened(told)}{works}"

    def _traits(self) -> tuple[str, ...]:
        return tuple(f"fond of {lowered(each)}" for each in listed(self.row, "hobbies")[:SHOWN])

    def _age(self) -> int:
        said = self.row.get("age")
        try:
            age = int(str(said))
        except ValueError:
            age = int(self.rng.integers(25, 76))
            self.repairs.append(f"no age, {age} was drawn")
        if not YOUNGEST <= age <= OLDEST:
            raise Refused(f"an age of {age} cannot be")
        return age

    def _name(self) -> str:
        given = " ".join(filter(None, (text(self.row, n) for n in ("first_name", "last_name"))))
        found = given or text(self.row, "name")
        found = found or next(filter(None, map(name_in, _texts(self.row))), "")
        if not found:
            found = f"{choose(self.rng, pools().given_names)} "
            found += choose(self.rng, pools().family_names)
            self.repairs.append(f"no name, {found!r} was drawn")
        return found

    def _place(self) -> str:
        parts = [next(filter(None, (text(self.row, name) for name in names)), "")
                 for names in fields().places]  # fmt: skip
        if not any(parts):
            self.repairs.append("no place")
        return ", ".join(dict.fromkeys(filter(None, parts))) or NOWHERE


def name_in(told: str) -> str:
    """The name that a text about somebody begins with, "" if it begins with none.

    >>> name_in("Mary O'Hara, a nurse by day"), name_in("A curious mind"), name_in("Bo sings")
    ("Mary O'Hara", '', '')
    """
    found = [*_capitalised(told)]
    return " ".join(found) if 1 < len(found) <= NAMED else ""


def _capitalised(told: str) -> Iterator[str]:
    for number, word in enumerate(told.split()):
        bare = word.rstrip(",.;:").removesuffix("'s").removesuffix("’s")
        if not bare[:1].isupper() or (number == 0 and bare.casefold() in _NO_NAMES):
            return
        yield bare
        if bare != word:
            return


def _texts(row: dict[str, Any]) -> Iterator[str]:
    return (text(row, name) for name in fields().stories)


def _shortened(told: str) -> str:
    """Up to so many characters, to the end of a sentence if there is one."""
    if len(told) <= LONGEST:
        return told
    cut = told[:LONGEST]
    end = cut.rfind(". ")
    return cut[: end + 1] if end > 0 else f"{cut.rsplit(' ', 1)[0]} ..."
