"""``world``, ``persona`` and ``domain``: writing the data that lives are made of, and trying it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.cli.output import Row, counted, say, show
from sim.errors import BadData, Misuse, UnknownName
from sim.files import why_not

world = typer.Typer(no_args_is_help=True, help="Write a world of facts, check it, look at it.")
persona = typer.Typer(
    no_args_is_help=True, help="Write a person and what they use an assistant for."
)
domain = typer.Typer(no_args_is_help=True, help="Write what people ask about in one domain.")

NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="The YAML file to make.")]
File = Annotated[str, typer.Argument(metavar="NAME", help="A name, or the path of a YAML file.")]
Seed = Annotated[int, typer.Option(min=0, help="Another seed gives another sample.")]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON list of row objects.")]


@world.command("new")
def new_world(file: NewFile) -> None:
    """Make a small, sound world to start from, with the schema that lets editors complete it."""
    import json

    import worlds
    from worlds.starting import SCHEMA_FILE

    _make(file, worlds.starter(_stem(file)), "world")
    schema = json.dumps(worlds.json_schema(), indent=2, ensure_ascii=False)
    (file.parent / SCHEMA_FILE).write_text(f"{schema}\n", encoding="utf-8")


@world.command("check")
def check_world(
    name: File,
    episodes: Annotated[
        int, typer.Option(min=0, help="Also have so many episodes answered by the ideal reader.")
    ] = 0,
    json: Json = False,
) -> None:
    """Say what is wrong with a world; exit code 1 if it cannot be used."""
    import worlds
    from worlds.library import locate

    found = list(worlds.check(locate(_found(name, worlds.names(), "world"))))
    if episodes and not any(problem.severity == "error" for problem in found):
        from experiments.cli.episodes import ceiling_problems

        found += ceiling_problems(worlds.load(name), episodes)
    _report(found, f"world {name}", json_=json)


@world.command("draw")
def draw_world(
    name: File,
    out: Annotated[
        Path | None, typer.Option(help="A file: .svg, .png, or .mmd for Mermaid.")
    ] = None,
) -> None:
    """Draw what depends on what: Mermaid text, or with --out a picture."""
    import worlds

    drawn = worlds.load(name)
    if out is None:
        say(worlds.draw(drawn).rstrip())
        return
    forms: dict[str, Any] = {".svg": "svg", ".mmd": "mermaid"}
    if out.suffix == ".png":
        out.write_bytes(worlds.draw_png(drawn))
    elif out.suffix in forms:
        out.write_text(worlds.draw(drawn, forms[out.suffix]), encoding="utf-8")
    else:
        raise Misuse(f"--out {out}: name a file that ends in .svg, .png or .mmd")
    say(str(out))


@world.command("sample")
def sample_world(
    name: File,
    seed: Seed = 0,
    changes: Annotated[
        int | None,
        typer.Option(min=1, help="Upstream changes; else as many as it bears, 2 at most."),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, max=5, help="Length of a chain of dependencies.")
    ] = None,
    explicitness: Annotated[
        int, typer.Option(min=0, max=3, help="0 rules, 1 stated, 2 implied, 3 unstated.")
    ] = 0,
) -> None:
    """Write out one episode: the dialogues, the ledger of truth, the questions and answers."""
    import worlds
    from experiments.cli.episodes import episode_lines

    given = {"changes": changes, "depth": depth, "explicitness": explicitness}
    options = worlds.StorylineOptions.model_validate(
        {name: value for name, value in given.items() if value is not None}
    )
    for line in episode_lines(worlds.load(name), seed, options):
        say(line)


@persona.command("new")
def new_persona(file: NewFile) -> None:
    """Make a person to start from."""
    from experiments.cli.templates import template

    _make(file, template("persona", _stem(file)), "persona")


@persona.command("check")
def check_persona(name: File, json: Json = False) -> None:
    """Say what is wrong with a persona; exit code 1 if it cannot be used."""
    import personas

    found = personas.check(_found(name, personas.names(), "persona"))
    _report(found, f"persona {name}", json_=json)


@persona.command("sample")
def sample_persona(
    who: Annotated[
        str, typer.Argument(help="A person, by name or file; or how many people to draw.")
    ] = "6",
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="A folder for one YAML file a person.")] = None,
    json: Json = False,
) -> None:
    """Write out what half a year of a person has in store; or, for a number, draw people."""
    from experiments.cli.people import at_least_one, life_text, people_rows, write_people

    if not who.lstrip("-").isdigit():
        say(life_text(who, seed))
        return
    count = at_least_one(int(who), "people")
    rows = people_rows(count, seed) if out is None else write_people(count, seed, out)
    show(rows, json_=json)


@domain.command("new")
def new_domain(file: NewFile) -> None:
    """Make a domain pack to start from."""
    from experiments.cli.templates import template

    _make(file, template("domain", _stem(file)), "domain")


@domain.command("check")
def check_domain(name: File, json: Json = False) -> None:
    """Say what is wrong with a domain pack; exit code 1 if it cannot be used."""
    from personas import domains

    found = domains.check(_found(name, domains.names(), "domain"))
    _report(found, f"domain {name}", json_=json)


@domain.command("sample")
def sample_domain(name: File, seed: Seed = 0) -> None:
    """Write out what a user would say in one domain: a project, and questions in passing."""
    from experiments.cli.people import domain_lines

    for line in domain_lines(name, seed):
        say(line)


def _stem(file: Path) -> str:
    if file.suffix not in {".yaml", ".yml"}:
        raise Misuse(f"{file}: name a file that ends in .yaml")
    return file.stem


def _make(file: Path, text: str, what: str) -> None:
    if file.exists():
        raise Misuse(f"{file} exists already: name another file")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    say(f"{file}: edit it, then lifeworld {what} check {file}")


def _report(problems: Iterable[Any], what: str, *, json_: bool) -> None:
    rows: list[Row] = [
        {"severity": found.severity, "where": found.where, "message": found.message}
        for found in problems
    ]
    if json_:
        show(rows, json_=True)
    else:
        for row in rows:
            say(f"{row['severity']}: {row['where']}: {row['message']}")
        say(f"{what}: {_verdict(rows)}")
    if any(row["severity"] == "error" for row in rows):
        raise typer.Exit(1)


def _verdict(rows: list[Row]) -> str:
    errors = sum(row["severity"] == "error" for row in rows)
    if not rows:
        return "no problems"
    found = f"{counted(errors, 'error')}, {counted(len(rows) - errors, 'warning')}"
    return found if errors else f"{found}, can be used"


def _found(name: str, names: Iterable[str], what: str) -> str:
    """The name itself. Raises Misuse for a name nobody registered, or a file that is not there."""
    if name.endswith((".yaml", ".yml")) or "/" in name:
        if not Path(name).is_file():
            raise BadData(name, why_not(name))
    elif name not in (known := list(names)):
        raise UnknownName(what, name, known)
    return name
