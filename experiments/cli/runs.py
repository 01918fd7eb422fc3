"""``quickstart``, ``run``, ``judge`` and ``report``: making runs and what comes of them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli.output import say, show
from experiments.cli.progress import Progress
from experiments.cli.scoring import conclude, fail_if_nothing_worked
from experiments.cli.showing.journal import check_ends
from sim.errors import Misuse

if TYPE_CHECKING:
    from experiments.running import Engine, Run
    from experiments.running import Progress as Step

Json = Annotated[bool, typer.Option("--json", help="Print the table of scores as JSON.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes that live lives; by default one a core.")
]
SCRIPTED = "scripted"


class EngineName(StrEnum):
    """What lives are lived on."""

    AUTO = "auto"
    PROCESSES = "processes"
    THREADS = "threads"
    CLUSTER = "cluster"


class CacheMode(StrEnum):
    """How a run uses the replies of models that its folder keeps."""

    USE = "use"
    REFRESH = "refresh"
    REPLAY = "replay"
    OFF = "off"


Cache = Annotated[
    CacheMode, typer.Option(help="Replies of models: replay asks nothing, refresh asks all anew.")
]


def quickstart(
    out: Annotated[Path | None, typer.Option(help="The run's folder.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Another seed, other lives.")] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="One short life played by a model (see docs/models.md)."),
    ] = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Compare memory backends over simulated lives: no key, no network, one page to look at."""
    recipe = "quickstart" if model is None else "quickstart_model"
    named = recipe if seed is None else f"{recipe}-{seed}"
    overrides = [] if seed is None else [f"seed={seed}"]
    if model is not None:
        from experiments.cli.spending import played_by

        overrides += played_by(model)
    from experiments.running import Engine

    engine = Engine(workers=workers)
    _carry_out(recipe, out or Path("runs") / named, overrides, engine, json_=json)


def run(
    recipe: Annotated[str, typer.Argument(metavar="RECIPE", help="A recipe's name or file.")],
    out: Annotated[
        Path | None, typer.Option(help="The run's folder; by default runs/NAME.")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="A.B=C", help="Change one key; repeatable.")
    ] = None,
    workers: Workers = None,
    dry: Annotated[bool, typer.Option("--dry", help="Check and say what would be run.")] = False,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what models would be asked, and its price.")
    ] = False,
    pilot: Annotated[
        bool,
        typer.Option("--pilot", help="With --estimate: live one life for real, and multiply."),
    ] = False,
    engine: Annotated[
        EngineName, typer.Option(help="What lives are lived on; the result is the same.")
    ] = EngineName.AUTO,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A dask scheduler, with --engine cluster."),
    ] = None,
    cache: Cache = CacheMode.USE,
    json: Json = False,
) -> None:
    """Carry out a recipe, or go on with a run that was interrupted."""
    from experiments.recipe import load_recipe
    from experiments.running import Engine
    from experiments.sweeps import is_swept

    chosen = load_recipe(recipe, set_ or [])
    lived_on = Engine(engine.value, workers, scheduler)
    if is_swept(chosen):
        from experiments.cli.sweeping import carry_out

        target = None if dry or estimate else out or Path("runs") / chosen.name
        carry_out(chosen, target, lived_on, cache.value, estimate=estimate, json_=json)
        return
    if dry:
        from experiments.cli.planning import plan_rows

        show(plan_rows(chosen), json_=json)
        return
    target = out or Path("runs") / chosen.name
    if estimate or pilot:
        from experiments.cli.spending import expected_rows, piloted_rows

        rows = piloted_rows(chosen, target) if pilot else expected_rows(chosen)
        show(rows, json_=json, empty="no model would be asked: all is scripted")
        return
    _carry_out(recipe, target, set_ or [], lived_on, cache, json_=json)


def _carry_out(
    recipe: str,
    out: Path,
    overrides: list[str],
    engine: Engine,
    cache: CacheMode = CacheMode.USE,
    *,
    json_: bool,
) -> None:
    from experiments import running

    with Progress("living") as bar:
        done = running.run(
            recipe,
            out,
            overrides=overrides,
            engine=engine,
            progress=lambda s: _show(bar, s),
            cache=cache.value,
        )
    _end(done, json_=json_)
    fail_if_nothing_worked(done)


def _end(done: Run, *, json_: bool) -> None:
    """The scores, then what models were asked for them and how far judges agree, if any did."""
    conclude(done, json_=json_)
    if not json_ and done.folder.cache.exists():
        from experiments.cli.spending import account

        account(done)


def _show(bar: Progress, step: Step) -> None:
    bar.reach(step.phase, step.done, step.total, step.what)


def judge(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a finished run.")],
    cast: Annotated[
        list[str] | None,
        typer.Option(metavar="judge=SPEC", help="Who judges; repeat it for several judges."),
    ] = None,
    workers: Workers = None,
    cache: Cache = CacheMode.USE,
    json: Json = False,
) -> None:
    """Judge all answers of a run again; dialogues and answers stay as they are."""
    from experiments import running

    judges = [_judge(written) for written in cast or []]
    with Progress("judging") as bar:
        done = running.rejudge(
            run,
            judges=judges or None,
            workers=workers,
            progress=lambda step: _show(bar, step),
            cache=cache.value,
        )
    _end(done, json_=json)
    if not json:
        from experiments.cli.spending import agreements

        agreements(done)
    fail_if_nothing_worked(done)


def _judge(written: str) -> str:
    role, sign, player = written.partition("=")
    if not sign or role != "judge" or not player:
        raise Misuse(f"--cast {written!r} casts no judge: write it as judge={SCRIPTED}")
    return player


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The page; by default report.html, of one run in its folder."),
    ] = None,
) -> None:
    """Write one self-contained page about a run, or one that compares several."""
    from experiments import report as page
    from experiments.running import open_run

    found = [open_run(path) for path in runs]
    for path in runs:
        check_ends(path)
    with Progress("writing the page"):
        written = page.write(found, out or _page_of(found))
    say(str(written))


def _page_of(found: list[Run]) -> Path:
    return found[0].report if len(found) == 1 else Path("report.html")
