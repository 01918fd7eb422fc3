"""The profile assigner's twin: scores that can be followed, and reasons of the person's own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.roles.leanings import Leaning, scores, strongest
from sim.roles.profile_assigner import (
    ACTIVE,
    PROFILE_ASSIGNER,
    RESERVE,
    DomainOffer,
    ProfileInput,
    assign,
    reason,
)
from sim.seeds import stream

POOL = ("art", "bread", "chess", "dance", "eggs", "fish", "golf", "hats", "ink", "jam")
OFFERS = tuple(
    DomainOffer(name, f"the {name}", (f"{name} goes on", f"{name} stays"), (f"{name} came up",))
    for name in POOL
)


def asked(*leanings, among=POOL, remarks=()):
    return ProfileInput("Ann", "Ann, 40, from a hill.", leanings, OFFERS, among, remarks)


def test_scores_are_sums_of_weights_and_noise():
    strong = Leaning("x", {"art": 1000}, {"art": 500})
    twice = Leaning("y", {"art": 1000, "jam": 3000})
    art, jam, ink = scores([strong, twice], POOL, ("art", "jam", "ink"), stream(1))
    assert art.use == pytest.approx(2000, abs=10)
    assert art.pursuit == pytest.approx(500, abs=10)
    assert jam.use == pytest.approx(3000, abs=10)
    assert abs(ink.use) < 10


def test_a_score_does_not_depend_on_which_other_domains_are_at_hand():
    (alone,) = scores([], POOL, ("ink",), stream(4))
    among = {score.domain: score for score in scores([], POOL, POOL, stream(4))}
    assert among["ink"] == alone


def test_what_weighs_most_is_used_most_and_what_is_pursued_is_long_running():
    heavy = {domain: 1000 - 100 * at for at, domain in enumerate(POOL)}
    pursued = {"art": 900, "chess": 900, "eggs": 900, "hats": 900}
    found = assign(asked(Leaning("runs it all", heavy, pursued)), stream(1)).choices
    assert [(c.domain, c.long_horizon, c.frequency) for c in found] == [
        ("art", True, "high"),
        ("bread", False, "high"),
        ("chess", True, "mid"),
        ("dance", False, "mid"),
        ("eggs", True, "low"),
        ("fish", False, "low"),
        ("golf", False, "low"),  # in reserve, one of either kind
        ("hats", True, "low"),
    ]


def test_a_reason_names_what_weighs_most():
    baker = Leaning("bakes", {"bread": 1, "eggs": 2}, {"bread": 3})
    father = Leaning("has a son", {"bread": 2}, {"bread": 1})
    both = asked(baker, father)
    bread, eggs, golf = (OFFERS[POOL.index(name)] for name in ("bread", "eggs", "golf"))
    long = reason(both, bread, True, stream(1))
    assert long in ("Ann bakes, and bread goes on.", "Ann bakes, and bread stays.")
    assert reason(both, bread, False, stream(1)) == "Ann has a son, and bread came up."
    # nothing makes eggs long-running, but baking explains why they are used at all
    assert reason(both, eggs, True, stream(1)).startswith("Ann bakes, and eggs ")
    # nothing leads to golf: a trait is named beside it, not as its cause
    assert "; besides, golf came up." in reason(both, golf, False, stream(1))


def test_who_is_known_by_nothing_still_gets_a_reason():
    assert strongest([], "golf", pursued=True) is None
    assert reason(asked(), OFFERS[6], False, stream(1)) == "Golf came up."


@settings(deadline=None)
@given(st.integers(0, 10**6), st.permutations(POOL), st.integers(0, 10))
def test_a_draft_keeps_to_what_is_offered(seed, order, size):
    among = tuple(order[:size])
    found = assign(asked(Leaning("x", {"jam": 3}), among=among), stream(seed)).choices
    assert len(found) == min(size, ACTIVE + RESERVE)
    assert {choice.domain for choice in found} <= set(among)
    assert len({choice.domain for choice in found}) == len(found)
    if size == len(POOL):
        assert sum(choice.long_horizon for choice in found) == 4


def test_a_model_is_shown_the_person_and_the_domains_at_hand():
    read = asked(Leaning("hides", {"jam": 1}), among=("jam", "art"), remarks=("too alike",))
    assert read.reading() == "Ann, 40, from a hill.\nthe art\nthe jam\ntoo alike"
    done = assign(read, stream(1))
    assert done.reading().count("\n") == 1
    assert PROFILE_ASSIGNER.twin is assign


WEIGHTS = st.dictionaries(st.sampled_from(POOL), st.integers(0, 3), max_size=4)


@given(
    st.integers(0, 999), st.lists(st.builds(Leaning, st.just("x"), WEIGHTS, WEIGHTS), max_size=4)
)
def test_one_leaning_more_raises_the_scores_of_its_domains_and_no_other(seed, leanings):
    more = Leaning("y", {"art": 2}, {"bread": 1})
    before = scores(leanings, POOL, POOL, stream(seed))
    after = scores([*leanings, more], POOL, POOL, stream(seed))
    for one, other in zip(before, after, strict=True):
        assert other.use - one.use == pytest.approx(2 if one.domain == "art" else 0)
        assert other.pursuit - one.pursuit == pytest.approx(1 if one.domain == "bread" else 0)


@given(st.lists(st.builds(Leaning, st.just("x"), WEIGHTS, WEIGHTS), max_size=5), st.booleans())
def test_the_strongest_leaning_is_outweighed_by_none(leanings, pursued):
    found = strongest(leanings, "art", pursued=pursued)
    uses = [each.uses.get("art", 0) for each in leanings]
    pursues = [each.pursues.get("art", 0) for each in leanings]
    if found is None:
        assert not any(uses)
        assert not (pursued and any(pursues))
    elif pursued and any(pursues):
        assert found.pursues["art"] == max(pursues)
    else:
        assert found.uses["art"] == max(uses)


@settings(deadline=None)
@given(st.integers(0, 999))
def test_the_same_person_draws_the_same_profile_from_the_same_seed(seed):
    person = asked(Leaning("bakes", {"bread": 3}, {"bread": 1}))
    assert assign(person, stream(seed)) == assign(person, stream(seed))
    told = asked(Leaning("bakes", {"bread": 3}, {"bread": 1}), remarks=("somebody else has this",))
    assert assign(told, stream(seed)) == assign(person, stream(seed))  # a new draft, a new seed
