"""The four steps of the conflict filter, each on filler that was written to fall into it."""

from __future__ import annotations

import json

import pytest

import worlds
from experiments import episodes
from experiments.filler import Filler, Pool, draw, keep, pool_of, recall, sift
from experiments.filler.candidates import candidates
from experiments.filler.conflicts import conflict as judged
from experiments.filler.conflicts import subject_of
from experiments.filler.gold import gold_sentences, wordings
from experiments.recipe import load_recipe
from sim.cast import Cast
from sim.errors import Misuse

WORLD = worlds.load("personal_life")
HARMLESS = "How do keepers know that the honey is ripe?"


def filler(user: str, assistant: str = "It depends.", name: str = "x") -> Filler:
    return Filler(name, "t", (("user", user), ("assistant", assistant)))


def conflict(entity: str, user: str, assistant: str = "It depends.") -> str | None:
    return judged(subject_of(WORLD.entities[entity]), filler(user, assistant), Cast())


def test_step_1_names_every_value_in_every_wording() -> None:
    gold = list(gold_sentences(WORLD))
    home = WORLD.entities["home"]
    own = {one.text for one in gold if one.entity == "home"}
    assert "I live in Harrowmere." in own
    assert len(own) == len(home.values) * len(wordings(home))
    assert {one.entity for one in gold} == set(WORLD.entities)
    assert not [one for one in gold if "{value}" in one.text]


def test_step_2_finds_what_is_near_by_words_or_by_meaning() -> None:
    gold = [one for one in gold_sentences(WORLD) if one.text == "I live in Harrowmere."]
    near = filler("Do people who live by the sea sleep better?", name="near")
    many = [filler(f"Number {n} is prime, is it not?", name=str(n)) for n in range(30)]
    found = list(candidates(gold, [*many, near], "hashing"))
    assert (0, 30) in found
    assert 10 <= len(found) <= 20
    assert found == list(candidates(gold, [*many, near], "hashing"))


def test_step_2_has_nothing_to_find_without_filler() -> None:
    assert list(candidates(list(gold_sentences(WORLD)), [], "hashing")) == []


@pytest.mark.parametrize(
    ("entity", "said", "expected"),
    [
        ("home", "I live in Lisbon.", "contradiction"),
        ("home", "i  LIVE in a small town", "contradiction"),
        ("employer", "I work for a bank.", "contradiction"),
        ("employer", "Who works for a bank?", None),
        ("home", "Is Harrowmere a real place?", "entity_confusion"),
        ("home", "We drove to Quillby once.", "entity_confusion"),
        ("home", "Quillby once had a mint.", None),  # the capital begins the sentence
        ("commute", "I listen to it on my commute.", "alternative"),
        ("commute", "A commute can be pleasant.", None),
        ("home", HARMLESS, None),
    ],
)
def test_step_3_judges_by_the_wording_of_the_world(entity, said, expected) -> None:
    assert conflict(entity, said) == expected


def test_step_3_looks_at_what_the_assistant_says_too() -> None:
    assert conflict("commute", HARMLESS, "Perhaps your commute is too long.") == "alternative"
    assert conflict("home", HARMLESS, "I live in the cloud.") is None  # the user claims nothing


def test_only_what_conflicts_is_removed_and_counted() -> None:
    bad = filler("I live in Lisbon and love it.", name="bad")
    pool = sift(WORLD, [filler(HARMLESS, name="good"), bad], "hashing")
    assert [one.id for one in pool.kept] == ["good"]
    assert pool.removed == {"bad": ("contradiction",)}
    counts = pool.statistics()
    assert (counts["sessions"], counts["removed"], counts["contradiction"]) == (2, 1, 1)
    assert counts["pairs_judged"] > 0
    assert counts["gold_sentences"] == len(list(gold_sentences(WORLD)))


def pool(*said: str) -> Pool:
    return Pool("home", tuple(filler(text, name=str(n)) for n, text in enumerate(said)), {})


def test_step_4_keeps_key_words_out_of_an_episode() -> None:
    some = pool("the tram to Brask", "bees and honey", "a trip to brask", "stars above")
    drawn = draw(some, 20, ["Brask"], 7)
    assert {one.id for one in drawn.fillers} <= {"1", "3"}
    assert some.with_any(["Brask", "bees"]) == {0, 1, 2}


def test_drawing_stops_when_there_is_enough_and_takes_nothing_twice() -> None:
    some = pool(*(f"number {n} " * 10 for n in range(40)))
    drawn = draw(some, 200, [], 7)
    assert len(set(drawn.fillers)) == len(drawn.fillers)
    assert drawn.tokens >= 200 > drawn.tokens - drawn.fillers[-1].tokens
    assert draw(some, 200, [], 7) == drawn != draw(some, 200, [], 8)
    assert draw(some, 0, [], 7).fillers == ()


def test_drawing_more_than_there_is_says_what_is_missing() -> None:
    with pytest.raises(Misuse, match="the filler for world 'home' lacks"):
        draw(pool("a", "b"), 1000, [], 7)


def test_what_was_sifted_is_found_again_in_a_folder(tmp_path, monkeypatch) -> None:
    from experiments.filler import known

    first = pool_of("first_home", "topics", 40, "hashing")
    assert pool_of("first_home", "topics", 40, "hashing") is first
    keep(tmp_path, [{"world": "first_home"}])
    monkeypatch.setattr(known, "_POOLS", {})
    monkeypatch.setattr(known, "_FOUND", {})
    monkeypatch.setattr(known, "sift", lambda *_: pytest.fail("sifted a second time"))
    recall(tmp_path)
    assert pool_of("first_home", "topics", 40, "hashing") == first
    assert json.loads((tmp_path / "filler.json").read_text())["statistics"][0]["world"]
    recall(tmp_path / "elsewhere")  # nothing there is no error


class Stern:
    """A player who finds fault with everything that ends in a question mark."""

    name = "stern"

    def play(self, role, given, rng, place):
        asks = any(text.endswith("?") for _, text in given.turns)
        return role.output("alternative" if asks else None), 1, 1


def test_step_3_is_a_role_that_a_model_can_play():
    cast = Cast({"conflict_judge": Stern()})
    pool = sift(
        WORLD, [filler(HARMLESS, name="asks"), filler("So be it.", name="says")], "hashing", cast
    )
    assert [one.id for one in pool.kept] == ["says"]
    assert pool.statistics()["alternative"] == len(pool.removed["asks"])
    assert cast.book.lines()


def test_filler_is_judged_by_a_model_only_if_the_recipe_names_one_for_it(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("experiments.filler.known._POOLS", {})
    monkeypatch.setattr("experiments.filler.known._FOUND", {})

    def casts(place):
        asked.append(place.phase)
        return Cast({"conflict_judge": Stern()})

    lives = {"count": 1, "episodes": {"worlds": ["first_home"], "filler_tokens": 200, "pool": 40,
                                      "embedder": "hashing"}}  # fmt: skip
    written = {"name": "x", "seed": 1, "studies": ["dependency"], "lives": lives}
    written["trials"] = [{"backend": "recency"}]
    plain = load_recipe(written | {"cast": {"default": "openai:gpt-x"}})
    episodes.prepare(plain, tmp_path, casts)
    assert asked == []
    named = load_recipe(written | {"cast": {"conflict_judge": "openai:gpt-x"}})
    with pytest.raises(Misuse, match="filler"):  # everything asks something, nothing is left
        episodes.prepare(named, tmp_path / "other", casts)
    assert asked == ["filler"]
