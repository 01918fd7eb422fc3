"""``lifeworld label`` and ``calibrate``: a judge held against people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli.output import say, show
from experiments.cli.showing.journal import check_ends
from sim.errors import Misuse

if TYPE_CHECKING:
    from experiments.calibration import Verdicts
    from experiments.running import Run as Found

Run = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a finished run.")]


def label(
    run: Run,
    out: Annotated[Path, typer.Option(help="The sheet to be filled in.")] = Path("labels.csv"),
    count: Annotated[int, typer.Option(min=2, help="How many answers.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other answers.")] = 7,
) -> None:
    """Write answers for a person to judge, without saying what the judge thought of them."""
    from experiments import calibration
    from experiments.running import open_run

    check_ends(run)
    if out.exists():
        raise Misuse(f"{out} is there already: name another file with --out")
    rows = calibration.drawn(open_run(run).tables["probes"].to_dict("records"), count, seed)
    calibration.write(rows, out)
    say(f"{len(rows)} answers in {out}: write yes or no into the column 'right', then")
    say(f"lifeworld calibrate {run} {out}")


def calibrate(
    run: Run,
    labels: Annotated[Path, typer.Argument(metavar="LABELS", help="The sheet, filled in.")],
    json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Hold a run's judge against labels, and correct each trial's accuracy by them."""
    from experiments import calibration
    from experiments.running import open_run

    check_ends(run)
    if not labels.is_file():
        raise Misuse(f"there is no file {labels}: write one with 'lifeworld label {run}'")
    found = open_run(run)
    verdicts, said = _verdicts(found), calibration.read(labels)
    overall = calibration.calibrated(verdicts, said)
    rows = list(calibration.by_trial(verdicts, said, found.recipe.seed))
    show(rows, json_=json)
    if not json:
        say()
        say(
            f"on {overall.labelled} answers judge and labels agree on {_told(overall.agreement)} "
            f"(kappa {_told(overall.kappa)}, AC1 {_told(overall.ac1)}); of right answers it passes "
            f"{_told(overall.sensitivity)}, of wrong ones it refuses {_told(overall.specificity)}"
        )


def _verdicts(found: Found) -> Verdicts:
    probes = found.tables["probes"]
    judged = probes[probes["correct"].notna()]
    named = zip(judged["life"], judged["trial"], judged["probe"], judged["correct"], strict=True)
    return {(life, trial, probe): bool(right) for life, trial, probe, right in named}


def _told(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
