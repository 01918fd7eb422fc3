"""world, persona, domain: what is made passes its check, and a sample can be read."""

import json
import sys
from pathlib import Path

import pytest
import yaml


@pytest.mark.parametrize("what", ["world", "persona", "domain"])
def test_what_is_new_can_be_used(lifeworld, tmp_path, what):
    file = tmp_path / "deep" / f"my_{what}.yaml"
    said = lifeworld(what, "new", file)
    assert (said.code, f"lifeworld {what} check {file}" in said.out) == (0, True)
    checked = lifeworld(what, "check", file)
    assert checked.code == 0, checked.out
    rows = json.loads(lifeworld(what, "check", file, "--json").out)
    assert all(row["severity"] == "warning" for row in rows)


@pytest.mark.parametrize("what", ["world", "persona", "domain"])
def test_new_never_overwrites(lifeworld, tmp_path, what):
    file = tmp_path / "mine.yaml"
    file.write_text("precious")
    said = lifeworld(what, "new", file)
    assert (said.code, "exists already" in said.sentence) == (2, True)
    assert file.read_text() == "precious"


@pytest.mark.parametrize("what", ["world", "persona", "domain"])
@pytest.mark.parametrize("name", ["My World.yaml", "mine.txt"])
def test_new_wants_a_plain_name(lifeworld, tmp_path, what, name):
    assert lifeworld(what, "new", tmp_path / name).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ["persona", "domain"])
def test_check_names_the_place(lifeworld, tmp_path, what):
    file = tmp_path / "mine.yaml"
    lifeworld(what, "new", file)
    key = {"persona": "bakground", "domain": "one_ofs"}[what]
    file.write_text(f"{file.read_text()}\n{key}: x\n")
    said = lifeworld(what, "check", file)
    assert said.code == 1
    assert f"no key is called {key!r}: did you mean" in said.out
    assert said.out.splitlines()[-1].endswith(": 1 error, 0 warnings")


def test_library_names_can_be_checked(lifeworld):
    for what, name in (("world", "first_home"), ("persona", "emeric_thorne"), ("domain", "home")):
        assert lifeworld(what, "check", name).code == 0


def test_a_world_is_drawn(lifeworld, tmp_path):
    assert lifeworld("world", "draw", "first_home").out.startswith("graph LR\n")
    assert lifeworld("world", "draw", "first_home", "--out", tmp_path / "w.svg").code == 0
    assert (tmp_path / "w.svg").read_text().startswith("<svg")
    assert lifeworld("world", "draw", "first_home", "--out", tmp_path / "w.png").code == 0
    assert (tmp_path / "w.png").read_bytes().startswith(b"\x89PNG")
    assert lifeworld("world", "draw", "first_home", "--out", tmp_path / "w.jpg").code == 2


def test_a_png_needs_an_extra(lifeworld, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = lifeworld("world", "draw", "first_home", "--out", tmp_path / "w.png")
    assert (said.code, "pip install 'lifeworld[draw]'" in said.err) == (2, True)
    assert not (tmp_path / "w.png").exists()


def test_a_new_world_comes_with_its_schema(lifeworld, tmp_path):
    file = tmp_path / "my_world.yaml"
    lifeworld("world", "new", file)
    [first, *_] = file.read_text().splitlines()
    pointed = tmp_path / first.partition("$schema=")[2]
    assert json.loads(pointed.read_text())["properties"].keys() >= {"entities", "edges"}


@pytest.mark.parametrize("level", range(4))
def test_a_sample_shows_dialogue_ledger_and_gold(lifeworld, level):
    said = lifeworld("world", "sample", "first_home", "--explicitness", level, "--depth", 2)
    assert said.code == 0
    assert "  assistant: " in said.out
    assert "Ledger: what was true from when to when" in said.out
    assert ("[rule of " in said.out) == (level == 0)
    assert ("[dependency of " in said.out) == (level < 3)
    assert ("cannot be derived from what was told" in said.out) == (level == 3)


def test_a_storyline_is_written_out(lifeworld):
    one, two = (lifeworld("world", "sample", "first_home", "--seed", seed).out for seed in (1, 2))
    assert "Questions, and the right answers before and after" in one
    assert one != two


def test_a_domain_is_heard(lifeworld, tmp_path):
    lifeworld("domain", "new", tmp_path / "bees.yaml")
    said = lifeworld("domain", "sample", tmp_path / "bees.yaml")
    assert said.code == 0
    assert "bees, as a matter worth remembering" in said.out
    assert "[ongoing_state " in said.out
    assert "bees, in passing" in said.out


def test_people_are_drawn_and_written(lifeworld, tmp_path):
    rows = json.loads(lifeworld("persona", "sample", 3, "--seed", 5, "--json").out)
    assert len({row["id"] for row in rows}) == 3
    written = lifeworld("persona", "sample", 3, "--seed", 5, "--out", tmp_path / "p", "--json")
    files = [row["file"] for row in json.loads(written.out)]
    assert [yaml.safe_load(Path(f).read_text())["id"] for f in files] == [row["id"] for row in rows]
    assert all(lifeworld("persona", "check", file).code == 0 for file in files)
    assert lifeworld("persona", "sample", 3, "--out", tmp_path / "p").code == 2


def test_a_life_of_one_person_is_written_out(lifeworld, tmp_path):
    lifeworld("persona", "new", tmp_path / "ada.yaml")
    said = lifeworld("persona", "sample", tmp_path / "ada.yaml")
    assert said.code == 0
    assert "long-horizon" in said.out
    assert "transient" in said.out


def test_nobody_can_be_drawn(lifeworld):
    said = lifeworld("persona", "sample", "0")
    assert said.code == 2
    assert "ask for one or more" in said.err


def test_a_person_nobody_knows_is_not_drawn(lifeworld):
    said = lifeworld("persona", "sample", "emeric_thorn")
    assert said.code == 2
    assert "did you mean 'emeric_thorne'" in said.err


def test_a_check_may_try_episodes(lifeworld):
    said = lifeworld("world", "check", "first_home", "--episodes", 2)
    assert (said.code, said.out.strip()) == (0, "world first_home: no problems")


def test_a_depth_that_a_world_does_not_have_is_refused(lifeworld):
    said = lifeworld("world", "sample", "first_home", "--depth", 4)
    assert (said.code, "the longest chain of this world has 2" in said.err) == (2, True)


def test_a_world_of_one_root_is_sampled_with_one_change(lifeworld, tmp_path):
    file = tmp_path / "my_world.yaml"
    lifeworld("world", "new", file)
    content = yaml.safe_load(file.read_text())
    content["edges"] = [edge for edge in content["edges"] if edge["parent"] != "workshop"]
    file.write_text(yaml.safe_dump(content))
    checked = lifeworld("world", "check", file)
    assert (checked.code, "warning: edges: a life bears 1 upstream" in checked.out) == (0, True)
    said = lifeworld("world", "sample", file)
    assert said.code == 0
    changes = [line for line in said.out.splitlines() if line.startswith("change on ")]
    assert len(changes) == 1 + 2  # the root, and two further values of the tracked entity
    assert sum("village is" in line for line in changes) == 1
    refused = lifeworld("world", "sample", file, "--changes", 2)
    assert refused.code == 2
    assert "ask for fewer changes (--changes, in a recipe lives.storyline.changes)" in refused.err
