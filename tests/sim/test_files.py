"""A file that cannot be read is told in plain words, with the nearest name there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.errors import BadData
from sim.files import read_text, why_not


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("my_world.yaml", "notes.txt", ".hidden.yaml"):
        (tmp_path / name).write_text("x: 1\n", encoding="utf-8")
    (tmp_path / "my_wrld.yaml.d").mkdir()
    return tmp_path


def refusal(path: Path) -> str:
    with pytest.raises(BadData) as refused:
        read_text(path)
    place, _, why = str(refused.value).partition(": ")
    assert place == str(path)
    assert "Errno" not in why
    return why


def test_a_text_is_read(folder: Path) -> None:
    assert read_text(folder / "my_world.yaml") == "x: 1\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("my_wrold.yaml", "there is no such file: did you mean 'my_world.yaml'?"),
        ("note.txt", "there is no such file: did you mean 'notes.txt'?"),
        ("entirely_else.yaml", "there is no such file"),
        ("deep/my_world.yaml", "there is no such file, nor a folder '{folder}/deep'"),
        ("notes.txt/x.yaml", "there is no such file, nor a folder '{folder}/notes.txt'"),
        (".", "this is a folder: name a file in it, such as my_world.yaml"),
    ],
)
def test_the_nearest_file_is_named(folder: Path, name: str, why: str) -> None:
    assert refusal(folder / name) == why.format(folder=folder)


def test_an_empty_folder_has_no_example(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "this is a folder: name a file"


def test_what_is_no_text(folder: Path) -> None:
    (folder / "photo.yaml").write_bytes(b"\xff\xfe\x00")
    assert refusal(folder / "photo.yaml") == "this is no text (UTF-8)"


def test_what_may_not_be_read(folder: Path) -> None:
    path = folder / "my_world.yaml"
    assert why_not(path, PermissionError(13, "Permission denied")).startswith("it may not be read")


def test_what_else_the_system_says_is_said_without_its_number(folder: Path) -> None:
    path = folder / "my_world.yaml"
    assert why_not(path, OSError(5, "Input/output error")) == (
        "it cannot be read: input/output error"
    )
