"""The recipe that runs every memory which comes with it, on the quickstart's lives."""

from __future__ import annotations

import memory_backends
from experiments.recipe import load_recipe

ELSEWHERE = {"services", "workers"}
REFUSED = {"dynamic"}  # no model of the cast tells what it needs


def here() -> set[str]:
    """The backends that run without an extra, a server, or another interpreter."""
    found = set()
    for row in memory_backends.describe():
        kind = memory_backends.resolve(row.name) if row.source == "built in" else None
        if kind is not None and row.group not in ELSEWHERE and not kind.calls_models:
            found.add(row.name)
    return found - REFUSED


def test_every_memory_that_runs_here_is_in_it_once() -> None:
    named = [
        backend.name for entry in load_recipe("all_memories").trials for backend in entry.backends
    ]
    assert sorted(named) == sorted({*here(), "none", "oracle"})


def test_the_lives_are_those_of_the_quickstart() -> None:
    one, other = load_recipe("all_memories"), load_recipe("quickstart")
    assert (one.seed, one.lives, one.studies) == (other.seed, other.lives, other.studies)
