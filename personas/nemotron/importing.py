"""Reading a file of people: who can be made a person is, and the rest is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from personas.nemotron.person import Reading, Refused
from personas.nemotron.remarks import Remark
from personas.nemotron.rows import Row, rows
from personas.nemotron.values import text
from personas.persona import Persona
from personas.sampling.sample import with_profiles
from personas.sampling.somebody import Somebody
from sim.cast.cast import Cast
from sim.errors import BadData
from sim.seeds import stream


@dataclass(frozen=True, slots=True)
class Imported:
    """The people of a file, and how the reading went. ``read`` counts the rows that were seen."""

    people: tuple[Persona, ...]
    read: int
    repaired: tuple[Remark, ...]
    refused: tuple[Remark, ...]

    @property
    def summary(self) -> str:
        """The counts in a line."""
        return (
            f"{self.read} rows read, {len(self.people)} people made, {len(self.repaired)} of them "
            f"repaired, {len(self.refused)} rows refused"
        )


def read(
    path: str | Path,
    n: int | None = None,
    *,
    seed: int = 0,
    among: Sequence[str] | None = None,
    cast: Cast | None = None,
) -> Imported:
    """The first ``n`` people of a file, or all of them, each with a profile of their own.

    A row is read tolerantly: a name, an age or a place that is missing is put in its place and
    remarked; without any text about the person, with an impossible age, or with a ``uuid`` that
    was there before, it is refused. Reading stops with the ``n``-th person.

    Args:
        path: A file of Nemotron-Personas, ``.jsonl`` or ``.parquet``.
        n: How many people.
        seed: Roots every draw, which also depends on the row's place in the file.
        among: The domains to choose from; by default all that a pack comes with the package for.
        cast: Who plays ``profile_assigner`` and ``plausibility``; by default the scripted twins.

    Raises:
        BadData: the file cannot be read, or nobody in it can be made a person.

    """
    found = _Found(seed)
    for number, row in enumerate(rows(Path(path)), start=1):
        if n is not None and len(found.people) >= n:
            break
        found.take(number, row)
    if not found.people:
        why = f": {found.refused[0]}" if found.refused else ""
        raise BadData(str(path), f"nobody in it can be made a person{why}")
    people = with_profiles(found.people, (seed, "nemotron"), among=among, cast=cast)
    return Imported(tuple(people), found.read, tuple(found.repaired), tuple(found.refused))


@dataclass(slots=True)
class _Found:
    """What was found in a file so far."""

    seed: int
    read: int = 0
    people: list[Somebody] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    refused: list[Remark] = field(default_factory=list)
    met: set[str] = field(default_factory=set)

    def take(self, number: int, row: Row | str) -> None:
        """Make a person of a row, or remark why not."""
        self.read = number
        try:
            reading = Reading(self._new(row), stream(self.seed, "nemotron", "row", number))
            self.people.append(reading.somebody())
        except Refused as refused:
            self.refused.append(Remark(number, "refused", str(refused)))
            return
        if reading.repairs:
            self.repaired.append(Remark(number, "repaired", "; ".join(reading.repairs)))

    def _new(self, row: Row | str) -> Row:
        """The row itself, if it is one and was not there before."""
        if isinstance(row, str):
            raise Refused(row)
        uuid = text(row, "uuid")
        if uuid and uuid in self.met:
            raise Refused(f"the uuid {uuid!r} was there before")
        self.met.add(uuid)
        return row
