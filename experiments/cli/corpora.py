"""``lifeworld import``: a public benchmark becomes a corpus, with a report of what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli.output import as_json, as_table, say
from experiments.cli.progress import Progress


def import_(
    format_: Annotated[
        str, typer.Argument(metavar="FORMAT", help="'lifeworld list formats' names all.")
    ],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The benchmark's file or folder.")],
    out: Annotated[Path, typer.Option("--out", help="The corpus folder to make.")],
    json: Annotated[bool, typer.Option("--json", help="Print the report's rows as JSON.")] = False,
) -> None:
    """Turn a public benchmark into a corpus; ends with what was read, repaired and refused."""
    from experiments import datasets

    with Progress("reading conversations") as progress:
        header, findings = datasets.import_corpus(format_, path, out, on_user=progress.advance)
    rows = list(datasets.summary(findings.notes))
    if json:
        as_json(rows)
        return
    counts = ", ".join(f"{count:,} {what}" for what, count in header.counts.items() if count)
    say(f"{out}: {counts}")
    say(f"licence: {header.licence}")
    for what, share in header.checks.items():
        say(f"{what}: {share:.1%}")
    say()
    as_table(rows, empty="nothing had to be repaired or refused")
