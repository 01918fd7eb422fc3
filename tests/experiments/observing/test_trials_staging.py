"""Roles that backends ask for are played by the cast and booked under what was being done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pytest
from numpy.random import Generator

from experiments.trials.guarded import GuardedBackend
from experiments.trials.spec import TrialSpec
from experiments.trials.staging import Stage
from memory_backends.base import MemoryBackend
from sim.cast.cast import Cast
from sim.cast.role import Role
from sim.errors import BackendFailed, RoleFailed
from sim.lexicon import Lexicon, Pattern
from sim.views import Memory, Session, Turn

NOON = datetime(2026, 3, 1, 12)


@dataclass(frozen=True, slots=True)
class Words:
    """A text."""

    text: str

    def reading(self) -> str:
        """It."""
        return self.text


def _shout(given: Words, rng: Generator) -> Words:
    if given.text == "fail":
        raise RoleFailed("shouter", "lost its voice")
    return Words(f"{given.text.upper()} {rng.integers(1_000_000)}")


SHOUTER = Role("shouter", "Shouts.", Words, Words, _shout)


class Echo(MemoryBackend):
    """Keeps what the shouter makes of a session."""

    name = "echo"

    def add(self, session: Session) -> None:
        """One call a session."""
        kept = self.play(SHOUTER, Words(session.turns[0].text), session.id).text
        self.kept = [*getattr(self, "kept", []), kept]

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """One call a search."""
        text = self.play(SHOUTER, Words(query), query).text
        return [Memory("m", text, NOON)][:k]

    def get_all(self) -> list[Memory]:
        """All that was kept."""
        return [Memory(f"m{n}", text, NOON) for n, text in enumerate(self.kept)]


def _session(text: str) -> Session:
    turn = Turn("s0001.0", "user", text, NOON)
    return Session("s0001", "ada", NOON, NOON, (turn,))


def _guard(stage: Stage, lexicon: Lexicon | None = None) -> GuardedBackend:
    spec = TrialSpec(backend=f"{__name__}:Echo")
    return GuardedBackend(spec, "ada", stage, lexicon=lexicon)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrialSpec, "_backend_class", lambda _: Echo)
    monkeypatch.setattr(
        "memory_backends.create", lambda _spec, *, user_id, **_options: Echo(user_id)
    )


def _booked(cast: Cast) -> Sequence[tuple[str, str, int]]:
    return [(line.role, line.place.phase, line.calls) for line in cast.book.lines()]


def test_calls_are_booked_under_what_the_memory_was_doing() -> None:
    cast = Cast()
    memory = _guard(Stage(cast))
    memory.add(_session("hello"))
    memory.search("hello?", NOON)
    memory.search("and now?", NOON)
    assert sorted(_booked(cast)) == [("shouter", "ingest", 1), ("shouter", "retrieve", 2)]


def test_the_same_seed_path_and_cue_give_the_same_words_and_others_give_others() -> None:
    def kept(*path: str) -> str:
        memory = _guard(Stage(Cast(), path))
        memory.add(_session("hello"))
        return memory.entries("s0001")[0].text

    assert kept("run", "life") == kept("run", "life")
    assert kept("run", "life") != kept("run", "other life")


def test_a_role_that_fails_while_storing_ends_the_trial_and_while_searching_one_answer() -> None:
    memory = _guard(Stage(Cast()))
    with pytest.raises(BackendFailed, match="lost its voice"):
        memory.add(_session("fail"))
    with pytest.raises(RoleFailed, match="lost its voice"):
        memory.search("fail", NOON)


def test_a_backend_knows_the_wording_of_the_world_it_serves() -> None:
    lexicon = Lexicon((Pattern("state", "home", "I live in {value}."),))
    spec = TrialSpec()
    assert spec.new_backend("ada", lexicon=lexicon).lexicon is lexicon
    assert spec.new_backend("ada").lexicon.read("I live in Brask.") == ()
