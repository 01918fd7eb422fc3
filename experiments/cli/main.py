"""The command ``lifeworld``. Only Typer is imported here; a command imports what it needs."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli import (
    authoring,
    corpora,
    dialogues,
    labelling,
    machine,
    powering,
    reading,
    runs,
)
from experiments.cli.door import Door

app = typer.Typer(
    cls=Door,
    name="lifeworld",
    help="Simulated lives for the long-term memory of language-model agents.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"lifeworld {version('lifeworld')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    pass


app.command()(runs.quickstart)
app.command("run")(runs.run)
app.command()(runs.judge)
app.command()(runs.report)
app.command()(powering.plan)
app.command()(labelling.label)
app.command()(labelling.calibrate)
app.command()(reading.tables)
app.command()(reading.show)
app.command("list")(reading.list_)
app.command("import")(corpora.import_)
app.command()(machine.conformance)
app.command()(machine.bench)
app.add_typer(dialogues.corpus, name="corpus")
app.add_typer(authoring.world, name="world")
app.add_typer(authoring.persona, name="persona")
app.add_typer(authoring.domain, name="domain")


def run() -> None:
    """The entry point of the script ``lifeworld``."""
    app()
