"""A small run made once, and the command line as a function."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

import experiments
from experiments.cli.main import app

RECIPE = {
    "name": "small",
    "seed": 3,
    "studies": ["dependency", "retention"],
    "lives": {"count": 2, "world": "first_home", "months": 3},
    "trials": [
        {"backends": ["bm25", "none", "oracle"], "budget": 200},
        {"backend": "none", "reader": "always_abstain"},
    ],
}


@dataclass(frozen=True)
class Said:
    """What a command printed, and how it ended."""

    out: str
    err: str
    code: int

    @property
    def sentence(self) -> str:
        """The one sentence of an error."""
        (line,) = self.err.splitlines()
        return line.removeprefix("lifeworld: ")


@pytest.fixture(scope="session")
def lifeworld() -> Callable[..., Said]:
    def call(*args: object) -> Said:
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        return Said(result.stdout, result.stderr, result.exit_code)

    return call


@pytest.fixture(scope="session")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import yaml

    path = tmp_path_factory.mktemp("recipe") / "small.yaml"
    path.write_text(yaml.safe_dump(RECIPE))
    return path


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory, recipe: Path) -> Path:
    """A finished run; tests leave it as it is."""
    out = tmp_path_factory.mktemp("run") / "small"
    experiments.run(recipe, out, workers=1)
    return out
