"""One file, four tools, five rounds."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.agents import MdFlat
from memory_backends.agents.rounds import work
from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.cast.role import Role
from sim.roles.file_keeper import KeeperInput, ToolCall, keep
from sim.seeds import stream
from sim.views import Session, Turn

START = datetime(2026, 1, 5, 9)
LATER = START + timedelta(days=400)


def session(number: int, *said: str) -> Session:
    at, ident = START + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(hours=1), turns)


def keeper(*days: tuple[str, ...]) -> MdFlat:
    backend = MdFlat("ada")
    for number, said in enumerate(days):
        backend.add(session(number, *said))
    return backend


def lines(backend: MdFlat) -> list[str]:
    return [each.text for each in backend.get_all()]


# -- the loop


def test_tools_do_to_the_file_what_they_say() -> None:
    calls = [ToolCall("list"), ToolCall("read"), ToolCall("append", ("c",)), ToolCall("done")]
    script = iter(calls)
    assert work(("a", "b"), lambda shown, left: next(script), 5) == ("a", "b", "c")
    script = iter([ToolCall("write", ("x",)), ToolCall("append", ("y",)), ToolCall("done")])
    assert work(("a", "b"), lambda shown, left: next(script), 5) == ("x", "y")
    assert work(("a",), lambda shown, left: ToolCall("done"), 5) == ("a",)


@given(st.integers(1, 6))
def test_there_are_never_more_rounds_than_allowed(rounds: int) -> None:
    asked: list[tuple[tuple[str, ...] | None, int]] = []

    def decide(shown: tuple[str, ...] | None, left: int) -> ToolCall:
        asked.append((shown, left))
        return ToolCall("read")

    assert work(("a",), decide, rounds) == ("a",)
    assert [left for _, left in asked] == list(range(rounds, 0, -1))
    assert asked[0][0] is None
    assert all(shown == ("a",) for shown, _ in asked[1:])


# -- the backend


def test_what_is_told_is_appended_and_a_changed_value_stands_below_the_old_one() -> None:
    backend = keeper(("My gym is Hall Street.", "Good morning!"), ("My gym is now Orme.",))
    assert lines(backend) == ["My gym is Hall Street.", "My gym is now Orme."]


def test_what_is_to_be_forgotten_leaves_the_file() -> None:
    backend = keeper(
        ("My nickname is Bramble.", "My bank is Corvane."),
        ("Please forget my nickname.", "My gym is Orme."),
    )
    assert lines(backend) == ["My bank is Corvane.", "My gym is Orme."]


def test_lines_keep_their_date_when_the_file_is_rewritten() -> None:
    backend = keeper(("My bank is Corvane.", "My nickname is Bramble."), ("Forget my nickname.",))
    (line,) = backend.get_all()
    assert (line.text, line.sessions) == ("My bank is Corvane.", ("s0000",))
    assert line.created_at == START + timedelta(hours=1)


def test_the_whole_file_is_shown_as_it_was_at_the_date() -> None:
    backend = keeper(("My gym is Hall Street.",), ("My bank is Corvane.",))
    assert len(backend.search("anything", k=1, at=LATER)) == 2
    early = backend.search("anything", k=1, at=START + timedelta(hours=2))
    assert [memory.text for memory in early] == ["My gym is Hall Street."]
    assert MdFlat.capabilities().ignores_k


def test_a_model_has_at_most_the_rounds_of_the_options() -> None:
    calls: list[str] = []

    def play(role: Role, given_: object, cue: str) -> object:
        calls.append(cue)
        return ToolCall("list")

    backend = MdFlat("ada", MdFlat.Options(rounds=3))
    backend.play = play
    backend.add(session(0, "My gym is Orme."))
    assert calls == ["s0000/3", "s0000/2", "s0000/1"]
    assert lines(backend) == []


def test_nothing_of_that_id_can_be_deleted() -> None:
    with pytest.raises(KeyError):
        keeper(("My gym is Orme.",)).delete("nobody")


# -- the role


def test_the_twin_reads_first_and_is_done_where_nothing_is_new() -> None:
    told = session(0, "My gym is Orme.")
    assert keep(KeeperInput(told, None, 5), stream(1)) == ToolCall("read")
    assert keep(KeeperInput(told, (), 4), stream(1)) == ToolCall("append", ("My gym is Orme.",))
    assert keep(KeeperInput(told, ("My gym is Orme.",), 4), stream(1)) == ToolCall("done")


PART = part_of("file_keeper")
GIVEN = KeeperInput(session(0, "My gym is Orme."), ("a",), 4)


def test_a_models_call_is_read_line_by_line() -> None:
    reply = '{"tool": "write", "lines": ["  one  fact ", "", "two"]}'
    assert PART.read(reply, GIVEN) == ToolCall("write", ("one fact", "two"))
    assert PART.read('{"tool": "done"}', GIVEN) == ToolCall("done")


@pytest.mark.parametrize("reply", ['{"tool": "rm"}', '{"tool": "append", "lines": [1]}', "{}"])
def test_a_call_that_makes_no_sense_is_asked_for_again(reply: str) -> None:
    with pytest.raises(Unusable):
        PART.read(reply, GIVEN)
