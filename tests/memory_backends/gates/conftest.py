"""A made-up year of sessions for gates: a project, and questions in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from memory_backends.gates import Gate
from sim.views import Session, Turn

START = datetime(1994, 1, 3, 9)
DISHES = ("soup", "bread", "pasta", "rice", "pie", "sauce", "salad", "cake", "stew", "tofu")
PARTS = ("roof", "tiles", "plumber", "paint", "lamp", "boiler", "curtain", "shelf")


class Script:
    """Words for sessions. They come every three days unless a day is given."""

    def told(self, number: int, *lines: str, day: int | None = None) -> Session:
        """A session in which the user says these lines, and thanks."""
        at = START + timedelta(days=3 * number if day is None else day)
        name, thanks = f"s{number:04d}", "Thanks, that is all for now."
        turns = [
            Turn(f"{name}.{2 * n + reply}", "assistant" if reply else "user", text, at)
            for n, line in enumerate((*lines, thanks))
            for reply, text in enumerate((line, "I see."))
        ]
        return Session(name, "ada", at, at, tuple(turns))

    def question(self, number: int) -> Session:
        """A question about food that stands for itself."""
        dish = DISHES[number % len(DISHES)]
        return self.told(number, f"How long does {dish} keep?", "And in the freezer?")

    def step(self, number: int, day: int | None = None) -> Session:
        """A step in doing up a cottage, in which something is settled."""
        part = PARTS[number % len(PARTS)]
        lines = (
            f"Next part of the cottage house: the {part}.",
            f"We decided on a new {part} today.",
            f"The {part} will be done by Friday.",
        )
        return self.told(number, *lines, day=day)

    def year(self, steps: int = 12) -> list[Session]:
        """Steps of the project, each with two questions behind it."""
        made = []
        for at in range(0, 3 * steps, 3):
            made += [self.step(at), self.question(at + 1), self.question(at + 2)]
        return made


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def decisions() -> Callable[[Gate, Sequence[Session]], list[bool]]:
    """What a gate decides about sessions, one after another."""

    def run(gate: Gate, sessions: Sequence[Session]) -> list[bool]:
        return [gate.decide(one, sessions[:n]) for n, one in enumerate(sessions)]

    return run
