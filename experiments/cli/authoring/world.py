"""``lifeworld world``: a world of facts that depend on one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.cli.authoring.files import File, Found, Json, Kind, NewFile, Seed
from experiments.cli.output import say
from sim.errors import Misuse

world = typer.Typer(no_args_is_help=True, help="Write a world of facts, check it, look at it.")


def _starter(name: str) -> str:
    import worlds

    return worlds.starter(name)


def _names() -> Iterable[str]:
    import worlds

    return worlds.names()


def _check(name: str) -> Sequence[Found]:
    import worlds
    from worlds.library import locate

    return list(worlds.check(locate(name)))


WORLD = Kind("world", _starter, _names, _check)


@world.command("new")
def new_world(file: NewFile) -> None:
    """Make a small, sound world to start from, with the schema that lets editors complete it."""
    import json

    import worlds
    from worlds.starting import SCHEMA_FILE

    WORLD.make(file)
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
    found = list(WORLD.check(WORLD.located(name)))
    if episodes and not any(problem.severity == "error" for problem in found):
        import worlds
        from experiments.cli.episodes import ceiling_problems

        found += ceiling_problems(worlds.load(name), episodes)
    WORLD.report(name, found, json_=json)


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
