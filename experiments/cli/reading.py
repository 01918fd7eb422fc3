"""``tables``, ``show`` and ``list``: reading what is there."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.cli.output import as_cards, as_json, as_table, say
from experiments.cli.output import show as show_rows
from experiments.cli.showing.journal import note_damage
from sim.errors import Misuse, UnknownName

Json = Annotated[bool, typer.Option("--json", help="Print a JSON list of row objects.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]


def list_(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="worlds, personas, domains, backends, gates, embedders, readers, studies, "
            "recipes, roles or formats.",
        ),
    ],
    json: Json = False,
) -> None:
    """List what a recipe can name."""
    from experiments.cli.listing import LISTS

    if what not in LISTS:
        raise UnknownName("list", what, LISTS)
    rows = list(LISTS[what]())
    as_json(rows) if json else as_cards(rows, empty=f"there are no {what}")


def tables(
    run: RunFolder,
    name: Annotated[str | None, typer.Argument(help="Which table; without it, all names.")] = None,
    json: Json = False,
    limit: Annotated[int, typer.Option(min=1, help="Rows to show (not with --json).")] = 60,
) -> None:
    """Print a result table of a run, or the names of all."""
    from experiments.cli.tabling import GROUPS, PROSE, readable, table_names, table_rows

    rows = table_names(run) if name is None else table_rows(run, name)
    note_damage(run)
    if json:
        as_json(rows)
    else:
        empty = f"the table {name!r} has no rows"
        groups = GROUPS.get(name or "", ())
        as_table(readable(name, rows), groups=groups, prose=PROSE, empty=empty, limit=limit)
        if name == "failures" and rows:
            say(f"{len(rows)} failures in all, --json has each of them")


def show(
    ctx: typer.Context,
    run: RunFolder,
    life: Annotated[str | None, typer.Option(help="One life: its sessions.")] = None,
    session: Annotated[int | None, typer.Option(help="One session: its transcript.")] = None,
    probes: Annotated[bool, typer.Option("--probes", help="The questions of a life.")] = False,
    probe: Annotated[str | None, typer.Option(help="One question: answers and traces.")] = None,
    trial: Annotated[str | None, typer.Option(help="One trial's memories for it.")] = None,
    prompts: Annotated[
        bool, typer.Option("--prompts", help="The models' prompts and replies behind it.")
    ] = False,
    json: Json = False,
) -> None:
    """Read a conversation, facts marked where they are said, or a question with its trace.

    With --debug facts and questions are called as in the journal.
    """
    from experiments.cli.showing import overview, questions, transcripts
    from experiments.cli.showing import prompts as behind

    if life is None and (probes or session is not None):
        raise Misuse("--session and --probes need --life: 'lifeworld show RUN' lists the lives")
    if trial is not None and probe is None:
        raise Misuse("--trial needs --probe: it shows what that trial found for the question")
    if prompts and probe is None and session is None:
        raise Misuse("--prompts needs --probe or --session: it shows what is behind one of them")
    if probe is not None:
        found = questions.records(run, probe, life, trial)
        lines = questions.lines(found, memories=trial is not None)
        _read(found, behind.of_probe(run, found) if prompts else lines, json=json)
    elif session is not None and life is not None:
        found = transcripts.records(run, life, session)
        lines = transcripts.lines(found, color=sys.stdout.isatty(), ids=_debugs(ctx))
        _read(found, behind.of_session(run, found) if prompts else lines, json=json)
    else:
        rows = overview.rows(run, life, probes=probes)
        rows = rows if json or _debugs(ctx) else overview.short(rows)
        show_rows(rows, json_=json, empty="there is nothing to read yet", prose=overview.PROSE)


def _debugs(ctx: typer.Context) -> bool:
    """Whether --debug stands on the command line."""
    return bool(getattr(ctx.find_root().command, "debugs", False))


def _read(found: list[dict[str, Any]], lines: Iterable[str], *, json: bool) -> None:
    if json:
        as_json(found)
        return
    for line in lines:
        say(line)
