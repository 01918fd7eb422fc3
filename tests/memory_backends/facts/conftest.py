"""Sessions and stores for the tests of memories that keep facts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from memory_backends import MemoryBackend, create
from sim.views import Session, Turn

START = datetime(2026, 1, 5, 9)
Stored = Callable[..., MemoryBackend]
Said = Callable[..., Session]


def spoken(number: int, *said: str) -> Session:
    """What the user said on a day, a minute a message."""
    at, ident = START + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(hours=1), turns)


@pytest.fixture
def said() -> Said:
    """A session of a day."""
    return spoken


@pytest.fixture
def stored() -> Stored:
    """A store by name that has taken in some days."""

    def make(name: str, *days: tuple[str, ...], **options: object) -> MemoryBackend:
        backend = create(name, user_id="ada", embedder="hashing", **options)
        for number, texts in enumerate(days):
            backend.add(spoken(number, *texts))
        return backend

    return make
