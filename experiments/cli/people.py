"""Samples of people and of what they would say, for authors to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.cli.output import Row
from sim.clock import DAY, Calendar
from sim.errors import Misuse

if TYPE_CHECKING:
    from personas import Persona
    from sim.plans import DomainScript, SessionPlan

START = Calendar(datetime(2031, 1, 6))
DAYS, SHOWN = 182, 8


def people_rows(people: Sequence[Persona], files: Mapping[str, Path]) -> list[Row]:
    """One row a person, with the file if there is one."""
    return [
        {**_row(person), **({"file": str(files[person.id])} if person.id in files else {})}
        for person in people
    ]


def life_text(name: str, seed: int) -> str:
    """The domains, projects and questions that half a year of one person has in store."""
    import personas

    person = personas.load(name)
    skeleton = personas.skeleton(
        person, calendar=START, horizon=DAYS * DAY, seed_path=(seed, "sample", person.id)
    )
    return personas.printed(skeleton, START).rstrip()


def at_least_one(count: int, what: str) -> int:
    """The count itself. Raises Misuse if it is less than one.

    >>> at_least_one(3, "people")
    3
    """
    if count < 1:
        raise Misuse(f"{count} {what} cannot be drawn: ask for one or more")
    return count


def write_people(people: Sequence[Persona], folder: Path) -> dict[str, Path]:
    """Each person as a file that ``persona check`` accepts, by id. Raises Misuse."""
    from experiments.people import write

    if folder.exists() and any(folder.iterdir()):
        raise Misuse(f"{folder} is not empty: name a new folder")
    return write(people, folder)


def _row(person: Persona) -> Row:
    uses = person.profile.at_first
    return {
        "id": person.id,
        "name": person.name,
        "age": person.age,
        "long_horizon": [use.domain for use in uses if use.long_horizon],
        "transient": [use.domain for use in uses if not use.long_horizon],
    }


def domain_lines(name: str, seed: int) -> Iterator[str]:
    """What somebody would say in a domain, over half a year: as a long matter, and in passing."""
    from personas import domains

    pack = domains.load(name)
    path = name if name.endswith((".yaml", ".yml")) else ""
    if pack.projects:
        yield f"{pack.name}, as a matter worth remembering"
        for project in _script(pack.domain, path, seed, long_horizon=True).projects:
            yield f"  {project.title}"
            for plan in project.events:
                yield from _said(plan)
    if pack.one_offs:
        yield ""
        yield f"{pack.name}, in passing"
        for plan in _script(pack.domain, path, seed, long_horizon=False).one_offs[:SHOWN]:
            yield from _said(plan)


def _said(plan: SessionPlan) -> Iterator[str]:
    yield f"    user: {plan.opening}"
    for reveal in plan.reveals:
        yield f"    user: {reveal.utterance}"
        yield f"          [{reveal.fact.kind} {reveal.fact.attribute}: {reveal.fact.values[0]}]"


def _script(domain: str, pack: str, seed: int, *, long_horizon: bool) -> DomainScript:
    """The script of somebody who uses the assistant for this domain alone."""
    import personas

    use = personas.DomainUse(
        domain=domain, long_horizon=long_horizon, frequency="mid", reason="sample", pack=pack
    )
    person = personas.Persona(
        id="somebody", name="Somebody", age=40, place="somewhere", background="-",
        profile=personas.AgentUseProfile(uses=(use,)),
    )  # fmt: skip
    skeleton = personas.skeleton(
        person, calendar=START, horizon=DAYS * DAY, seed_path=(seed, "sample", domain)
    )
    return skeleton.domains[0]
