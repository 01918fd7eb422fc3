"""The cast: who plays, with what, and what is booked for it."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sim.cast
from sim.cast import Cast, Place, Role, Scripted, Usage, UsageBook
from sim.errors import RoleFailed
from sim.roles import ROLES
from sim.seeds import stream


@dataclass(frozen=True, slots=True)
class Line:
    text: str

    def reading(self):
        return self.text


def role(twin, name="echo"):
    return Role(name, "Says what it is told.", Line, Line, twin)


ECHO = role(lambda given, rng: given)


@dataclass(frozen=True)
class Deaf:
    """A player that never gets a usable reply."""

    name: str = "deaf"

    def play(self, role, given, rng, place):
        raise RoleFailed(role.name, "it said nothing", raw="...")


@dataclass(frozen=True)
class Metered:
    """A player that reports its own token counts."""

    name: str = "metered"

    def play(self, role, given, rng, place):
        return role.twin(given, rng), 7, 3


def test_a_twin_gets_exactly_the_input_and_the_generator():
    seen = []
    given, rng = Line("hello"), stream(1)
    returned = Cast().play(role(lambda i, r: seen.append((i, r)) or i), given, rng)
    assert seen[0][0] is given
    assert seen[0][1] is rng
    assert returned is given


def test_a_call_is_booked_with_role_player_place_and_tokens():
    cast = Cast(place=Place("ada", "bm25", "answer"))
    cast.play(role(lambda i, r: Line("four" * 3)), Line("x" * 9), stream(1))
    assert list(cast.book.lines()) == [
        Usage("echo", "scripted", Place("ada", "bm25", "answer"), 1, 3, 3)
    ]


def test_an_empty_reply_costs_nothing_to_write():
    cast = Cast()
    cast.play(role(lambda i, r: Line("")), Line("abcd"), stream(1))
    assert next(cast.book.lines()).tokens_written == 0


def test_another_place_writes_into_the_same_book():
    cast = Cast(place=Place("ada"))
    answering = cast.at(trial="bm25", phase="answer")
    answering.play(ECHO, Line("abcd"), stream(1))
    cast.play(ECHO, Line("abcd"), stream(1))
    assert answering.book is cast.book
    places = [line.place for line in cast.book.lines()]
    assert places == [Place("ada", "", "dialogue"), Place("ada", "bm25", "answer")]


def test_at_changes_only_what_is_named_and_leaves_the_original_alone():
    cast = Cast(place=Place("ada", "bm25", "gate"))
    assert cast.at(phase="ingest").place == Place("ada", "bm25", "ingest")
    assert cast.at(trial="dense").place == Place("ada", "dense", "gate")
    assert cast.at(trial="").place == Place("ada", "", "gate")
    assert cast.at().place == cast.place == Place("ada", "bm25", "gate")


def test_a_role_can_have_a_player_of_its_own():
    cast = Cast(players={"echo": Metered()})
    cast.play(ECHO, Line("abcd"), stream(1))
    cast.play(role(lambda i, r: i, "other"), Line("abcd"), stream(1))
    booked = {(line.role, line.player): line.tokens_read for line in cast.book.lines()}
    assert booked == {("echo", "metered"): 7, ("other", "scripted"): 1}


def test_a_failure_of_the_player_comes_through_and_books_nothing():
    cast = Cast(default=Deaf())
    with pytest.raises(RoleFailed, match="role 'echo' gave no usable reply") as failure:
        cast.play(ECHO, Line("abcd"), stream(1))
    assert failure.value.raw == "..."
    assert list(cast.book.lines()) == []


def test_an_error_in_a_twin_is_not_swallowed():
    def broken(given, rng):
        raise ZeroDivisionError("the twin is broken")

    with pytest.raises(ZeroDivisionError, match="twin is broken"):
        Cast().play(role(broken), Line(""), stream(1))


def test_casts_do_not_share_a_book_by_accident():
    first, second = Cast(), Cast()
    first.play(ECHO, Line("abcd"), stream(1))
    assert list(second.book.lines()) == []


entries = st.lists(
    st.tuples(
        st.sampled_from(["user", "judge"]),
        st.sampled_from(["scripted", "metered"]),
        st.builds(Place, st.sampled_from("ab"), st.sampled_from("xy"), st.just("answer")),
        st.integers(0, 500),
        st.integers(0, 500),
    ),
    max_size=30,
)


def booked(lines):
    book = UsageBook()
    for line in lines:
        book.enter(*line)
    return list(book.lines())


@given(entries, st.randoms(use_true_random=False))
def test_the_book_sums_up_and_forgets_the_order_of_calls(lines, random):
    book = booked(lines)
    assert sum(line.calls for line in book) == len(lines)
    assert sum(line.tokens_read for line in book) == sum(line[3] for line in lines)
    assert sum(line.tokens_written for line in book) == sum(line[4] for line in lines)
    keys = [(line.role, line.player, line.place) for line in book]
    assert keys == sorted(set(keys))
    random.shuffle(lines)
    assert booked(lines) == book


def test_scripted_is_the_player_unless_another_is_named():
    assert Cast().default == Scripted()
    assert Scripted().name == "scripted"


def test_every_public_name_is_there_and_sorted():
    assert sim.cast.__all__ == sorted(sim.cast.__all__)
    assert all(hasattr(sim.cast, name) for name in sim.cast.__all__)


def test_roles_are_listed_under_their_names_with_a_purpose():
    assert list(ROLES) == sorted(ROLES)
    assert all(listed.name == name for name, listed in ROLES.items())
    assert all(listed.purpose.endswith(".") for listed in ROLES.values())


def test_only_who_makes_lives_and_judges_them_sees_gold():
    seers = [name for name, listed in ROLES.items() if listed.sees_gold]
    assert seers == [
        "conflict_judge", "judge", "plausibility", "profile_assigner", "reveal_checker",
        "skeleton_writer", "transition_narrator", "user",
    ]  # fmt: skip


def test_inputs_and_outputs_are_readable_and_frozen():
    for listed in ROLES.values():
        for end in (listed.input, listed.output):
            assert callable(end.reading)
            assert end.__dataclass_params__.frozen
            assert "__slots__" in vars(end)
