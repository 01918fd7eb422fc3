"""Files by name or path: one way for personas and for domain packs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from personas.sheets import Sheet
from personas.shelf import Shelf
from sim.errors import BadData, UnknownName


class Boat(Sheet):
    """Anything with a name."""

    name: str
    sails: int = 1


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf[Boat]:
    folder = tmp_path / "shipped"
    folder.mkdir()
    for name in ("sloop", "ketch"):
        (folder / f"{name}.yaml").write_text(f"name: {name}\n", encoding="utf-8")
    (folder / "wreck.yaml").write_text("name: wrack\n", encoding="utf-8")
    return Shelf("boat", folder, Boat, "name")


def test_names_come_in_alphabetical_order(shelf: Shelf[Boat]) -> None:
    assert shelf.names() == ("ketch", "sloop", "wreck")


def test_what_is_shipped_is_found_by_name(shelf: Shelf[Boat]) -> None:
    assert shelf.load("ketch") == Boat(name="ketch")
    assert shelf.load("ketch") is shelf.load("ketch")  # read once


def test_a_name_nobody_knows_is_refused_with_the_nearest(shelf: Shelf[Boat]) -> None:
    with pytest.raises(UnknownName, match="no boat is called 'kech': did you mean 'ketch'"):
        shelf.load("kech")


def test_a_shipped_file_must_bear_its_own_name(shelf: Shelf[Boat]) -> None:
    with pytest.raises(BadData, match=r"wreck\.yaml, name: the file of 'wreck' must say 'name: w"):
        shelf.load("wreck")


@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_a_file_of_ones_own_may_be_called_anything(
    shelf: Shelf[Boat], tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_text("name: yawl\nsails: 3\n", encoding="utf-8")
    assert shelf.load(path) == shelf.load(str(path)) == Boat(name="yawl", sails=3)


def test_a_file_that_was_written_again_is_read_again(shelf: Shelf[Boat], tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("name: yawl\n", encoding="utf-8")
    assert shelf.load(path).sails == 1
    path.write_text("name: yawl\nsails: 2\n", encoding="utf-8")
    os.utime(path, ns=(5, 5))
    assert shelf.load(path).sails == 2


def test_a_file_that_is_missing_or_wrong_is_named(shelf: Shelf[Boat], tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"gone\.yaml"):
        shelf.load(tmp_path / "gone.yaml")
    path = tmp_path / "mine.yaml"
    path.write_text("nome: yawl\n", encoding="utf-8")
    with pytest.raises(BadData, match="no key is called 'nome': did you mean 'name'"):
        shelf.load(path)
