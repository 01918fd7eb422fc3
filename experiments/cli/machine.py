"""``conformance`` and ``bench``: does a memory keep the rules, and what can this machine do?"""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli.output import as_json, say, show
from experiments.cli.progress import Progress
from sim.errors import Misuse

LARGER_STORE = 300  # quick for every backend
Json = Annotated[bool, typer.Option("--json", help="Print a JSON list of row objects.")]


def conformance(
    backend: Annotated[
        str, typer.Argument(metavar="BACKEND", help="A name, or module:Class of your own.")
    ],
    option: Annotated[
        list[str] | None, typer.Option(metavar="A=B", help="An option of the backend; repeatable.")
    ] = None,
    size: Annotated[
        int, typer.Option(min=1, help="User turns told to the larger store, 10000 for a big one.")
    ] = LARGER_STORE,
    model: Annotated[
        str | None, typer.Option(help="A model for a library that calls one itself.")
    ] = None,
    json: Json = False,
) -> None:
    """Run the conformance suite against a memory backend; exit code 1 if a check fails."""
    import memory_backends
    from experiments.cli.lending import check_model, lent
    from memory_backends.conformance import check

    name, options = _spec(backend)
    options |= dict(_option(written) for written in option or [])
    memory_backends.create(name, user_id="u", **options).close()  # misuse, found before a check
    check_model(name, options, model)
    with lent(model) as let_in, Progress(f"trying {backend}"):

        def make(user: str) -> memory_backends.MemoryBackend:
            made = memory_backends.create(name, user_id=user, **options)
            made.let_in = let_in
            return made

        report = check(make, size=size)
    if json:
        rows = [{"check": name, "outcome": "passed", "why": ""} for name in report.passed]
        rows += [{"check": name, "outcome": "failed", "why": why} for name, why in report.failed]
        rows += [{"check": name, "outcome": "skipped", "why": why} for name, why in report.skipped]
        as_json(rows)
    else:
        say(str(report))
    if not report.ok:
        raise typer.Exit(1)


def _spec(backend: str) -> tuple[str, dict[str, object]]:
    """A backend's name and the options in brackets behind it, as in a recipe."""
    from pydantic import ValidationError

    from experiments.recipe import Named
    from experiments.recipe.sentences import misuse

    try:
        named = Named.model_validate(backend)
    except ValidationError as error:
        raise misuse(error, Named, "BACKEND") from error
    return named.name, dict(named.options)


def _option(written: str) -> tuple[str, object]:
    import yaml

    name, sign, value = written.partition("=")
    if not sign or not name:
        raise Misuse(f"--option {written!r} has no value: write it as name=value")
    try:
        return name, yaml.safe_load(value)
    except (yaml.YAMLError, ValueError) as error:
        raise Misuse(f"--option {written!r}: {value!r} is no YAML value") from error


def bench(
    lives: Annotated[int, typer.Option(min=1, help="Lives to measure with.")] = 6,
    json: Json = False,
) -> None:
    """Measure this machine: lives, conversations, memory, questions; beside what is aimed at."""
    from experiments.cli.benchmarks import MEASURES, measure

    rows = []
    with Progress("measuring", total=len(MEASURES)) as progress:
        for name in MEASURES:
            rows += measure(name, lives=lives)
            progress.advance(name)
    show(rows, json_=json)
