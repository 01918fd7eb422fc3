"""quickstart, run, judge, report: what they print, where they write, how they end."""

import json
import shutil

import pytest

import experiments


def contents(folder):
    return {
        p: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file() and p.name != ".lock"
    }


@pytest.fixture
def copy(run, tmp_path):
    return shutil.copytree(run, tmp_path / "copy")


def test_run_ends_with_the_scores_of_every_trial(lifeworld, recipe, tmp_path):
    said = lifeworld(
        "run", recipe, "--out", tmp_path / "r", "--workers", 1, "--set", "lives.count=1"
    )
    assert said.code == 0
    lines = said.out.splitlines()
    assert {"bm25", "none", "oracle"} <= {line.split()[0] for line in lines if line.split()}
    assert f"report: {tmp_path / 'r' / 'report.html'}" in lines
    assert all(len(line) <= 80 for line in lines if str(tmp_path) not in line)


def test_run_goes_by_the_recipe_name_where_no_folder_is_given(
    lifeworld, recipe, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    changes = ("lives.count=1", "lives.months=1", "lives.world=null", "studies=retention")
    args = [part for change in changes for part in ("--set", change)]
    assert lifeworld("run", recipe, "--workers", 1, *args).code == 0
    assert (tmp_path / "runs" / "small" / "report.html").is_file()


def test_run_goes_on_where_it_stopped(lifeworld, recipe, copy):
    before = contents(copy / "tables")
    victim = sorted((copy / "lives").glob("*.jsonl"))[0]
    victim.unlink()
    assert lifeworld("run", recipe, "--out", copy, "--workers", 1).code == 0
    after = contents(copy / "tables")
    changed = {path.stem for path in before if before[path] != after[path]}
    assert changed <= {"timings"}


def test_scores_as_json_are_rows_of_the_table(lifeworld, copy):
    rows = json.loads(lifeworld("judge", copy, "--workers", 1, "--json").out)
    shown = {(row["study"], row["kind"], row["measure"]) for row in rows}
    assert shown == {("dependency", "all", "filtered"), ("retention", "all", "retention_rate")}
    assert list(rows[0]) == list(experiments.open_run(copy).tables["scores"].columns)


def test_quickstart_takes_another_seed_to_another_folder(lifeworld, tmp_path, monkeypatch):
    calls = []
    import experiments.running as running

    def noted(recipe, out, **more):
        calls.append((recipe, str(out), more["overrides"]))
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run", noted)
    assert lifeworld("quickstart", "--seed", 5).code == 130
    assert lifeworld("quickstart", "--out", tmp_path).code == 130
    assert calls == [
        ("quickstart", "runs/quickstart-5", ["seed=5"]),
        ("quickstart", str(tmp_path), []),
    ]


def test_interrupted_says_that_nothing_is_lost(lifeworld, monkeypatch):
    import experiments.running as running

    def stop(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run", stop)
    assert "the same command goes on" in lifeworld("quickstart").sentence


def test_dry_checks_and_writes_nothing(lifeworld, recipe, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = json.loads(lifeworld("run", recipe, "--dry", "--json").out)
    assert [row["trial"].split(" | ")[0] for row in rows] == ["bm25", "none", "oracle", "none"]
    assert {row["lives"] for row in rows} == {2}
    assert list(tmp_path.iterdir()) == []


def test_judge_replaces_verdicts_and_leaves_answers(lifeworld, copy):
    before, lives = contents(copy / "verdicts"), contents(copy / "lives")
    for path in (copy / "verdicts").iterdir():
        path.write_text(path.read_text().replace('"correct":true', '"correct":false'))
    assert lifeworld("judge", copy, "--cast", "judge=scripted", "--workers", 1).code == 0
    assert contents(copy / "verdicts") == before
    assert contents(copy / "lives") == lives


@pytest.mark.parametrize(
    ("cast", "said"),
    [
        ("judge=gpt-5", "'gpt-5' is no model: write openai:MODEL"),
        ("judge=", "casts no judge"),
        ("answerer=scripted", "casts no judge"),
        ("judge", "casts no judge"),
    ],
)
def test_judge_refuses_other_judges(lifeworld, run, cast, said):
    found = lifeworld("judge", run, "--cast", cast)
    assert (found.code, said in found.sentence) == (2, True)


def test_report_of_one_run_stands_in_its_folder(lifeworld, copy):
    (copy / "report.html").unlink()
    said = lifeworld("report", copy)
    assert (said.code, said.out.strip()) == (0, str(copy / "report.html"))
    assert "<html" in (copy / "report.html").read_text()


def test_report_compares_several_runs(lifeworld, run, copy, tmp_path):
    assert lifeworld("report", run, copy, "--out", tmp_path / "both.html").code == 0
    assert (tmp_path / "both.html").stat().st_size > 1000


def test_a_folder_without_a_run(lifeworld, tmp_path):
    for command in (["report"], ["judge"], ["tables"], ["show"]):
        said = lifeworld(*command, tmp_path)
        assert (said.code, "holds no run" in said.sentence) == (2, True)


STRANGERS = '''
from memory_backends import BackendOptions, MemoryBackend

class Words(BackendOptions):
    granularity: str = "turn"
    k1: float = 1.0

class Strings(MemoryBackend):
    """Finds plain strings."""

    name = "strings"
    Options = Words

    def add(self, session): pass
    def search(self, query, *, k, at): return ["I live in Brask."]
    def get_all(self): return []
'''


def test_a_trial_that_failed_everywhere_is_named_and_the_exit_code_is_1(
    lifeworld, recipe, tmp_path, monkeypatch
):
    (tmp_path / "stranger_memories.py").write_text(STRANGERS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    name = "stranger_memories:Strings[granularity=session, k1=1.2]"
    trials = f"trials=[{{backends: [bm25, '{name}']}}]"
    args = ("--set", "lives.count=1", "--set", "studies=[dependency]", "--workers", 1)
    said = lifeworld("run", recipe, "--out", "r", "--set", trials, *args)
    assert said.code == 1
    assert f"the trial '{name} | universal | unlimited | ideal' failed in every life" in said.err
    lines = said.out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith("failures: ") for line in lines)
    assert "search must return a list" in said.out
    table = lifeworld("tables", "r", "failures")
    assert table.code == 0
    assert table.out.count("search must return") == 1
    assert table.out.splitlines()[-1].endswith(" failures in all, --json has each of them")
    rows = json.loads(lifeworld("tables", "r", "failures", "--json").out)
    assert len(rows) > 1
    assert not any("session ''" in row["why"] for row in rows)
