"""What models are asked, what that costs, and how far judges agree: on the command line."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.cli.output import Row, as_table, say

if TYPE_CHECKING:
    from experiments.recipe import Recipe
    from experiments.running import Run

PLAYED = ("user", "reveal_checker", "answerer", "judge", "gate", "summariser")
"""The roles that ``quickstart --model`` gives to the model; the assistant stays scripted."""

PATIENCE = 300.0  # seconds for a reply: a small model on a busy machine reads slowly


def played_by(model: str) -> list[str]:
    """The overrides of a recipe that cast one model."""
    player = {model: {"timeout": PATIENCE}}
    cast = {"default": "scripted"} | dict.fromkeys(PLAYED, player)
    return [f"cast={json.dumps(cast)}"]


def expected_rows(recipe: Recipe) -> list[Row]:
    """What a recipe will ask of models, a row a role and model, and a row for all."""
    from experiments.estimating import estimate
    from experiments.recipe import check

    check(recipe)
    rows = [_short(asdict(one)) for one in estimate(recipe)]
    return [*rows, _total(rows)] if rows else []


def piloted_rows(recipe: Recipe, out: Path) -> list[Row]:
    """What a recipe will ask of models, by what its first life took, which is kept in ``out``."""
    from experiments.piloting import pilot

    rows = [_short(asdict(one)) for one in pilot(recipe, out)]
    return [*rows, _total(rows)] if rows else []


def account(run: Run) -> None:
    """Say what a run has asked of models."""
    from experiments.running.casting import spent

    rows = [_short(asdict(one)) for one in spent(run.folder)]
    if rows:
        say()
        as_table([*rows, _total(rows)], empty="")
        say("calls: as they were made, tries that failed included; usd: empty without a price")


def agreements(run: Run) -> None:
    """Say how far the new verdicts agree with the old ones, and judges among themselves."""
    if not run.folder.agreement.exists():
        return
    for one in json.loads(run.folder.agreement.read_text(encoding="utf-8")):
        if one["answers"]:
            say(f"{one['first']} and {one['second']}: {_agreement(one)}")


def _agreement(one: Row) -> str:
    beyond = [f"{name} {one[name]:.2f}" for name in ("kappa", "ac1") if one[name] is not None]
    counted = f"{one['same']} of {one['answers']} verdicts are the same"
    return ", ".join([counted, *beyond])


def _short(row: Row) -> Row:
    """A row whose model is called without its URL, which has no room on a screen."""
    return dict(row) | {"model": str(row["model"]).partition("@")[0]}


def _total(rows: list[Row]) -> Row:
    sums = {name: sum(row[name] for row in rows) for name in ("calls", "tokens_read")}
    written = sum(row["tokens_written"] for row in rows)
    priced = all(row["usd"] is not None for row in rows)
    usd = sum(row["usd"] for row in rows) if priced else None
    rest = {"estimated": any(row["estimated"] for row in rows)} if "estimated" in rows[0] else {}
    return {"role": "all", "model": "", **sums, "tokens_written": written, "usd": usd, **rest}
