"""Sessions cut into entries."""

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from memory_backends.chunks import cut, default_speakers
from sim.text import estimated_tokens
from sim.views import Session, Turn

NINE, TEN = datetime(2031, 5, 1, 9), datetime(2031, 5, 1, 10)


def spoken(*parts: tuple[str, str]) -> Session:
    turns = tuple(
        Turn(f"s0001.{i}", "user" if who == "u" else "assistant", text, NINE.replace(minute=i))
        for i, (who, text) in enumerate(parts)
    )
    return Session("s0001", "ada", NINE, TEN, turns)


TALK = spoken(("u", "I moved."), ("a", "Where to?"), ("u", "Brask."))


def test_turn_indexes_hold_user_turns_unless_told_otherwise() -> None:
    assert default_speakers("turn") == "user"
    assert default_speakers("session") == default_speakers("chunk") == "both"


def test_a_turn_is_kept_word_for_word_with_its_own_date_and_sources() -> None:
    first, last = cut(TALK, "turn", "user")
    assert (first.id, first.text, first.created_at) == ("s0001.0", "I moved.", NINE)
    assert (last.id, last.text, last.created_at) == ("s0001.2", "Brask.", NINE.replace(minute=2))
    assert (last.sessions, last.turns) == (("s0001",), ("s0001.2",))
    assert last.metadata == {"speaker": "user"}


def test_both_speakers_can_be_kept() -> None:
    entries = list(cut(TALK, "turn", "both"))
    assert [entry.metadata["speaker"] for entry in entries] == ["user", "assistant", "user"]


def test_a_session_is_one_entry_dated_when_it_ended() -> None:
    (entry,) = cut(TALK, "session", "both")
    assert entry.text == "user: I moved.\nassistant: Where to?\nuser: Brask."
    assert (entry.id, entry.created_at) == ("s0001", TEN)
    assert entry.turns == ("s0001.0", "s0001.1", "s0001.2")


def test_a_session_of_the_user_alone_names_only_the_users_turns() -> None:
    (entry,) = cut(TALK, "session", "user")
    assert entry.text == "user: I moved.\nuser: Brask."
    assert entry.turns == ("s0001.0", "s0001.2")


HEADING = "[Session: 2031-05-01 09:00]"  # 27 characters and a line's end: 7 tokens


def test_a_chunk_is_as_many_whole_turns_as_go_into_its_tokens_under_the_date() -> None:
    """Lines of 14, 20 and 12 characters, with their ends 4, 6 and 4 tokens (rounded up)."""
    two, one = cut(TALK, "chunk", "both", 7 + 4 + 6)
    assert two.text == f"{HEADING}\nuser: I moved.\nassistant: Where to?"
    assert one.text == f"{HEADING}\nuser: Brask."
    assert (two.id, one.id) == ("s0001/0", "s0001/1")
    assert (two.turns, one.turns) == (("s0001.0", "s0001.1"), ("s0001.2",))
    assert {two.created_at, one.created_at} == {TEN}
    assert [len(entry.turns) for entry in cut(TALK, "chunk", "both", 7 + 4 + 5)] == [1, 1, 1]


def test_a_session_that_fits_is_one_chunk_and_a_long_turn_is_never_cut() -> None:
    (whole,) = cut(TALK, "chunk", "both")
    assert whole.turns == ("s0001.0", "s0001.1", "s0001.2")
    assert [len(entry.turns) for entry in cut(TALK, "chunk", "both", 1)] == [1, 1, 1]
    (long,) = cut(spoken(("u", "word " * 9000)), "chunk", "both")
    assert long.text.count("word") == 9000


@given(
    st.lists(st.tuples(st.sampled_from("ua"), st.text(max_size=30)), max_size=12),
    st.integers(8, 60),
)
def test_chunks_of_several_turns_keep_to_their_tokens(
    parts: list[tuple[str, str]], tokens: int
) -> None:
    chunks = list(cut(spoken(*parts), "chunk", "both", tokens))
    for chunk in chunks:
        assert len(chunk.turns) == 1 or estimated_tokens(chunk.text) <= tokens
    assert all(chunk.turns for chunk in chunks)


def test_turns_without_words_make_no_entry() -> None:
    silent = spoken(("u", "  "), ("u", ""))
    assert list(cut(silent, "turn", "both")) == []
    assert list(cut(silent, "session", "both")) == []
    assert list(cut(silent, "chunk", "both")) == []


@given(st.lists(st.tuples(st.sampled_from("ua"), st.text(max_size=5)), max_size=8))
def test_every_worded_turn_is_in_exactly_one_entry(parts: list[tuple[str, str]]) -> None:
    session = spoken(*parts)
    worded = [turn.id for turn in session.turns if turn.text.strip()]
    for granularity in ("turn", "session", "chunk"):
        entries = cut(session, granularity, "both")
        assert [turn for entry in entries for turn in entry.turns] == worded
