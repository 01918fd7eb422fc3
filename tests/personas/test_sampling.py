"""Sampled personas: deterministic, plausible, balanced and diverse."""

from __future__ import annotations

from collections import Counter
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import personas
from personas.persona import AgentUseProfile, DomainUse
from personas.pool import POOL
from personas.sampling.pools import Circumstance, Influence, Pools, offers, pools
from sim.errors import BadData

SOME = tuple(POOL)[:8]


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(0, 8))
def test_the_first_people_are_the_same_whatever_the_number(seed: int, n: int, more: int) -> None:
    assert personas.sample(n + more, seed=seed)[:n] == personas.sample(n, seed=seed)


def test_another_seed_gives_other_people() -> None:
    one, other = personas.sample(10, seed=1), personas.sample(10, seed=2)
    assert all(mine != theirs for mine, theirs in zip(one, other, strict=True))


def test_nobody_is_sampled_when_nobody_is_asked_for() -> None:
    assert personas.sample(0, seed=1) == []


@pytest.mark.parametrize("seed", [1, 7, 2024])
def test_no_two_profiles_of_a_hundred_are_identical(seed: int) -> None:
    people = personas.sample(100, seed=seed)
    spread = personas.diversity(people)
    assert len(spread.pairs) == 100 * 99 // 2
    assert spread.identical == 0
    assert spread.highest < 1
    assert spread.mean < 0.3
    assert len({person.id for person in people}) == 100


def test_profiles_are_balanced_and_leave_something_for_later() -> None:
    for person in personas.sample(50, seed=3):
        assert person.profile.balance() == (2, 2)
        later = person.profile.later
        assert sorted(use.long_horizon for use in later) == [False, True]
        assert len(set(person.profile.domains())) == 6


def test_the_same_domain_is_long_running_for_one_and_passing_for_another() -> None:
    ways = Counter(
        (use.domain, use.long_horizon)
        for person in personas.sample(400, seed=5)
        for use in person.profile.at_first
    )
    for domain in personas.domains.names():
        assert ways[domain, True] >= 5
        assert ways[domain, False] >= 5


def test_sampled_people_pass_as_persona_files() -> None:
    for person in personas.sample(20, seed=9):
        assert personas.Persona.model_validate(person.model_dump()) == person
        assert person.name.split()[0] in person.background
        assert len(person.traits) == 3
        assert person.voice in pools().voices


def test_ages_fit_calling_and_situation() -> None:
    known = {
        f"{calling.text} and {situation.text}.": (calling, situation)
        for calling in pools().callings
        for situation in pools().situations
    }
    for person in personas.sample(60, seed=11):
        _, _, told = person.background.partition(" ")
        for circumstance in known[told]:
            assert circumstance.ages[0] <= person.age <= circumstance.ages[1]


def test_only_domains_at_hand_are_given() -> None:
    for person in personas.sample(20, seed=1, among=SOME):
        assert set(person.profile.domains()) <= set(SOME)


def test_the_whole_pool_can_be_sampled_from() -> None:
    people = personas.sample(200, seed=1, among=tuple(POOL))
    assert {domain for person in people for domain in person.profile.domains()} == set(POOL)
    assert personas.diversity(people).identical == 0


def test_too_few_domains_are_refused() -> None:
    with pytest.raises(BadData, match="3 domains to choose from, not 6"):
        personas.sample(1, seed=1, among=("home", "travel", "sport"))


def test_every_reason_is_tied_to_what_is_known_of_the_person() -> None:
    """It names a circumstance or a trait of the person's own, for every domain of the pool."""
    met = set()
    for person in personas.sample(150, seed=4):
        told = [*person.background.rstrip(".").split(" and "), *person.traits]
        for use in person.profile.uses:
            assert use.reason.startswith(person.name.split()[0])
            assert any(part.split(" ", 1)[-1] in use.reason for part in told), use.reason
            met.add((use.domain, use.long_horizon))
    assert met == {(domain, long) for domain in POOL for long in (True, False)}


def test_reasons_are_as_varied_as_people() -> None:
    people = personas.sample(50, seed=6)
    reasons = [use.reason for person in people for use in person.profile.uses]
    assert len(reasons) == 300
    assert len(set(reasons)) >= 294  # namesakes may share one


def test_names_taken_twice_get_a_number() -> None:
    people = personas.sample(400, seed=2)
    names = Counter(person.name for person in people)
    twice = [name for name, count in names.items() if count > 1]
    assert twice  # some two thousand names for four hundred people
    assert len({person.id for person in people}) == 400
    assert any(person.id.endswith("_2") for person in people)


def test_pools_know_only_domains_of_the_pool() -> None:
    with pytest.raises(ValueError, match="no domain is called 'cookery'"):
        Influence(text="x", uses={"cookery": 1})


def test_pools_end_a_reason_for_every_domain_in_both_ways() -> None:
    assert [offer.name for offer in offers()] == list(POOL)
    clauses = [clause for offer in offers() for clause in (*offer.pursued, *offer.passing)]
    assert len(set(clauses)) == len(clauses) >= 80
    written = pools().model_dump()
    del written["matters"]["news"]
    with pytest.raises(ValueError, match="matters: nothing is said of news"):
        Pools.model_validate(written)


def test_circumstances_fit_if_some_age_is_common() -> None:
    young = Circumstance(text="y", ages=(18, 30))
    old = Circumstance(text="o", ages=(31, 80))
    middle = Circumstance(text="m", ages=(30, 31))
    assert not young.fits(old)
    assert young.fits(middle)
    assert old.fits(middle)


# --- diversity


def profile(**ways: bool) -> AgentUseProfile:
    return AgentUseProfile(
        uses=tuple(
            DomainUse(domain=domain, long_horizon=long, frequency="low", reason="r")
            for domain, long in ways.items()
        )
    )


def test_similarity_counts_domains_used_in_the_same_way() -> None:
    one = profile(home=True, news=False, sport=True)
    assert personas.jaccard(one, one) == 1
    assert personas.jaccard(one, profile(home=True, news=False, sport=False)) == 2 / 4
    assert personas.jaccard(one, profile(home=False, news=True)) == 0


def test_diversity_of_one_is_not_a_number() -> None:
    alone = personas.diversity(personas.sample(1, seed=1))
    assert alone.pairs == ()
    assert isnan(alone.mean)
    assert isnan(alone.highest)
    assert alone.identical == 0


def test_identical_profiles_are_counted() -> None:
    (person,) = personas.sample(1, seed=1)
    spread = personas.diversity([person, person, person])
    assert (spread.identical, spread.mean, spread.highest) == (3, 1.0, 1.0)
