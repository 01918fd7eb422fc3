"""Before anything is spent: every name exists, every backend can do what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.recipe import check, load_recipe
from memory_backends.base import MemoryBackend
from sim.errors import LacksCapability, LifeworldError, Misuse

SMALL: dict[str, Any] = {
    "name": "small",
    "studies": ["dependency", "retention"],
    "lives": {"count": 2, "months": 3, "world": "first_home"},
    "trials": {"backend": "recency"},
}


class Stubborn(MemoryBackend):
    """Remembers nothing, forgets nothing, and does not tell what it has."""

    name = "stubborn"
    enumerates = False

    def add(self, session: Any) -> None:
        """Ignore it."""

    def search(self, query: str, *, k: int, at: Any) -> list[Any]:
        """Find nothing."""
        return []

    def get_all(self) -> list[Any]:
        """Tell nothing."""
        return []


def test_the_quickstart_can_be_carried_out() -> None:
    check(load_recipe("quickstart"))
    check(load_recipe(SMALL))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("trials.backend=bm52", "no backend is called 'bm52': did you mean 'bm25'?"),
        ("trials.backend=oracel", "did you mean 'oracle'?"),
        ("trials.gate=univresal", "no gate is called 'univresal': did you mean 'universal'?"),
        ("trials.reader=idael", "no reader is called 'idael': did you mean 'ideal'?"),
        ("studies=[dependancy]", "no study is called 'dependancy': did you mean 'dependency'?"),
        ("studies={retention: {kindz: []}}", "'kindz': did you mean 'kinds'?"),
        ("lives.world=frist_home", "no world is called 'frist_home': did you mean 'first_home'?"),
        ("lives.personas=[ludo_vantongern]", "did you mean 'ludo_vantongeren'?"),
        ("trials.backend='bm25[granularty=turn]'", "did you mean 'granularity'?"),
        ("cast={usr: scripted}", "cast: no role is called 'usr': did you mean 'user'?"),
        ("cast={user: gpt-4o}", "'gpt-4o' is no model: write openai:MODEL"),
        ("cast={user: 'openai:'}", "'openai:' is no model"),
        ("cast={user: {'openai:gpt-4o': {temprature: 1}}}", "did you mean 'temperature'?"),
        ("cast={user: {'openai:gpt-4o': {temperature: 9}}}", "cast.user, openai:gpt-4o"),
        ("cast={user: ['openai:a', 'openai:b']}", "only judges can be several"),
        ("cast={judge: []}", "cast.judge names nobody"),
        ("cast={user: 'openai-compatible:a'}", "names no endpoint"),
        ("cast={user: 'openai-compatible:a@http://u:pw@host/v1'}", "put the key into"),
        ("trials.backend=[bm25, bm25]", "the trial 'bm25 | universal | unlimited | ideal' is ther"),
        ("studies=[retention, retention]", "the study 'retention' is there twice"),
        ("lives.world=nowhere.yaml", "nowhere.yaml"),
        ("lives.months=1", "needs a life of at least"),
        ("lives.storyline={changs: 1}", "lives.storyline: no key is called 'changs'"),
    ],
)
def test_what_does_not_exist_is_refused_with_the_nearest_name(change: str, sentence: str) -> None:
    with pytest.raises(LifeworldError) as caught:
        check(load_recipe(SMALL, [change]))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("studies=[dependency]", "a budget of 5 needs a backend that can delete"),
        ("trials.budget=null", "a study needs 'enumerate'"),
    ],
)
def test_a_backend_must_be_able_to_do_what_is_asked(
    change: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from experiments import controls

    monkeypatch.setitem(controls.BACKENDS, "stubborn", Stubborn)  # type: ignore[arg-type]
    recipe = {**SMALL, "trials": {"backend": "stubborn", "budget": 5}}
    with pytest.raises(LacksCapability, match=sentence):
        check(load_recipe(recipe, [change]))


def test_a_corpus_must_be_one_and_cannot_be_on_policy(tmp_path: Any) -> None:
    recipe = {"studies": "retrieval", "corpus": str(tmp_path), "trials": {"backend": "bm25"}}
    with pytest.raises(LifeworldError, match="this is no corpus"):
        check(load_recipe(recipe))


@pytest.mark.parametrize(
    ("shift", "why"),
    [
        ({}, "name one 'month', or several 'months'"),
        ({"month": 2, "months": [3]}, "name one 'month', or several 'months'"),
        ({"months": [2, 6]}, "the shift after month 6 leaves nothing of a life of 6 months"),
    ],
)
def test_a_shift_has_one_month_or_several_within_the_life(shift, why):
    lives = {"months": 6, "shift": shift}
    with pytest.raises(Misuse, match=why):
        load_recipe(SMALL | {"lives": lives})


def test_several_shifts_and_gradual_ones_can_be_written():
    lives = {"months": 12, "shift": {"months": [4, 8], "gradual_months": 2}}
    shift = load_recipe(SMALL | {"lives": lives}).lives.shift
    assert (shift.dates, shift.gradual_months) == ((4, 8), 2)
