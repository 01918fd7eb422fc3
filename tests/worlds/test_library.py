"""Worlds by name and by path, and those that are refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import worlds
from sim.errors import BadData, UnknownName
from worlds import library


def test_every_shipped_world_loads_and_passes_the_check_with_no_problem() -> None:
    assert "first_home" in worlds.names()
    for name in worlds.names():
        assert worlds.load(name).name == name
        assert worlds.check(library.locate(name)) == []


def test_the_first_home_is_as_large_as_a_first_run_needs(first_home: worlds.World) -> None:
    assert len(first_home.entities) >= 14
    assert first_home.graph.number_of_edges() >= 10
    assert first_home.roots == ("home", "employer", "flatmate")
    assert nx.dag_longest_path_length(first_home.graph) >= 2
    assert any(edge.rules for edge in first_home.edges)
    assert any(not edge.rules for edge in first_home.edges)
    assert all(5 <= len(entity.pool) <= 15 for entity in first_home.entities.values())


def test_the_graph_has_a_node_an_entity_and_the_rules_follow_its_edges(
    first_home: worlds.World,
) -> None:
    assert set(first_home.graph.nodes) == set(first_home.entities)
    for rule in first_home.rules:
        assert first_home.graph.has_edge(rule.parent, rule.child)
        assert rule.when in first_home.entities[rule.parent].pool
        assert rule.then in first_home.entities[rule.child].pool


def test_an_unknown_name_suggests_the_nearest_world() -> None:
    with pytest.raises(UnknownName, match="no world is called 'first_hom': did you mean 'first_h"):
        worlds.load("first_hom")


def test_a_path_is_loaded_as_text_or_as_a_path(write: Any, content: dict[str, Any]) -> None:
    path = write(content)
    assert worlds.load(path) == worlds.load(str(path))


def test_a_cyclic_world_is_refused_with_the_circle(write: Any, content: dict[str, Any]) -> None:
    content["edges"].append({"parent": "school_bus", "child": "village"})
    with pytest.raises(BadData, match=r"spoilt.yaml, edges: the dependencies go round in a circle"):
        worlds.load(write(content))


def test_a_value_that_is_part_of_another_is_refused(write: Any, content: dict[str, Any]) -> None:
    content["entities"]["choir"]["pool"][0] = "mill"
    with pytest.raises(BadData, match=r"'mill' is part of the value 'the Mill School'"):
        worlds.load(write(content))


def test_an_unknown_entity_is_refused_with_the_nearest(write: Any, content: dict[str, Any]) -> None:
    content["edges"][0]["parent"] = "vilage"
    with pytest.raises(BadData, match=r"edges\.0\.parent: no entity is called 'vilage': did you"):
        worlds.load(write(content))


def test_an_unknown_key_is_refused_with_the_nearest(write: Any, content: dict[str, Any]) -> None:
    content["entities"]["choir"]["pol"] = []
    with pytest.raises(BadData, match=r"entities\.choir: no key is called 'pol': did you mean 'p"):
        worlds.load(write(content))


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no such file"):
        worlds.load(tmp_path / "none.yaml")


def test_a_world_written_out_is_read_back_as_it_was(
    first_home: worlds.World, tmp_path: Path
) -> None:
    path = tmp_path / "copy.yaml"
    path.write_text(worlds.to_yaml(first_home), encoding="utf-8")
    assert worlds.load(path) == first_home
    assert worlds.check(path) == []


def test_a_world_and_its_lexicon_survive_pickling(first_home: worlds.World) -> None:
    first_home.lexicon().read("I live in Vandry Quay.")
    copy = pickle.loads(pickle.dumps(first_home))
    assert copy == first_home
    assert copy.lexicon() == first_home.lexicon()
    assert first_home.lexicon() is first_home.lexicon()


def test_an_edge_that_does_not_exist_is_named(first_home: worlds.World) -> None:
    assert first_home.edge("home", "commute").pattern == "distance"
    with pytest.raises(UnknownName, match="no edge is called 'home -> vet'"):
        first_home.edge("home", "vet")


def test_worlds_of_other_packages_are_found_and_collisions_refused(
    monkeypatch: pytest.MonkeyPatch, write: Any, content: dict[str, Any]
) -> None:
    class Point:
        def __init__(self, name: str) -> None:
            self.name, self.value = name, f"elsewhere:{name}"

        def load(self) -> Path:
            return Path(write(content))

    monkeypatch.setattr(library, "entry_points", lambda group: [Point("spoilt")])
    assert "spoilt" in worlds.names()
    assert worlds.load("spoilt").name == "spoilt"
    monkeypatch.setattr(library, "entry_points", lambda group: [Point("first_home")])
    with pytest.raises(BadData, match="'first_home' is taken"):
        worlds.names()
