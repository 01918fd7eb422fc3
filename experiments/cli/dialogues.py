"""``lifeworld corpus make|check|stats``: dialogues once, for any number of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli.output import say, show
from experiments.cli.progress import Progress

corpus = typer.Typer(no_args_is_help=True, help="Make dialogues, check them, count what they say.")
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Made dialogues, or a run.")]
Json = Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")]


@corpus.command()
def make(
    recipe: Annotated[str, typer.Argument(metavar="RECIPE", help="A recipe's name or file.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to make.")],
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="A.B=C", help="Change one key; repeatable.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that live lives.")] = None,
) -> None:
    """Live the lives of a recipe without observing them; runs use them as 'dialogues: FOLDER'."""
    from experiments.dialogues import making
    from experiments.recipe import load_recipe

    chosen = load_recipe(recipe, set_ or [])
    with Progress("talking") as bar:
        made = making.make(
            chosen,
            out,
            workers=workers,
            progress=lambda step: bar.reach(step.phase, step.done, step.total, step.what),
        )
    say(f"{out}: the dialogues of {len(made.lives):,} lives")
    say(f"check them with 'lifeworld corpus check {out}', use them with --set dialogues={out}")


@corpus.command()
def check(folder: Folder, json: Json = False) -> None:
    """Audit every session: is each fact told, in full, about what it should be? HIGH fails."""
    from experiments.auditing import gravest, summary
    from experiments.dialogues import Dialogues, checking

    dialogues = Dialogues.open(folder)
    with Progress("auditing"):
        found = list(checking.check(dialogues))
    show(list(summary(found)), json_=json, empty=f"{len(dialogues.lives):,} lives, no finding")
    if gravest(one for _, one in found) is not None:
        raise typer.Exit(1)


@corpus.command()
def stats(folder: Folder, json: Json = False) -> None:
    """Count lengths, variety (distinct-n) and repetitions, and what the filler filter removed."""
    import json as reader

    from experiments.dialogues import Dialogues
    from experiments.dialogues.likeness import diversity
    from experiments.dialogues.statistics import statistics
    from experiments.filler import FILE

    dialogues = Dialogues.open(folder)
    with Progress("counting"):
        rows = list(statistics(dialogues))
    show(rows, json_=json)
    likeness = diversity(dialogues)
    if not json and likeness.pairs:
        say()
        say(str(likeness))
    sifted = dialogues.path / FILE
    if not json and sifted.is_file():
        say()
        say("filler, before and after the conflict filter")
        for row in reader.loads(sifted.read_text(encoding="utf-8"))["statistics"]:
            say("; ".join(f"{name.replace('_', ' ')} {value}" for name, value in row.items()))
