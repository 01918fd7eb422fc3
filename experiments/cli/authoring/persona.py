"""``lifeworld persona``: who lives, and what they use an assistant for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli.authoring.files import File, Found, Json, Kind, Seed, app_of
from experiments.cli.output import note, say, show

if TYPE_CHECKING:
    from personas import Persona

Out = Annotated[Path | None, typer.Option(help="A folder for one YAML file a person.")]
CastOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cast",
        metavar="ROLE=MODEL",
        help="A model for profile_assigner or plausibility (several make an ensemble).",
    ),
]


def _starter(name: str) -> str:
    import personas

    return personas.starter("persona", name)


def _names() -> Iterable[str]:
    import personas

    return personas.names()


def _check(name: str) -> Sequence[Found]:
    import personas

    return personas.check(name)


PERSONA = Kind("persona", _starter, _names, _check)
persona = app_of(PERSONA, "Write a person and what they use an assistant for.")


@persona.command("check")
def check(name: File, cast: CastOption = None, json: Json = False) -> None:
    """Say what is wrong with a persona; exit code 1 if it cannot be used."""
    from experiments.people import checked

    PERSONA.report(name, checked(PERSONA.located(name), cast or []), json_=json)


@persona.command("sample")
def sample(
    who: Annotated[
        str, typer.Argument(help="A person, by name or file; or how many people to draw.")
    ] = "6",
    seed: Seed = 0,
    out: Out = None,
    cast: CastOption = None,
    json: Json = False,
) -> None:
    """Write out what half a year of a person has in store; or, for a number, draw people."""
    from experiments.cli.people import at_least_one, life_text

    if not who.lstrip("-").isdigit():
        say(life_text(who, seed))
        return
    from experiments.people import drawn

    _show(drawn(at_least_one(int(who), "people"), seed, cast or []), out, json_=json)


@persona.command("import")
def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Nemotron-Personas: .jsonl or .parquet.")
    ],
    count: Annotated[int, typer.Option(min=1, help="Take the first so many.")] = 20,
    seed: Seed = 0,
    out: Out = None,
    cast: CastOption = None,
    json: Json = False,
) -> None:
    """Take people from a file of Nemotron-Personas, and give them a use of the assistant."""
    from experiments.people import taken

    found = taken(file, count, seed, cast or [])
    _show(found.people, out, json_=json)
    for remark in (*found.repaired, *found.refused):
        note(str(remark))
    note(found.summary)


def _show(people: Sequence[Persona], out: Path | None, *, json_: bool) -> None:
    """The people as rows, written to files if wanted; and how alike their profiles are."""
    from experiments.cli.people import people_rows, write_people
    from personas import diversity

    files = {} if out is None else write_people(people, out)
    show(people_rows(people, files), json_=json_)
    if not json_ and len(people) > 1:
        say()
        say(str(diversity(people)))
