"""The page for people who bring a memory of their own: what it shows must work as it stands."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import memory_backends
from memory_backends.conformance import check

PAGE = Path(__file__).parents[2] / "docs" / "backends.md"
SPEC = "my_module:MyMemory"


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.M)
    return [text for named, text in found if named == language]


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The code of the page in a file of the current directory, as the page says."""

    (code,) = blocks("python")
    (tmp_path / "my_module.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "my_module", raising=False)
    yield
    sys.modules.pop("my_module", None)


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.usefixtures("saved")
def test_the_memory_on_the_page_keeps_the_rules() -> None:
    report = check(lambda user_id: memory_backends.create(SPEC, user_id=user_id, shortest=3))
    assert report.failed == ()
    assert report.capabilities.delete


@pytest.mark.usefixtures("saved")
def test_the_command_on_the_page_succeeds() -> None:
    from typer.testing import CliRunner

    from experiments.cli.main import app

    (command,) = re.findall(r"`(lifeworld conformance .*?)`", PAGE.read_text(encoding="utf-8"))
    program, *words = command.split()
    done = CliRunner().invoke(app, words)
    assert (program, done.exit_code) == ("lifeworld", 0), done.output


@pytest.mark.usefixtures("saved")
def test_the_recipe_on_the_page_uses_it() -> None:
    import yaml

    from experiments.recipe import Recipe, check

    (text,) = blocks("yaml")
    lives = {"count": 1, "months": 1}
    recipe = Recipe(studies="retention", lives=lives, trials=yaml.safe_load(text)["trials"])
    check(recipe)
    assert recipe.trials[0].backends[1].options == {"shortest": 3}


@pytest.mark.usefixtures("saved")
def test_a_small_run_with_it_has_no_failure(tmp_path: Path) -> None:
    import experiments

    recipe = {
        "studies": ["retention"],
        "lives": {"count": 1, "months": 1},
        "trials": [{"backend": {"name": SPEC, "options": {"shortest": 3}}, "budget": 50}],
    }
    run = experiments.run(recipe, out=tmp_path / "run", workers=1)
    assert run.tables["failures"].empty
    rates = run.tables["scores"].query("measure == 'retention_rate' and kind == 'all'")
    assert 0 < rates["mean"].max() <= 1
