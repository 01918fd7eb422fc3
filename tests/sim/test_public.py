"""The public surface of ``sim``: every name is there, and importing it costs nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sim

HEAVY = ("simpy", "mesa", "langgraph", "langchain_core", "pandas", "scipy", "plotly", "numpy")


@pytest.mark.parametrize("name", sim.__all__)
def test_every_name_is_what_its_module_has(name: str) -> None:
    home = import_module(sim._HOME[name])
    assert getattr(sim, name) is getattr(home, name)


def test_the_names_are_listed_once_and_nowhere_else() -> None:
    assert set(sim.__all__) == set(sim._HOME)
    assert len(sim.__all__) == len(set(sim.__all__))
    assert dir(sim) == sorted(sim.__all__)


def test_type_checkers_see_the_same_names() -> None:
    source = ast.parse(Path(sim.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in source.body if isinstance(node, ast.If))
    imported = {
        (node.module, alias.name)
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {(module, name) for name, module in sim._HOME.items()}


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'sim' has no attribute 'Lief'"):
        sim.Lief  # noqa: B018


def loaded(code: str) -> str:
    listed = f"import sys; {code}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", listed], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_importing_sim_loads_nothing() -> None:
    assert loaded("import sim") == "[]"
    assert loaded("from sim import Session, Turn, Memory") == "[]"


def test_living_a_life_needs_neither_mesa_nor_langgraph() -> None:
    assert loaded("from sim import live, hold") == "['simpy', 'numpy']"


SIDE = Path(sim.__file__).parent / "conversation" / "assistant.py"
SEEN = {"sim.cast", "sim.conversation.turns", "sim.roles.assistant", "sim.views"}


def test_the_assistants_side_of_a_conversation_imports_views_only() -> None:
    tree = ast.parse(SIDE.read_text(encoding="utf-8"))
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if module.startswith("sim")} == SEEN
