"""What comes with the package: enough of it, free of problems, and no value in two places."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest

import personas
from personas import domains
from personas.domains import clashes
from personas.domains.small_talk import small_talk
from personas.pool import POOL
from personas.sampling.pools import pools
from personas.schemas import written
from personas.sheets import LIBRARY
from sim.text import contains

PACKS = domains.names()
PEOPLE = personas.names()


def test_there_are_twenty_domains_in_the_pool_and_a_pack_for_each() -> None:
    assert len(POOL) == 20
    assert set(PACKS) == set(POOL)


@pytest.mark.parametrize("name", PACKS)
def test_a_shipped_pack_has_no_problem_at_all(name: str) -> None:
    assert domains.check(name) == []


@pytest.mark.parametrize("name", PACKS)
def test_a_shipped_pack_is_rich_enough(name: str) -> None:
    pack = domains.load(name)
    assert len(pack.projects) >= 6
    assert len(pack.profile_facts) >= 6
    assert all(len(fact.values) >= 6 for fact in pack.profile_facts)
    assert len(pack.one_offs) >= 25
    assert len(pack.follow_ups) >= 15
    assert len(set(pack.remarks)) >= 14
    for project in pack.projects:
        assert len(project.events) >= 5
        assert len(project.themes) >= 5
        for event in project.events:
            assert len(event.openings) >= 2
            assert len(event.decisions) >= 3
            assert all(len(decision.values) >= 5 for decision in event.decisions)
    assert all(len(set(told.wordings)) >= 2 for _, told in pack.told())
    assert pack.ends
    assert pack.begins


@pytest.mark.parametrize("name", PACKS)
def test_most_one_offs_of_a_shipped_pack_have_follow_ups_of_their_own(name: str) -> None:
    one_offs = domains.load(name).one_offs
    assert sum(bool(one.follow_ups) for one in one_offs) >= 0.9 * len(one_offs)
    assert sum(len(one.openings) * max(1, len(one.about)) for one in one_offs) >= 100


@pytest.mark.parametrize("name", PACKS)
def test_a_shipped_pack_says_hardly_anything_twice(name: str) -> None:
    texts = [text for _, text in domains.load(name).spoken()]
    openings = [text for text in texts if text.endswith("?")]
    assert len(set(openings)) >= len(openings) * 0.9


def test_no_value_of_the_library_is_part_of_another() -> None:
    placed = [(f"{name}.{where}", v) for name in PACKS for where, v in domains.load(name).values()]
    assert [str(clash) for clash in clashes.among_values(placed)] == []


@pytest.mark.parametrize(("one", "other"), list(combinations(PACKS, 2)))
def test_any_two_shipped_packs_fit_into_one_life(one: str, other: str) -> None:
    assert clashes.first_between(domains.load(one), domains.load(other)) is None


@pytest.mark.parametrize("name", PEOPLE)
def test_a_shipped_persona_has_no_problem_at_all(name: str) -> None:
    assert personas.check(name) == []


@pytest.mark.parametrize("name", PEOPLE)
def test_a_shipped_persona_is_called_as_its_file_and_lives_in_four_domains(name: str) -> None:
    person = personas.load(name)
    assert person.id == name
    long, transient = person.profile.balance()
    assert long + transient == 4
    assert long >= 2
    assert 1 <= transient <= 2
    assert all(use.reason.endswith(".") for use in person.profile.uses)


def test_the_people_are_of_different_ages_places_and_habits() -> None:
    people = [personas.load(name) for name in PEOPLE]
    assert len(people) == 24
    assert len({person.place for person in people}) == len(people)
    assert len({person.background for person in people}) == len(people)
    ages = sorted(person.age for person in people)
    assert (ages[0], ages[-1]) == (17, 84)
    assert all(later - earlier <= 15 for earlier, later in pairwise(ages))
    assert personas.diversity(people).identical == 0


def test_memory_necessity_is_the_persons_not_the_domains() -> None:
    """Every domain is a long matter for one, a passing one for another, and nothing to a third."""
    profiles = [personas.load(name).profile for name in PEOPLE]
    for domain in POOL:
        uses = [use for each in profiles for use in each.at_first if use.domain == domain]
        assert {use.long_horizon for use in uses} == {True, False}, domain
        assert any(domain not in set(each.domains()) for each in profiles)


def test_no_two_shipped_reasons_are_alike() -> None:
    reasons = [use.reason for name in PEOPLE for use in personas.load(name).profile.uses]
    assert len(set(reasons)) == len(reasons) == 24 * 7


def test_every_domain_a_shipped_persona_may_use_has_a_pack() -> None:
    for name in PEOPLE:
        assert set(personas.load(name).profile.domains()) <= set(PACKS)


def test_names_of_people_do_not_stand_in_what_they_say() -> None:
    said = " | ".join(text for name in PACKS for _, text in domains.load(name).spoken())
    for name in PEOPLE:
        assert not contains(said, personas.load(name).name)


def test_small_talk_is_varied() -> None:
    talk = small_talk()
    for texts in (talk.greetings, talk.follow_ups, talk.closings):
        assert len(set(texts)) == len(texts) >= 5


def test_sampling_leads_to_every_domain_of_the_pool() -> None:
    influences = (*pools().callings, *pools().situations, *pools().traits)
    used = {domain for influence in influences for domain in influence.uses}
    pursued = {domain for influence in influences for domain in influence.pursues}
    assert used == set(POOL)
    assert pursued == set(POOL)


@pytest.mark.parametrize("kind", ["domain", "persona"])
def test_shipped_json_schemas_are_up_to_date(kind: str) -> None:
    path = LIBRARY / "schemas" / f"{kind}.schema.json"
    assert path.read_text(encoding="utf-8") == written(kind)


@pytest.mark.parametrize("folder", ["domains", "people"])
def test_shipped_files_name_their_schema(folder: str) -> None:
    kind = {"domains": "domain", "people": "persona"}[folder]
    for path in sorted((LIBRARY / folder).glob("*.yaml")):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        schema = Path(first.removeprefix("# yaml-language-server: $schema="))
        assert (path.parent / schema).resolve() == LIBRARY / "schemas" / f"{kind}.schema.json"
