"""Lives are composed from a recipe one at a time; each depends on the seed and its name alone."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from typing import Any

import pytest

import personas
from experiments.lives import Seat, compose, seats
from experiments.recipe import Recipe, load_recipe
from sim.errors import Misuse, UnknownName


def recipe(**lives: Any) -> Recipe:
    return load_recipe(
        {
            "studies": ["retention"],
            "lives": {"months": 3, "world": "first_home", **lives},
            "trials": {"backend": "none"},
        }
    )


def names(**lives: Any) -> list[str]:
    return [seat.life for seat in seats(recipe(**lives))]


def test_the_library_lives_once_each_unless_told_otherwise() -> None:
    assert names() == list(personas.names())
    assert names(count=2) == list(personas.names())[:2]


def test_personas_take_turns_and_are_numbered_from_the_second_time() -> None:
    two = ["tobiah_renner", "nuria_valdaz"]
    expected = [*two, *(f"{name}-2" for name in two), "tobiah_renner-3"]
    assert names(personas=two, count=5) == expected


def test_a_sample_of_personas_lives() -> None:
    found = names(personas={"sample": 3}, count=4)
    assert len(set(found)) == 4
    assert found[3] == f"{found[0]}-2"


def test_seats_are_not_composed_before_they_are_asked_for() -> None:
    assert len(list(islice(seats(recipe(count=1_000_000)), 3))) == 3


def test_a_life_has_all_a_recipe_asks_for() -> None:
    chosen = recipe(count=1, shift={"month": 2}, checkpoint_every=2, start="2032-01-31")
    life = compose(chosen, next(seats(chosen)))
    dates = [life.calendar.date(at) for at in life.checkpoints]
    assert dates == [datetime(2032, 3, 31), datetime(2032, 4, 30)]
    assert [life.calendar.date(shift.at) for shift in life.shifts] == [datetime(2032, 3, 31)]
    assert life.storyline is not None
    assert life.storyline.world == "first_home"
    assert life.domains
    assert life.lexicon.patterns
    assert life.engine == "inline"


def test_the_name_that_backends_see_gives_nothing_away() -> None:
    chosen = recipe()
    users = [compose(chosen, seat).user_id for seat in seats(chosen)]
    assert len(set(users)) == len(users)
    assert all(len(user) == 16 and int(user, 16) >= 0 for user in users)


def test_without_a_world_there_is_no_storyline() -> None:
    chosen = recipe(world=None, count=1)
    assert compose(chosen, next(seats(chosen))).storyline is None


def test_one_life_more_changes_no_other() -> None:
    people = ["emeric_thorne", "nuria_valdaz"]
    few, many = recipe(personas=people), recipe(personas=people, count=4)
    ours = {seat.life: compose(few, seat) for seat in seats(few)}
    theirs = {seat.life: compose(many, seat) for seat in seats(many)}
    assert ours.items() <= theirs.items()
    first, second = (theirs[name] for name in ("emeric_thorne", "emeric_thorne-2"))
    assert first.persona == second.persona
    assert first.domains != second.domains


def test_a_life_recorded_in_a_corpus_cannot_be_composed() -> None:
    with pytest.raises(Misuse, match="recorded in a corpus"):
        compose(recipe(), Seat("u1"))


def test_a_recipe_says_how_much_happens() -> None:
    calm, busy = (
        recipe(count=1, storyline={"changes": changes}, skeleton={"greeting_share": share})
        for changes, share in ((1, 0.0), (2, 1.0))
    )
    lives = [compose(chosen, next(seats(chosen))) for chosen in (calm, busy)]
    changes = [
        sum(each.kind == "change" for each in life.storyline.happenings)
        for life in lives
        if life.storyline
    ]
    assert changes == [1, 2]


@pytest.mark.parametrize("part", ["storyline", "skeleton"])
def test_an_unknown_option_of_a_life_is_refused(part: str) -> None:
    chosen = recipe(count=1, **{part: {"chnges": 1}})
    with pytest.raises(UnknownName, match=f"lives.{part}: no key is called 'chnges'"):
        compose(chosen, next(seats(chosen)))


def test_the_roots_of_a_world_take_turns_as_the_first_to_change() -> None:
    chosen = recipe(count=7)
    first = []
    for seat in seats(chosen):
        storyline = compose(chosen, seat).storyline
        assert storyline is not None
        first.append(next(h for h in storyline.happenings if h.kind == "change").changes[0][0])
    roots = ["home", "employer", "flatmate"]
    assert first == [roots[number % 3] for number in range(7)]


def test_a_recipe_may_fix_the_root_that_changes_first() -> None:
    chosen = recipe(count=3, storyline={"first_root": 2})
    for seat in seats(chosen):
        storyline = compose(chosen, seat).storyline
        assert storyline is not None
        assert storyline.happenings
        change = next(h for h in storyline.happenings if h.kind == "change")
        assert change.changes[0][0] == "flatmate"
