"""A recipe is carried out: the same bytes on any workers, and nothing disturbs the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import experiments
import worlds
from experiments.running import Progress
from sim.errors import BadData, JournalMismatch, Misuse, UnknownName

CONTROLS = {"trials": [{"backend": "none"}], "studies": ["retention"]}


def without(frame: pd.DataFrame, column: str, values: set[str]) -> pd.DataFrame:
    return frame[~frame[column].isin(values)].reset_index(drop=True)


def test_a_run_leaves_all_that_is_promised(reference: experiments.Run) -> None:
    names = {each.name for each in reference.path.iterdir()}
    assert {"run.json", "lives", "verdicts", "tables", "report.html"} <= names
    assert len(reference.lives) == 3
    for name in reference.tables:
        frame = reference.tables[name]
        assert list(frame.columns)
        if name not in {"failures"}:
            assert len(frame), name
    assert not list(reference.path.rglob("*.partial"))


def test_the_header_can_be_read_alone(reference: experiments.Run, small: dict[str, Any]) -> None:
    header = json.loads((reference.path / "run.json").read_text(encoding="utf-8"))
    assert header["recipe"]["lives"]["months"] == 3
    assert header["recipe"]["seed"] == small["seed"]
    assert len(header["identity"]) == 64
    assert {"lifeworld", "python", "numpy"} <= set(header["versions"])
    assert header["schema"] == 1
    assert reference.recipe == experiments.load_recipe(small)


def test_rows_are_sorted_by_their_keys(reference: experiments.Run) -> None:
    from experiments.tables import TABLES

    for name, columns in TABLES.items():
        frame = reference.tables[name]
        keys = list(zip(*(frame[key] for key in columns.keys), strict=True))
        assert keys == sorted(keys), name


def test_the_ends_of_the_scale_are_where_they_should_be(reference: experiments.Run) -> None:
    scores = reference.tables["scores"]
    all_kinds = scores[(scores["kind"] == "all") & (scores["reader"] == "ideal")]
    found = all_kinds.set_index(["study", "measure", "backend", "gate"])["mean"]
    assert found["dependency", "filtered", "none", "universal"] == 0.0
    assert found["dependency", "filtered", "oracle", "universal"] == 1.0
    assert found["retention", "retention_rate", "none", "universal"] == 0.0
    assert found["retention", "retention_rate", "oracle", "universal"] == 1.0


def test_the_oracle_gate_is_always_right(reference: experiments.Run) -> None:
    gating = reference.tables["gating"]
    own = gating[(gating["gate"] == "oracle") & (gating["period"] == "all")]
    assert set(own["f1"]) == {1.0}


def test_two_runs_and_two_workers_leave_the_same_bytes(
    reference: experiments.Run, small: dict[str, Any], tmp_path: Path, left_by: Any
) -> None:
    experiments.run(small, out=tmp_path / "again", workers=2)
    assert left_by(tmp_path / "again") == left_by(reference.path)


def test_both_engines_tell_the_same_lives(
    reference: experiments.Run, small: dict[str, Any], tmp_path: Path
) -> None:
    changes = ["lives.engine=langgraph", "lives.count=1"]
    other = experiments.run(small, tmp_path / "langgraph", overrides=changes, workers=1)
    (life,) = other.lives
    one, two = (run.path / "lives" / f"{life}.jsonl" for run in (reference, other))
    assert one.read_bytes() == two.read_bytes()


def test_one_life_more_changes_no_other_row(
    reference: experiments.Run, small: dict[str, Any], tmp_path: Path
) -> None:
    more = experiments.run(small, tmp_path / "more", overrides=["lives.count=4"], workers=1)
    (new,) = set(more.lives) - set(reference.lives)
    for name in ("lives", "sessions", "writes", "probes", "failures", "population"):
        ours, theirs = reference.tables[name], without(more.tables[name], "life", {new})
        pd.testing.assert_frame_equal(ours, theirs)


def test_one_backend_more_changes_no_other_row(
    reference: experiments.Run, small: dict[str, Any], tmp_path: Path
) -> None:
    wider = {**small, "trials": [*small["trials"], {"backend": "full_context"}]}
    more = experiments.run(wider, out=tmp_path / "wider", workers=1)
    (new,) = set(more.tables["scores"]["trial"]) - set(reference.tables["scores"]["trial"])
    for name in reference.tables:
        ours, theirs = reference.tables[name], more.tables[name]
        if name == "timings":
            continue
        for column in ("trial", "other"):  # no pair with the new one either
            theirs = without(theirs, column, {new}) if column in theirs else theirs
        family = [
            column for column in ("p_holm",) if column in ours
        ]  # knows how many pairs there are
        pd.testing.assert_frame_equal(
            ours.drop(columns=family), theirs.drop(columns=family), check_exact=True
        )


def test_a_finished_run_is_kept_as_it_is(
    reference: experiments.Run, small: dict[str, Any], left_by: Any
) -> None:
    before = left_by(reference.path)
    told: list[Progress] = []
    experiments.run(small, out=reference.path, workers=1, progress=told.append)
    assert left_by(reference.path) == before
    assert (told[0].phase, told[0].done, told[0].total, told[0].kept) == ("lives", 3, 3, 3)
    assert [each.phase for each in told if each.done == each.total][-1] == "report"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("seed=12", "recipe.seed: 11 there, 12 now"),
        ("lives.count=4", "recipe.lives.count: 3 there, 4 now"),
        ("trials.0.budget=41", "recipe.trials.0.budgets.0: 40 there, 41 now"),
    ],
)
def test_a_folder_of_another_recipe_is_refused_with_what_differs(
    reference: experiments.Run, small: dict[str, Any], left_by: Any, change: str, place: str
) -> None:
    before = left_by(reference.path)
    with pytest.raises(JournalMismatch, match="holds another run") as caught:
        experiments.run(small, out=reference.path, overrides=[change], workers=1)
    assert place in str(caught.value)
    assert left_by(reference.path) == before


def test_nothing_is_made_for_a_recipe_that_cannot_be_carried_out(
    small: dict[str, Any], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(UnknownName):
        experiments.run(small, out=out, overrides=["trials.0.backends=[bm52]"])
    assert not out.exists()


def test_a_folder_with_other_things_in_it_is_left_alone(
    small: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(Misuse, match="is not empty and holds no run"):
        experiments.run(small, out=tmp_path)
    with pytest.raises(Misuse, match="is a file"):
        experiments.run(small, out=tmp_path / "thesis.tex")
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.tex"]


def test_what_is_no_run_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="holds no run"):
        experiments.open_run(tmp_path)
    (tmp_path / "run.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadData, match="no header of a run"):
        experiments.open_run(tmp_path)


def test_a_run_can_be_opened_and_its_tables_asked_for(reference: experiments.Run) -> None:
    run = experiments.open_run(str(reference.path))
    assert run.report.exists()
    assert len(run.tables) == len(list(run.tables))
    assert run.tables["scores"] is run.tables["scores"]
    with pytest.raises(UnknownName, match="no table is called 'score': did you mean 'scores'"):
        run.tables["score"]


def test_a_life_that_was_cut_off_is_refused_and_can_be_redone(
    small: dict[str, Any], tmp_path: Path, left_by: Any
) -> None:
    run = experiments.run({**small, **CONTROLS}, out=tmp_path / "run", workers=1)
    whole = left_by(run.path)
    path = run.folder.journal(run.lives[0])
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(BadData, match="remove the file and run the same command again"):
        experiments.run({**small, **CONTROLS}, out=run.path, workers=1)
    path.unlink()
    experiments.run({**small, **CONTROLS}, out=run.path, workers=1)
    assert left_by(run.path) == whole


def test_judging_again_changes_verdicts_and_nothing_else(
    small: dict[str, Any], tmp_path: Path, left_by: Any
) -> None:
    run = experiments.run({**small, "lives": {**small["lives"], "count": 1}}, tmp_path / "r",
                          workers=1)  # fmt: skip
    whole = left_by(run.path)
    for verdicts in run.folder.verdicts.iterdir():
        verdicts.write_text("", encoding="utf-8")
    experiments.rejudge(run.path, workers=1)
    assert left_by(run.path) == whole


def test_on_policy_each_trial_has_lives_of_its_own(small: dict[str, Any], tmp_path: Path) -> None:
    changes = ["policy=on", "lives.count=1", "trials=[{backends: [recency, none]}]"]
    run = experiments.run(small, tmp_path / "on", overrides=changes, workers=1)
    sessions, population = run.tables["sessions"], run.tables["population"]
    assert set(sessions["policy"]) == set(population["trial"])
    counts = sessions.groupby("policy").size()
    assert len(set(counts)) == 1
    last = population[population["checkpoint"] == 3]
    assert set(last["sessions"]) == set(counts)


def test_a_world_from_a_file_is_run_wherever_the_program_stands(
    small: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = worlds.to_yaml(worlds.load("first_home")).replace("first_home", "my_home", 1)
    (tmp_path / "my_home.yaml").write_text(text, encoding="utf-8")
    recipe = tmp_path / "mine.yaml"
    mine = {
        "lives": {"count": 1, "months": 3, "world": "my_home.yaml", "storyline": {"changes": 1}}
    }
    recipe.write_text(json.dumps({**small, **mine}), encoding="utf-8")
    monkeypatch.chdir(tmp_path.parent)
    run = experiments.run(recipe, out=tmp_path / "out", workers=1)
    assert run.tables["lives"]["world"].tolist() == ["my_home"]
    scores = run.tables["scores"].set_index(["study", "kind", "measure", "backend", "gate"])
    assert scores.loc[("dependency", "all", "filtered", "oracle", "universal"), "mean"] == 1.0
