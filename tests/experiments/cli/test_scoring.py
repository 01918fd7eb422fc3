"""The score table at the end of a run: compact, ordered, honest about what is missing."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from experiments.cli.failing import reason
from experiments.cli.scoring import conclude, fail_if_nothing_worked
from sim.errors import BackendFailed, RunFailed


@dataclass
class Scored:
    """As much of a run as the table needs."""

    tables: dict[str, pd.DataFrame]
    path: Path = Path("runs/x")
    lives: tuple[str, ...] = ("ada", "bo")
    report: Path = Path("runs/x/report.html")


def score(
    backend, mean, low=None, high=None, *, study="retention", measure="retention_rate", **more
):
    row = {"gate": "universal", "backend": backend, "budget": "200", "reader": "ideal[k=20]"} | more
    trial = " | ".join(row[part] for part in ("backend", "gate", "budget", "reader"))
    about = {"study": study, "kind": "all", "measure": measure}
    return {"trial": trial, **row, **about, "mean": mean, "low": low, "high": high}


@pytest.fixture
def printed(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")

    def call(*rows, failures=()):
        conclude(scored(*rows, failures=failures), json_=False)
        return capsys.readouterr().out.splitlines()

    return call


def scored(*rows, failures=()):
    lost = pd.DataFrame(failures, columns=["life", "trial", "where", "why"])
    return Scored({"scores": pd.DataFrame(rows), "failures": lost})


def cells(lines, backend):
    return next(line for line in lines if line.startswith(f"{backend} ")).split("  ")[-1].strip()


def test_mean_and_bounds(printed):
    lines = printed(score("a", 0.321, 0.199, 0.4), score("b", 1.0, 1.0, 1.0), score("c", 0.9))
    assert cells(lines, "a") == "0.32 (.20-.40)"
    assert cells(lines, "b") == "1.00 (1.0-1.0)"
    assert cells(lines, "c") == "0.90"


def test_the_best_comes_first_and_what_has_no_score_last(printed):
    lines = printed(score("a", 0.1), score("b", None), score("c", 0.7))
    order = [line.split()[0] for line in lines if line[:2] in ("a ", "b ", "c ")]
    assert order == ["c", "a", "b"]
    assert cells(lines, "b") == "-"


def test_what_readers_have_in_common_is_left_out(printed):
    lines = printed(score("a", 0.1), score("b", 0.2, reader="literal[k=20]"))
    assert {"ideal", "literal"} <= {word for line in lines for word in line.split()}
    different = printed(score("a", 0.1), score("b", 0.2, reader="ideal[k=5]"))
    assert "ideal[k=5]" in " ".join(different)


def test_no_bound_is_a_dash(printed):
    lines = printed(score("a", 0.1), score("b", 0.2, budget="unlimited"))
    assert "-" in next(line for line in lines if line.startswith("b ")).split()


def test_two_studies_stand_side_by_side(printed):
    other = score("a", 0.5, study="dependency", measure="filtered")
    lines = printed(score("a", 0.1), score("b", 0.2), other)
    header = next(line for line in lines if line.startswith("backend"))
    assert header.split()[-2:] == ["dependency", "retention"]


def failed(life, trial, why="no row", where="add", session="s0001"):
    error = BackendFailed(trial, where, session, f"user of {life}", ValueError(why), life=life)
    ended = f"trial ended: {error}"
    return [
        (life, trial, where, str(error)),
        (life, trial, "retention", f"7 facts could not be followed: {error}"),
        *((life, trial, "trial", f"probe gold:probe/{life}/{n}: {ended}") for n in range(3)),
    ]


def test_failures_are_told_once_a_trial_and_reason(printed):
    rows = [*failed("ada", "t", "no row 7"), *failed("bo", "t", "no row 9"), *failed("bo", "u")]
    lines = printed(score("a", 0.1), failures=rows)
    at = lines.index("failures: not scored, neither right nor wrong")
    assert [line.split() for line in lines[at + 1 :]][:4] == [
        ["trial", "reason", "lives", "times"],
        ["-----", "--------------------", "-----", "-----"],
        ["t", "ValueError:", "no", "row", "7", "2", "10"],
        ["u", "ValueError:", "no", "row", "1", "5"],
    ]


def test_nothing_is_said_of_failures_where_there_are_none(printed):
    assert not any("fail" in line for line in printed(score("a", 0.1)))


def test_a_trial_that_failed_everywhere_fails_the_command():
    rows = [*failed("ada", "t"), *failed("bo", "t"), *failed("bo", "u")]
    empty = score("a", None) | {"trial": "t", "scored": 0}
    half = score("a", 0.5) | {"trial": "u", "scored": 4}
    with pytest.raises(RunFailed, match="the trial 't' failed in every life, without any score"):
        fail_if_nothing_worked(scored(empty, half, failures=rows))
    fail_if_nothing_worked(scored(empty | {"scored": 1}, half, failures=rows))
    fail_if_nothing_worked(scored(empty, half, failures=rows[5:]))  # only bo's
    fail_if_nothing_worked(scored(empty, half))


def test_several_trials_that_failed_are_all_named():
    rows = [row for trial in "tu" for life in ("ada", "bo") for row in failed(life, trial)]
    none = [score("a", None) | {"trial": trial, "scored": 0} for trial in "tu"]
    with pytest.raises(RunFailed, match=r"2 trials failed in every life, .*\(t; u\)"):
        fail_if_nothing_worked(scored(*none, failures=rows))


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("OSError: full", "OSError: full"),
        (
            "gate 'g' failed for session 's0001' of life 'a' (user 'u'): OSError: full",
            "OSError: full",
        ),
        ("probe gold:probe/a/1: memory 'f' is from the future", "memory 'f' is from the future"),
        ("while a conversation was going on, memory 'f' is from", "memory 'f' is from"),
        ("probe p: no verdict in the reply", "no verdict in the reply"),
    ],
)
def test_the_reason_stands_alone(why, said):
    assert reason(why) == said


def test_nothing_scored(printed):
    row = score("a", 0.1) | {"kind": "cascade"}
    assert printed(row)[0] == "nothing was scored"
