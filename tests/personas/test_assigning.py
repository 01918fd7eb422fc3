"""From proposals and objections to a profile, whoever makes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import Generator

import personas
from personas.persona import AgentUseProfile
from personas.pool import POOL
from personas.sampling.assign import MOST_DRAFTS, MOST_REFUSED, chosen, profile_of
from personas.sampling.somebody import Somebody, free_id, populated
from sim.cast import Cast, Place, Role
from sim.errors import BadData
from sim.roles.leanings import Leaning
from sim.roles.plausibility import Objection, PlausibilityInput, PlausibilityOutput
from sim.roles.profile_assigner import DomainChoice, ProfileInput, ProfileOutput
from sim.seeds import stream

LONG, PASSING = tuple(POOL)[:5], tuple(POOL)[5:10]
ADA = Somebody(
    "Ada Brook", "Ada", 40, "a mill", "Ada grinds corn.", ("calm",), (), "plain",
    (Leaning("grinds corn", {"home": 2}, {"home": 1}),),
)  # fmt: skip


def choice(domain: str) -> DomainChoice:
    return DomainChoice(domain, domain in LONG, "mid", f"Because of {domain}.")


TEN = tuple(choice(domain) for pair in zip(LONG, PASSING, strict=True) for domain in pair)


@dataclass
class Fake:
    """Plays both roles: proposals in turn, objections by a rule; keeps what it was asked."""

    proposals: Callable[[int], tuple[DomainChoice, ...]] = lambda number: TEN
    objects: Callable[[DomainChoice], bool] = lambda each: False
    name: str = "fake"
    asked: list[ProfileInput] = field(default_factory=list)
    checked: list[PlausibilityInput] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def play(
        self, role: Role[Any, Any], given: Any, rng: Generator, place: Place
    ) -> tuple[Any, int, int]:
        self.places.append(place)
        if role.name == "profile_assigner":
            self.asked.append(given)
            return ProfileOutput(self.proposals(len(self.asked) - 1)), 1, 1
        self.checked.append(given)
        flagged = [Objection(c.domain, "odd") for c in given.choices if self.objects(c)]
        return PlausibilityOutput(tuple(flagged)), 1, 1


def profile(fake: Fake, taken: set[Any] | None = None) -> AgentUseProfile:
    return profile_of(ADA, tuple(POOL), taken or set(), Cast(default=fake), lambda n: stream(1, n))


def flags(*domains: str) -> PlausibilityOutput:
    return PlausibilityOutput(tuple(Objection(domain, "odd") for domain in domains))


def domains(uses: Any, **like: bool) -> list[str]:
    wanted = like.items()
    return [use.domain for use in uses if all(getattr(use, k) == v for k, v in wanted)]


# --- what is chosen of a draft


def test_two_of_either_half_are_in_use_at_first_and_one_of_each_is_kept_for_later() -> None:
    uses = chosen(TEN, flags())
    assert domains(uses, later=False) == [*LONG[:2], *PASSING[:2]]
    assert domains(uses, later=True) == [LONG[2], PASSING[2]]
    assert [use.reason for use in uses if use.domain == LONG[0]] == [f"Because of {LONG[0]}."]


def test_what_is_flagged_makes_room_for_the_next_in_line() -> None:
    uses = chosen(TEN, flags(LONG[0], PASSING[2]))
    assert domains(uses, long_horizon=True) == [LONG[1], LONG[2], LONG[3]]
    assert domains(uses, long_horizon=False) == [PASSING[0], PASSING[1], PASSING[3]]


def test_a_profile_may_have_nothing_for_later_but_not_too_little_at_first() -> None:
    assert domains(chosen(TEN, flags(*LONG[2:])), later=True) == [PASSING[2]]
    assert chosen(TEN, flags(*LONG[1:])) == ()
    assert chosen((), flags()) == ()


@given(st.sets(st.sampled_from([*LONG, *PASSING])))
def test_no_flagged_domain_is_ever_chosen(flagged: set[str]) -> None:
    uses = chosen(TEN, flags(*sorted(flagged)))
    assert not flagged & set(domains(uses))
    left = [min(5 - len(flagged & set(half)), 3) for half in (LONG, PASSING)]
    assert len(uses) == (sum(left) if min(left) >= 2 else 0)


# --- draft after draft


def test_a_good_draft_is_taken_at_once() -> None:
    fake = Fake()
    assert profile(fake).balance() == (2, 2)
    assert len(fake.asked) == len(fake.checked) == 1
    (asked,), (checked,) = fake.asked, fake.checked
    assert asked.described == checked.described == ADA.described
    assert (asked.name, asked.remarks, asked.leanings) == ("Ada", (), ADA.leanings)
    assert (checked.name, checked.age, checked.choices) == ("Ada Brook", 40, TEN)


def test_whoever_proposes_what_somebody_has_is_told_so() -> None:
    others = tuple(reversed(TEN))
    fake = Fake(lambda number: TEN if number == 0 else others)
    first = profile(Fake())
    second = profile(fake, {first.features})
    assert second.features != first.features
    assert fake.asked[0].remarks == ()
    (remark,) = fake.asked[1].remarks
    said = ", ".join(LONG[:2]), ", ".join(PASSING[:2])
    assert remark == f"somebody else has this: {said[0]} to remember, {said[1]} in passing"


def test_whoever_proposes_the_implausible_is_told_why() -> None:
    fake = Fake(lambda n: TEN[:4] if n == 0 else TEN, lambda each: each.domain == LONG[0])
    assert LONG[0] not in set(profile(fake).domains())
    assert fake.asked[1].remarks == (f"{LONG[0]}: odd",)


def test_when_nothing_is_ever_plausible_it_is_said() -> None:
    fake = Fake(objects=lambda each: each.long_horizon)
    with pytest.raises(BadData, match=r"the profile of Ada Brook: no draft is plausible: .*: odd"):
        profile(fake)
    assert len(fake.asked) == MOST_REFUSED


def test_a_profile_recurs_only_when_there_is_no_other() -> None:
    fake = Fake()
    first = profile(Fake())
    assert profile(fake, {first.features}) == first
    assert len(fake.asked) == MOST_DRAFTS
    assert max(len(asked.remarks) for asked in fake.asked) <= MOST_REFUSED


# --- a population by a cast


def test_everybody_is_asked_for_at_a_place_of_their_own() -> None:
    pairs = list(product(LONG[:3], PASSING[:3]))
    fake = Fake(lambda n: (choice(pairs[n][0]), choice(pairs[n][1]), *TEN[6:]))
    people = personas.sample(4, seed=1, cast=Cast(default=fake))
    assert personas.diversity(people).identical == 0
    assert {place.phase for place in fake.places} == {"profile"}
    assert sorted({place.life for place in fake.places}) == [f"person-{n}" for n in (1, 2, 3, 4)]


def test_only_what_is_at_hand_is_offered() -> None:
    fake = Fake()
    personas.sample(1, seed=1, among=[*LONG, *PASSING], cast=Cast(default=fake))
    assert [offer.name for offer in fake.asked[0].offers] == [*LONG, *PASSING]
    assert [offer.name for offer in fake.asked[0].pool] == list(POOL)


def test_one_evaluator_can_keep_a_domain_out_of_a_population() -> None:
    strict = Fake(objects=lambda each: each.domain == "travel")
    people = personas.sample(60, seed=2, cast=Cast({"plausibility": strict}))
    assert not any("travel" in set(person.profile.domains()) for person in people)
    free = personas.sample(60, seed=2)
    assert any("travel" in set(person.profile.domains()) for person in free)
    untouched = [p for p in free if "travel" not in set(p.profile.domains())]
    assert untouched
    assert all(mine in people for mine in untouched[:1])  # whom nobody objects to stays


def test_the_usage_of_the_two_roles_is_booked() -> None:
    cast = Cast()
    personas.sample(5, seed=3, cast=cast)
    calls = {line.role: 0 for line in cast.book.lines()}
    for line in cast.book.lines():
        calls[line.role] += line.calls
    assert set(calls) == {"profile_assigner", "plausibility"}
    assert calls["profile_assigner"] == calls["plausibility"] >= 5


# --- somebody


def test_somebody_becomes_a_persona_with_all_that_is_known() -> None:
    person = ADA.persona("ada", profile(Fake()))
    assert (
        person.described
        == ADA.described
        == ("Ada Brook, 40, from a mill. Ada grinds corn. Traits: calm.")
    )
    assert (person.id, person.voice, person.constraints) == ("ada", "plain", ())


@given(st.lists(st.text(max_size=12), max_size=8))
def test_ids_are_names_and_nobody_shares_one(names: list[str]) -> None:
    given_profile = profile(Fake())
    crowd = [Somebody(n or "x", "x", 30, "p", "b", (), (), "plain", ()) for n in names]
    people = populated((one for one in crowd if one.name.strip()), lambda *_: given_profile)
    assert len({person.id for person in people}) == len(people)
    assert all(personas.Persona.model_validate(p.model_dump()) == p for p in people)


def test_ids_are_made_of_plain_letters() -> None:
    assert free_id("Yusuf Akçaoba", []) == "yusuf_akcaoba"
    assert free_id("2 Fast", []) == "person_2_fast"
    assert free_id("花子", []) == "person"


def test_those_before_are_known_to_those_after() -> None:
    seen: list[int] = []

    def give(number: int, somebody: Somebody, taken: set[Any]) -> AgentUseProfile:
        seen.append(len(taken))
        order = TEN[2 * number :] + TEN[: 2 * number]
        return AgentUseProfile(uses=chosen(order, flags()))

    people = populated([ADA, ADA, ADA], give)
    assert seen == [0, 1, 2]
    assert [person.id for person in people] == ["ada_brook", "ada_brook_2", "ada_brook_3"]
