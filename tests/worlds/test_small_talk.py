"""What is said around the facts: enough of it, none of it twice, and nothing in it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worlds
from sim.seeds import stream
from sim.text import normal, words
from sim.wording import unframed
from sim.wording.parts import parts
from worlds import small_talk
from worlds.storylines.voice import Voice
from worlds.wording import SLOT, fill

LISTS = {
    "greetings": (small_talk.GREETINGS, 40),
    "links": (small_talk.LINKS, 40),
    "follow_ups": (small_talk.FOLLOW_UPS, 40),
    "replies": (small_talk.REPLIES, 60),
    "closings": (small_talk.CLOSINGS, 40),
    "introduction": (small_talk.PURPOSES["introduction"], 24),
    "change": (small_talk.PURPOSES["change"], 16),
    "update": (small_talk.PURPOSES["update"], 12),
    "deletion": (small_talk.PURPOSES["deletion"], 10),
}
WORLD = worlds.load("care_team")


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_long_enough_for_a_busy_year(name: str) -> None:
    texts, least = LISTS[name]
    assert len(texts) >= least


def test_nothing_is_in_two_lists_or_twice_in_one() -> None:
    said = Counter(normal(text) for text in small_talk.everything())
    assert [text for text, count in said.items() if count > 1] == []


def test_every_text_is_one_sentence_or_two_and_begins_and_ends_like_one() -> None:
    for text in small_talk.everything():
        assert re.match(r"[A-Z{]", text)
        assert text[-1] in ".!?"
        assert len(words(text)) <= 24
        assert set(SLOT.findall(text)) <= {"phrase"}


def test_only_follow_ups_speak_of_an_entity() -> None:
    spoken = [text for text in small_talk.everything() if "{phrase}" in text]
    assert spoken
    assert set(spoken) <= set(small_talk.FOLLOW_UPS)


def test_openings_are_every_greeting_with_every_purpose() -> None:
    for kind, purposes in small_talk.PURPOSES.items():
        found = small_talk.openings(kind)
        assert len(found) == len(set(found)) == len(small_talk.GREETINGS) * len(purposes)
        assert all(any(text.startswith(greeting) for greeting in small_talk.GREETINGS)
                   for text in found)  # fmt: skip


def voice(seed: int, count: int = 1) -> Voice:
    return Voice(WORLD, stream("small talk", seed), (count, count))


def follow_up(one: Voice, entity: str) -> str:
    """What is said next, without the frame it is set in."""
    about = WORLD.entities[entity]
    known = (*about.follow_ups, *WORLD.small_talk[about.category], *small_talk.FOLLOW_UPS)
    said = one.value(entity, about.pool[0]).follow_ups[0]
    return unframed(said, [fill(text, phrase=about.phrase) for text in known])


@pytest.mark.parametrize("seed", range(10))
def test_what_belongs_to_the_entity_is_said_first_then_to_its_category_then_anything(
    seed: int,
) -> None:
    entity = WORLD.entities["nurse"]
    tiers = [entity.follow_ups, WORLD.small_talk[entity.category], small_talk.FOLLOW_UPS]
    one = voice(seed)
    for texts in tiers:
        said = [follow_up(one, "nurse") for _ in texts]
        assert sorted(said) == sorted(fill(text, phrase=entity.phrase) for text in texts)


@pytest.mark.parametrize("seed", range(5))
def test_entities_of_one_category_share_its_small_talk_without_repeating_it(seed: int) -> None:
    one = voice(seed)
    said = [follow_up(one, name) for _ in range(7) for name in ("nurse", "nurse_round")]
    assert len(set(said)) == len(said)


def test_when_everything_was_said_it_begins_anew_rather_than_falling_silent() -> None:
    one = voice(1)
    entity = WORLD.entities["nurse"]
    total = len(entity.follow_ups) + len(WORLD.small_talk[entity.category])
    total += len(small_talk.FOLLOW_UPS)
    said = [follow_up(one, "nurse") for _ in range(total + 5)]
    assert len(set(said)) == total
    assert set(said[total:]) <= {fill(t, phrase=entity.phrase) for t in small_talk.FOLLOW_UPS}


@pytest.mark.parametrize("seed", range(5))
def test_edges_do_not_use_a_frame_again_before_all_were_used(seed: int) -> None:
    one, edges = voice(seed), [edge for edge in WORLD.edges if edge.rules]
    count = len(edges[0].rule_wordings)
    frames = []
    for edge in edges[:count]:
        said = one.rule(edge, edge.rules[0]).utterance
        slots = {"trigger": edge.rules[0].when, "value": edge.rules[0].then}
        frames += [n for n, t in enumerate(edge.rule_wordings) if fill(t, **slots) == said]
    assert sorted(frames) == list(range(count))


@pytest.mark.parametrize("seed", range(5))
def test_implied_and_stated_dependencies_come_from_their_own_lists(seed: int) -> None:
    for implied in (False, True):
        one = Voice(WORLD, stream("small talk", seed), implied=implied)
        for edge in WORLD.edges:
            said = one.dependency(edge).utterance
            assert said in (edge.implied_wordings if implied else edge.wordings)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), kind=st.sampled_from(sorted(small_talk.PURPOSES)))
def test_a_plan_has_room_for_all_it_holds(seed: int, kind: str) -> None:
    one = voice(seed, 2)
    reveals = tuple(one.value(name, WORLD.entities[name].pool[0]) for name in ("nurse", "flat"))
    plan = one.plan(kind, ("w", seed), reveals)  # type: ignore[arg-type]
    assert unframed(plan.opening, small_talk.PURPOSES[kind])
    thanked = plan.closing.startswith(parts().closing.thanks)
    assert thanked or unframed(plan.closing, small_talk.CLOSINGS)
    assert plan.max_turns >= 2 * (2 + 3 * len(reveals))
    assert [r.fact for r in plan.reveals] == [r.fact for r in reveals]
    for told, given_ in zip(plan.reveals, reveals, strict=True):
        assert told.utterance.endswith(given_.utterance)
        link = told.utterance.removesuffix(given_.utterance).strip()
        assert not link or unframed(link, small_talk.LINKS)


def test_drawing_the_same_words_again_takes_the_same_seed() -> None:
    def said(seed: int) -> list[str]:
        one = voice(seed)
        return [follow_up(one, name) for name, _ in product(("nurse", "flat"), range(6))]

    assert said(3) == said(3)
    assert said(3) != said(4)
