"""What an author uses: a starter, a drawing, a sample."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import worlds
from sim.errors import BadData, Misuse
from worlds.drawing import MEANING, places, role


def test_a_starter_carries_its_name_and_explains_itself() -> None:
    text = worlds.starter("two_rivers")
    assert "name: two_rivers\n" in text
    assert "NAME" not in text
    assert text.count("#") > 15


@pytest.mark.parametrize("name", ["Two Rivers", "2rivers", "", "a-b", "../x"])
def test_a_name_that_cannot_be_a_file_and_a_key_is_refused(name: str) -> None:
    with pytest.raises(Misuse, match="lower case with underscores"):
        worlds.starter(name)


def test_the_mermaid_text_shows_every_entity_edge_and_rule(first_home: worlds.World) -> None:
    text = worlds.draw(first_home)
    assert text.startswith("graph LR\n")
    for entity in first_home.entities.values():
        assert f'  {entity.id}["{entity.phrase}' in text
        assert f'"]:::{role(first_home, entity)}\n' in text
    assert '  commute["my way to work<br/><small>cascade, absence</small>"]:::dependent' in text
    assert "  home -->|5 rules| commute\n" in text
    assert "  home -.-> doctor\n" in text
    assert text.count("-->") == sum(1 for edge in first_home.edges if edge.rules)
    assert text.count("-.->") == sum(1 for edge in first_home.edges if not edge.rules)


def test_the_svg_is_well_formed_and_holds_a_box_an_entity(first_home: worlds.World) -> None:
    root = ElementTree.fromstring(worlds.draw(first_home, "svg"))
    name = "{http://www.w3.org/2000/svg}"
    labels = [text.text for text in root.iter(f"{name}text")]
    for entity in first_home.entities.values():
        assert labels.count(entity.phrase) == 1
    for meaning in MEANING.values():
        assert meaning in labels
    curves = [p for p in root.iter(f"{name}path") if p.get("marker-end")]
    assert len(curves) == len(first_home.edges)
    dashed = [p for p in curves if p.get("stroke-dasharray")]
    assert len(dashed) == sum(1 for edge in first_home.edges if not edge.rules)


def test_children_stand_right_of_their_parents_and_no_two_in_one_place(
    first_home: worlds.World,
) -> None:
    placed = places(first_home)
    assert len(set(placed.values())) == len(placed)
    for edge in first_home.edges:
        assert placed[edge.parent][0] < placed[edge.child][0]
    assert {placed[orphan][0] for orphan in first_home.orphans} == {3}


def test_entities_are_drawn_as_what_they_are_for(first_home: worlds.World) -> None:
    roles = {name: role(first_home, first_home.entities[name]) for name in first_home.entities}
    assert (roles["home"], roles["commute"], roles["vet"]) == ("root", "dependent", "dependent")
    assert (roles["motto"], roles["novel"], roles["therapist"], roles["club"]) == (
        "literal",
        "tracked",
        "deletable",
        "apart",
    )


def test_a_sample_tells_the_dialogue_the_truth_and_the_questions(first_home: worlds.World) -> None:
    text = worlds.sample(first_home, 3)
    assert text == worlds.sample(first_home, 3)
    assert text != worlds.sample(first_home, 4)
    for part in (
        "introduction on ",
        "change on ",
        "update on ",
        "deletion on ",
        "true from then on, never told: ",
        "cascade at hop 2",
        "absence at hop 1",
        "-> not known any more",
        "-> no longer available",
    ):
        assert part in text
    drawn_lines = [line for line in text.splitlines() if line.startswith("  user: ")]
    assert len(drawn_lines) > 60


def test_a_world_that_cannot_be_sampled_says_which_kind_is_missing(
    first_home: worlds.World,
) -> None:
    with pytest.raises(BadData, match="storyline with a task of the kind"):
        worlds.sample(first_home, 1, worlds.StorylineOptions(changes=9))


def test_importing_worlds_stays_light() -> None:
    import subprocess
    import sys

    code = (
        "import sys, worlds; heavy = {'pandas', 'mesa', 'langgraph', 'langchain_core', 'plotly', "
        "'scipy', 'networkx'} & set(sys.modules); print(sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
