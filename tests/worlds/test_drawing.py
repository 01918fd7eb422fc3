"""Drawings: where entities stand, what is written on the sheet, and that all forms agree."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from itertools import combinations
from xml.etree import ElementTree

import pytest

import worlds
from sim.errors import MissingExtra
from worlds.assembly import assemble
from worlds.drawing import MEANING, places, role, task_kinds
from worlds.drawing.kinds import FILL
from worlds.drawing.picture import HEIGHT, WIDTH, Picture, picture
from worlds.schema import WorldFile

SVG = "{http://www.w3.org/2000/svg}"
RandomWorld = Callable[[int], worlds.World]
SEEDS = range(30)


def tiny(**more: object) -> worlds.World:
    entities = {
        "home": {"phrase": "my <home> & co", "pool": ["Brask", "Ulm"]},
        "walk": {"phrase": "my walk", "pool": ["the <long> one", "the short one"]},
    }
    edges = [{"parent": "home", "child": "walk", "rules": {"Brask": "the <long> one"}}]
    content = {"name": "tiny", "entities": entities, "edges": edges, **more}
    return assemble(WorldFile.model_validate(content))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_entities_stand_closer_than_a_row(a_random_world: RandomWorld, seed: int) -> None:
    placed = places(a_random_world(seed))
    for one, other in combinations(placed.values(), 2):
        assert one[0] != other[0] or abs(one[1] - other[1]) >= 0.5
    assert all(column >= 0 and row >= 0 for column, row in placed.values())


@pytest.mark.parametrize("name", worlds.names())
def test_in_a_shipped_world_no_two_boxes_touch(name: str) -> None:
    boxes = picture(worlds.load(name)).boxes
    for one, other in combinations(boxes, 2):
        apart = abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT
        assert apart, (one.label, other.label)


@pytest.mark.parametrize("seed", SEEDS)
def test_children_stand_right_of_all_their_parents_and_the_apart_right_of_all(
    a_random_world: RandomWorld, seed: int
) -> None:
    world = a_random_world(seed)
    placed = places(world)
    assert list(placed) == list(world.entities)
    assert all(placed[edge.parent][0] < placed[edge.child][0] for edge in world.edges)
    assert all(placed[root][0] == 0 for root in world.roots)
    joined = [placed[e][0] for e in world.entities if e not in world.orphans]
    assert all(placed[orphan][0] > max(joined, default=-1) for orphan in world.orphans)


@pytest.mark.parametrize("name", ["software_project", "first_home"])
def test_where_everyone_has_one_parent_parents_stand_amid_their_children(name: str) -> None:
    world = worlds.load(name)
    placed = places(world)
    for entity in world.entities:
        rows = [placed[child][1] for child in world.graph.succ[entity]]
        if rows:
            assert placed[entity][1] == pytest.approx(sum(rows) / len(rows))


def test_a_world_of_orphans_can_be_drawn() -> None:
    world = tiny(edges=[])
    assert places(world) == {"home": (0, 0.0), "walk": (0, 1.0)}
    assert len(picture(world).boxes) == 2


@pytest.mark.parametrize("name", worlds.names())
def test_everything_stands_on_the_sheet_and_every_rule_is_written_out(name: str) -> None:
    world = worlds.load(name)
    sheet = picture(world)
    for box in sheet.boxes:
        assert 0 <= box.x <= sheet.width - WIDTH
        assert 0 <= box.y <= sheet.height - HEIGHT
    assert all(0 < w.x < sheet.width and 0 < w.y <= sheet.height for w in sheet.writings)
    lines = [writing.text for writing in sheet.writings]
    for rule in world.rules:
        assert f"{rule.when} → {rule.then}" in lines
    assert [w.swatch for w in sheet.writings if w.swatch] == list(FILL.values())
    assert set(MEANING.values()) <= set(lines)
    assert len(sheet.arrows) == len(world.edges)


@pytest.mark.parametrize("name", worlds.names())
def test_the_kinds_under_a_phrase_are_those_that_storylines_give(name: str) -> None:
    world = worlds.load(name)
    shown = {entity.id: set(task_kinds(world, entity)) for entity in world.entities.values()}
    from sim.clock import DAY, Calendar
    from worlds.sampling import START

    assert isinstance(START, Calendar)
    for seed in range(12):
        options = worlds.StorylineOptions(first_root=seed)
        drawn = worlds.storyline(
            world, calendar=START, horizon=365 * DAY, seed_path=("kinds", seed), options=options
        )
        for task in drawn.tasks:
            for entity in task.entities:
                assert task.kind.replace("_", " ") in shown[entity]


def test_roles_follow_from_the_place_in_the_graph_first(first_home: worlds.World) -> None:
    assert {role(first_home, entity) for entity in first_home.entities.values()} == set(MEANING)
    assert task_kinds(first_home, first_home.entities["home"]) == ()
    assert task_kinds(first_home, first_home.entities["doctor"]) == ("absence",)
    assert task_kinds(first_home, first_home.entities["hobby"]) == ("aggregation",)
    assert task_kinds(first_home, first_home.entities["motto"]) == ("exact recall",)


def test_signs_that_mean_something_to_svg_are_escaped() -> None:
    text = worlds.draw(tiny(), "svg")
    root = ElementTree.fromstring(text)
    assert "my <home> & co" in [label.text for label in root.iter(f"{SVG}text")]
    assert "the <long> one" not in text


def test_svg_and_picture_have_the_same_size_and_lines(first_home: worlds.World) -> None:
    sheet, root = picture(first_home), ElementTree.fromstring(worlds.draw(first_home, "svg"))
    assert (root.get("width"), root.get("height")) == (str(sheet.width), str(sheet.height))
    shown = {label.text for label in root.iter(f"{SVG}text")}
    assert {writing.text for writing in sheet.writings} <= shown
    assert {box.kinds for box in sheet.boxes if box.kinds} <= shown


def size(png: bytes) -> tuple[int, int]:
    """Width and height from the header of a PNG file."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def near(found: tuple[int, int], sheet: Picture, scale: float) -> bool:
    wanted = (sheet.width * scale, sheet.height * scale)
    return all(abs(one - other) <= 1 for one, other in zip(found, wanted, strict=True))


def test_a_png_has_the_size_of_the_sheet_and_is_always_the_same(first_home: worlds.World) -> None:
    pytest.importorskip("matplotlib")
    once, again = worlds.draw_png(first_home, 1.0), worlds.draw_png(first_home, 1.0)
    assert once == again
    assert near(size(once), picture(first_home), 1.0)
    assert near(size(worlds.draw_png(tiny(), 0.5)), picture(tiny()), 0.5)


def test_without_its_packages_a_png_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, first_home: worlds.World
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'lifeworld\[draw\]'"):
        worlds.draw_png(first_home)


def test_drawing_as_text_needs_no_extra() -> None:
    import subprocess

    code = (
        "import sys, worlds; world = worlds.load('first_home'); worlds.draw(world, 'svg'); "
        "worlds.draw(world); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
