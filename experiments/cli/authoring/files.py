"""What the three commands have in common: a file is made, and a file is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import typer

from experiments.cli.output import Row, counted, say, show
from sim.errors import BadData, Misuse, UnknownName
from sim.files import why_not

NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="The YAML file to make.")]
File = Annotated[str, typer.Argument(metavar="NAME", help="A name, or the path of a YAML file.")]
Seed = Annotated[int, typer.Option(min=0, help="Another seed gives another sample.")]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON list of row objects.")]
SUFFIXES = (".yaml", ".yml")


class Found(Protocol):
    """A problem with a data file, of whatever package it is."""

    @property
    def severity(self) -> str: ...  # noqa: D102
    @property
    def where(self) -> str: ...  # noqa: D102
    @property
    def message(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of data file, and the package that knows it; nothing is imported before it is used."""

    what: str
    starter: Callable[[str], str]
    names: Callable[[], Iterable[str]]
    check: Callable[[str], Sequence[Found]]

    def make(self, file: Path) -> None:
        """Write a file to start from. Raises Misuse for a name that cannot be, or is taken."""
        if file.suffix not in SUFFIXES:
            raise Misuse(f"{file}: name a file that ends in .yaml")
        text = self.starter(file.stem)
        if file.exists():
            raise Misuse(f"{file} exists already: name another file")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        say(f"{file}: edit it, then lifeworld {self.what} check {file}")

    def located(self, name: str) -> str:
        """The name itself. Raises UnknownName, or BadData for a file that is not there."""
        if name.endswith(SUFFIXES) or "/" in name:
            if not Path(name).is_file():
                raise BadData(name, why_not(name))
        elif name not in (known := list(self.names())):
            raise UnknownName(self.what, name, known)
        return name

    def report(self, name: str, problems: Iterable[Found], *, json_: bool) -> None:
        """Say what was found; exit code 1 if there is an error."""
        rows: list[Row] = [
            {"severity": found.severity, "where": found.where, "message": found.message}
            for found in problems
        ]
        if json_:
            show(rows, json_=True)
        else:
            for row in rows:
                say(f"{row['severity']}: {row['where']}: {row['message']}")
            say(f"{self.what} {name}: {_verdict(rows)}")
        if any(row["severity"] == "error" for row in rows):
            raise typer.Exit(1)


def app_of(kind: Kind, about: str) -> typer.Typer:
    """The command of a kind with ``new``, to which others can be added."""
    app = typer.Typer(no_args_is_help=True, help=about)

    @app.command("new", help=f"Make a {kind.what} to start from.")
    def new(file: NewFile) -> None:
        kind.make(file)

    return app


def _verdict(rows: list[Row]) -> str:
    errors = sum(row["severity"] == "error" for row in rows)
    if not rows:
        return "no problems"
    found = f"{counted(errors, 'error')}, {counted(len(rows) - errors, 'warning')}"
    return found if errors else f"{found}, can be used"
