"""conformance and bench: what they call, and what they say."""

import json
import sys

import pytest
from fake_endpoint import FakeEndpoint

from experiments.cli.benchmarks import MEASURES, Aim, measure
from experiments.cli.watching import PROC, watched
from sim.errors import RunFailed

FORGETFUL = '''
from memory_backends import MemoryBackend

class Forgetful(MemoryBackend):
    """Keeps the first session only."""

    name = "forgetful"

    def add(self, session): pass
    def search(self, query, *, k, at): return []
    def get_all(self): return []
'''


def test_a_backend_that_keeps_the_rules(lifeworld):
    said = lifeworld("conformance", "bm25", "--option", "k1=1.2", "--option", "granularity=session")
    assert said.code == 0
    rows = json.loads(lifeworld("conformance", "recency", "--json").out)
    assert {row["outcome"] for row in rows} <= {"passed", "skipped"}


def test_options_may_stand_in_brackets(lifeworld):
    assert lifeworld("conformance", "bm25[k1=1.2, granularity=session]").code == 0


def test_a_library_that_calls_a_model_is_lent_one(lifeworld):
    with FakeEndpoint() as fake:
        said = lifeworld("conformance", "fake_library:Noting", "--model", fake.spec, "--json")
        assert len(fake.requests) > 16  # every check had its sessions noted
    rows = {row["check"]: row["outcome"] for row in json.loads(said.out)}
    assert rows["dates"] == rows["simulated time"] == "passed"


def test_without_a_model_it_is_refused_before_anything_is_checked(lifeworld):
    said = lifeworld("conformance", "fake_library:Noting")
    assert said.code == 2
    assert "'fake_library:Noting' calls a language model itself: name one by --model" in said.err


COUNTING = FORGETFUL.replace("Keeps the first session only", "Counts turns").replace(
    "session): pass", "session):\n        print(sum(t.speaker == 'user' for t in session.turns))"
)


def test_the_larger_store_is_as_large_as_one_says(lifeworld, tmp_path, monkeypatch):
    (tmp_path / "counting_memories.py").write_text(COUNTING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    told = [
        sum(int(line) for line in lifeworld(*command).out.splitlines() if line.isdigit())
        for command in (
            ("conformance", "counting_memories:Forgetful", "--size", "40"),
            ("conformance", "counting_memories:Forgetful", "--size", "1040"),
        )
    ]
    assert told[1] - told[0] == 1000


def test_what_a_backend_returns_is_told_in_its_authors_words(lifeworld, tmp_path, monkeypatch):
    kind = FORGETFUL.replace("at): return []", "at): return ['I live in Brask.']")
    loud = kind.replace("session): pass", "session): raise OSError('two\\n lines')")
    (tmp_path / "wordy_memories.py").write_text(kind)
    (tmp_path / "loud_memories.py").write_text(loud)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    said = lifeworld("conformance", "wordy_memories:Forgetful")
    assert (
        "FAILED   depth: search must return a list of sim.views.Memory, it returned a list of"
        in (said.out)
    )
    lines = lifeworld("conformance", "loud_memories:Forgetful").out.splitlines()
    assert "  FAILED   isolation: raised OSError: two lines" in lines
    assert len(lines) == 1 + 17 + 1  # a heading, a line a check, what it can do


def test_a_strangers_backend_that_does_not(lifeworld, tmp_path, monkeypatch):
    (tmp_path / "my_memories.py").write_text(FORGETFUL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    said = lifeworld("conformance", "my_memories:Forgetful", "--json")
    assert said.code == 1
    assert any(row["outcome"] == "failed" for row in json.loads(said.out))


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["bm52"], "no backend is called 'bm52': did you mean 'bm25'?"),
        (["bm25", "--option", "k2=1"], "has no option 'k2'"),
        (["bm25", "--option", "k1"], "has no value: write it as name=value"),
        (["bm25", "--option", "k1=["], "--option 'k1=[': '[' is no YAML value"),
        (["bm25[k1=abc"], "'bm25[k1=abc' has a bracket too many or too few"),
        (["bm25[k1=abc]"], "option 'k1' of backend 'bm25' cannot be 'abc': it must be a number"),
    ],
)
def test_misuse_is_found_before_a_check_runs(lifeworld, args, sentence):
    said = lifeworld("conformance", *args)
    assert (said.code, sentence in said.sentence, said.out) == (2, True, "")


@pytest.mark.parametrize(
    ("value", "more", "reached"), [(9.0, True, False), (10.0, True, True), (9.0, False, True)]
)
def test_an_aim_is_reached_or_not(value, more, reached):
    row = Aim("x", value, "s", 10.0, more=more).row()
    assert (row["reached"], row["aim"]) == (reached, f"at {'least' if more else 'most'} 10")


def test_a_trial_more_makes_no_dialogue_anew():
    (row,) = measure("dialogue", lives=1)
    assert (row["value"], row["reached"]) == (1.0, True)


@pytest.mark.parametrize("name", ["inline engine", "questions"])
def test_measurements_give_figures(name):
    (row,) = measure(name, lives=1)
    assert row["value"] > 0
    assert set(row) == {"what", "value", "unit", "aim", "reached"}


def test_bench_shows_one_row_a_figure(lifeworld, monkeypatch):
    for name in MEASURES:
        monkeypatch.setitem(MEASURES, name, lambda lives: [Aim("x", lives, "s", 1.0, more=True)])
    rows = json.loads(lifeworld("bench", "--lives", 2, "--json").out)
    assert [row["value"] for row in rows] == [2] * len(MEASURES)


@pytest.mark.skipif(not PROC.is_dir(), reason="memory is measured through /proc")
def test_memory_of_a_command_and_its_children_is_seen():
    child = "import time; held = b'x' * 60_000_000; time.sleep(0.6)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    seconds, megabytes = watched([sys.executable, "-c", parent])
    assert seconds > 0.6
    assert megabytes > 60


@pytest.mark.skipif(not PROC.is_dir(), reason="memory is measured through /proc")
def test_a_command_that_fails_is_no_figure():
    with pytest.raises(RunFailed, match="ended with 3"):
        watched([sys.executable, "-c", "raise SystemExit(3)"])
