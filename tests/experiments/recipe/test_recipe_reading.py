"""Recipes are read from names, files and mappings; what is wrong is said in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.recipe import Named, Recipe, load_recipe, names
from experiments.recipe.overrides import override
from experiments.recipe.trials import trials
from sim.errors import BadData, LifeworldError, Misuse, UnknownName

SMALL: dict[str, Any] = {
    "name": "small",
    "studies": ["retention"],
    "lives": {"count": 2, "months": 2},
    "trials": {"backend": "recency"},
}


def refusal(given: Any, *overrides: str) -> str:
    with pytest.raises(LifeworldError) as caught:
        load_recipe(given, overrides)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_recipe_of_the_package_is_sound() -> None:
    assert {"quickstart", "locomo_retrieval"} <= set(names())
    for name in names():
        assert load_recipe(name).trials


def test_what_is_not_said_has_a_default() -> None:
    recipe = load_recipe(SMALL)
    assert (recipe.seed, recipe.policy, recipe.cast) == (7, "off", {"default": "scripted"})
    (trial,) = trials(recipe)
    assert trial.name == "recency | universal | unlimited | ideal"


def test_a_resolved_recipe_reads_back_to_itself() -> None:
    recipe = load_recipe("quickstart")
    again = load_recipe(json.loads(recipe.model_dump_json()))
    assert again == recipe == load_recipe(recipe)


def test_a_grid_is_every_combination_in_the_order_written() -> None:
    grid = {
        "backends": ["bm25[granularity=session]", {"recency": None}],
        "gates": ["universal", "oracle"],
        "budgets": [20, None],
        "reader": "literal",
        "k": [5, 10],
    }
    found = [spec.name for spec in trials(load_recipe({**SMALL, "trials": [grid]}))]
    assert len(found) == len(set(found)) == 2 * 2 * 2 * 2
    assert found[:3] == [
        "bm25[granularity=session] | universal | 20 | literal[k=5]",
        "bm25[granularity=session] | universal | 20 | literal",
        "bm25[granularity=session] | universal | unlimited | literal[k=5]",
    ]


def test_grids_and_single_trials_stand_side_by_side() -> None:
    several = [{"backends": ["none", "oracle"]}, {"backend": "bm25", "gate": "oracle"}]
    found = [spec.backend for spec in trials(load_recipe({**SMALL, "trials": several}))]
    assert found == ["none", "oracle", "bm25"]


@pytest.mark.parametrize(
    "studies",
    ["retention", ["retention"], {"retention": None}, [{"retention": {}}]],
)
def test_studies_may_be_written_in_several_ways(studies: Any) -> None:
    assert load_recipe({**SMALL, "studies": studies}).studies == (Named(name="retention"),)


def test_options_of_a_study_are_kept() -> None:
    recipe = load_recipe({**SMALL, "studies": {"dependency": {"repeat_at_end": True}}})
    assert recipe.studies[0].options == {"repeat_at_end": True}


@pytest.mark.parametrize(("written", "meant"), [(True, "on"), (False, "off"), ("on", "on")])
def test_yaml_reads_on_and_off_as_truth_values(written: Any, meant: str) -> None:
    assert load_recipe({**SMALL, "policy": written}).policy == meant


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("seeed=1", "recipe 'small': no key is called 'seeed': did you mean 'seed'?"),
        (
            "lives.mnths=3",
            "recipe 'small', lives: no key is called 'mnths': did you mean 'months'?",
        ),
        ("trials.backnd=dense", "trials.0: no key is called 'backnd': did you mean 'backends'?"),
        ("lives.personas={sampl: 3}", "lives.personas: no key is called 'sampl'"),
        ("lives.months=0", "lives.months: 0 cannot stand here: it must be 1 or more"),
        ("lives.engine=asyncio", "lives.engine: 'asyncio' cannot stand here"),
        ("lives.shift.month=2", "the shift after month 2 leaves nothing of a life of 2 months"),
        ("corpus=here", "say either 'lives' (simulated) or 'corpus' (a folder)"),
        ("lives=", "say either 'lives' (simulated) or 'corpus' (a folder)"),
        ("trials.backends=[bm25]", "say either 'backend' or 'backends', not both"),
        ("studies=[]", "recipe 'small', studies"),
        ("trials=[{budget: 3}]", "trials.0.backends: this key is missing"),
    ],
)
def test_what_is_wrong_names_its_place(change: str, sentence: str) -> None:
    assert sentence in refusal(SMALL, change)


def test_an_unknown_recipe_is_an_unknown_name() -> None:
    with pytest.raises(UnknownName, match="no recipe is called 'quikstart': did you mean 'quickst"):
        load_recipe("quikstart")


def test_a_file_that_is_no_yaml_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("name: x\nlives: [1\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"broken\.yaml, line 3: this is no YAML"):
        load_recipe(path)
    path.write_text("- a\n", encoding="utf-8")
    with pytest.raises(BadData, match="a recipe is a mapping"):
        load_recipe(path)
    with pytest.raises(BadData, match=r"there is no such file: did you mean 'broken\.yaml'"):
        load_recipe(tmp_path / "brokn.yaml")
    with pytest.raises(BadData, match=r"this is a folder: name a file in it, such as broken\.yaml"):
        load_recipe(tmp_path)


def test_a_recipe_file_may_be_named_without_its_suffix_in_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine_own.yaml").write_text("x: 1\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownName, match=r"did you mean 'mine_own\.yaml'"):
        load_recipe("mine_own")


@pytest.mark.parametrize(
    "written", ["bm25[k1=1.2", "bm25k1=1.2]", "bm25[k1=[1]]", "bm25[a=1][b=2]"]
)
def test_brackets_that_do_not_match_are_told(written: str) -> None:
    with pytest.raises(BadData, match="has a bracket too many or too few: options are written as"):
        load_recipe({**SMALL, "trials": {"backend": written}})


def test_paths_in_a_file_are_taken_from_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "home.yaml").touch()
    (tmp_path / "ada.yaml").touch()
    (tmp_path / "corpus").mkdir()
    path = tmp_path / "mine.yaml"
    path.write_text(
        "studies: retention\nlives: {world: home.yaml, personas: [ada.yaml, bo]}\n"
        "trials: {backend: bm25}\n",
        encoding="utf-8",
    )
    lives = load_recipe(path).lives
    assert lives is not None
    assert lives.world == str(tmp_path / "home.yaml")
    assert lives.personas == (str(tmp_path / "ada.yaml"), "bo")
    path.write_text(
        "studies: retrieval\ncorpus: corpus\ntrials: {backend: bm25}\n", encoding="utf-8"
    )
    assert load_recipe(path).corpus == str(tmp_path / "corpus")
    assert load_recipe(path, ["corpus=elsewhere"]).corpus == "elsewhere"


def test_overrides_come_one_after_another() -> None:
    changes = ["lives.months=9", "trials.backend=[bm25, dense]", "trials.budget=30", "seed=1"]
    recipe = load_recipe(SMALL, changes)
    assert (recipe.lives and recipe.lives.months, recipe.seed) == (9, 1)
    assert [spec.budget for spec in trials(recipe)] == [30, 30]
    assert SMALL["lives"]["months"] == 2  # the mapping that was given stays as it was


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("lives.months", "has no value: write it as a.b=c"),
        ("=3", "has no value"),
        ("trials.7.budget=3", "this is a list, say which of its items, 0 to 0, not '7'"),
        ("trials.budget=3", "this is a list"),
        ("name.first=3", "'small' has no parts, 'first' leads nowhere"),
        ("seed=[", "is no YAML value"),
    ],
)
def test_an_override_that_leads_nowhere_is_refused(written: str, sentence: str) -> None:
    with pytest.raises(Misuse, match="override"):
        override({**SMALL, "trials": [{"backend": "bm25"}]}, written, "recipe 'small'")
    assert sentence in refusal({**SMALL, "trials": [{"backend": "bm25"}]}, written)


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4), st.integers())
def test_an_override_changes_its_place_and_no_other(path: list[str], value: int) -> None:
    kept = {"kept": {"as": "it was"}}
    found: Any = override(dict(kept), f"{'.'.join(path)}={value}", "x")
    assert found.pop("kept") == kept["kept"]
    for part in path:
        assert list(found) == [part]
        found = found[part]
    assert found == value


def test_the_schema_lets_an_editor_complete_keys() -> None:
    schema = Recipe.model_json_schema()
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"studies", "trials"}
    named = schema["$defs"]["Named"]["anyOf"]
    assert [each["type"] for each in named] == ["string", "object"]
