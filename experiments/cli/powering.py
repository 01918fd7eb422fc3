"""``lifeworld plan``: how many lives a comparison needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli.output import say, show
from experiments.cli.showing.journal import check_ends

Run = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a finished run, a pilot.")]
Json = Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")]


def plan(
    run: Run,
    difference: Annotated[
        float, typer.Option(help="The smallest difference that is to be told.")
    ] = 0.05,
    power: Annotated[float, typer.Option(help="The share of such differences to be found.")] = 0.8,
    alpha: Annotated[float, typer.Option(help="The share of false alarms, two-sided.")] = 0.05,
    json: Json = False,
) -> None:
    """Say how many lives tell trials apart, by how lives differ in a run that is there."""
    from experiments.power import Power, planned
    from experiments.running import open_run

    check_ends(run)
    rows = open_run(run).tables["comparisons"].to_dict("records")
    found = list(planned(rows, difference, Power(power, alpha)))
    show(found, json_=json, empty="no two trials have an interval: run at least two lives")
    if not json and found:
        most = max(row["lives_needed"] for row in found)
        say()
        say(f"detectable: the smallest difference that this run tells {power:.0%} of the time")
        say(f"to tell {difference} between any two of these trials: {most} lives")
