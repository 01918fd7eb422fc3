"""The score table at the end of a run: compact, ordered, honest about what is missing."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from experiments.cli.scoring import conclude


@dataclass
class Scored:
    """As much of a run as the table needs."""

    tables: dict[str, pd.DataFrame]
    path: Path = Path("runs/x")
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

    def call(*rows, failures=0):
        lost = pd.DataFrame({"why": ["x"] * failures})
        conclude(Scored({"scores": pd.DataFrame(rows), "failures": lost}), json_=False)
        return capsys.readouterr().out.splitlines()

    return call


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


def test_failures_are_told(printed):
    assert "failed: 3 times, see lifeworld tables runs/x failures" in printed(
        score("a", 0.1), failures=3
    )


def test_nothing_scored(printed):
    row = score("a", 0.1) | {"kind": "cascade"}
    assert printed(row)[0] == "nothing was scored"
