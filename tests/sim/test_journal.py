"""Journals are finished or they are not there; what was cut off is noticed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import journal
from sim.errors import BadData, JournalMismatch

RECORDS = [{"record": "life", "life": "ada"}, {"record": "session", "text": "Grüße\nan alle"}]


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    assert journal.write(path, RECORDS) == 2
    assert list(journal.read(path)) == RECORDS
    journal.check(path)


def test_equal_records_are_equal_bytes_and_keys_keep_their_order(tmp_path: Path) -> None:
    for name in ("a", "b"):
        journal.write(tmp_path / name, RECORDS)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (
        (tmp_path / "a").read_text(encoding="utf-8").startswith('{"record":"life","life":"ada"}\n')
    )


def test_an_empty_journal_is_a_finished_one(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    journal.write(path, [])
    journal.check(path)
    assert list(journal.read(path)) == []


def test_a_failure_on_the_way_leaves_the_old_file_and_only_a_partial(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    journal.write(path, RECORDS[:1])

    def broken() -> Iterator[dict[str, object]]:
        yield dict(RECORDS[1])
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        journal.write(path, broken())
    assert list(journal.read(path)) == RECORDS[:1]
    (partial,) = tmp_path.glob("*.partial")
    assert partial.name == f"ada.jsonl.{os.getpid()}.partial"
    assert list(journal.read_torn(partial)) == RECORDS[1:]
    journal.clear_partials(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["ada.jsonl"]


def test_not_a_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        journal.write(tmp_path / "x", [{"score": float("nan")}])


@given(cut=st.integers(min_value=0))
def test_a_finished_journal_that_is_cut_anywhere_is_refused(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "ada.jsonl"
    journal.write(path, RECORDS)
    whole = path.read_bytes()
    path.write_bytes(whole[: cut % (len(whole) - 1)])  # the last line's end may go unnoticed
    with pytest.raises(BadData, match=r"ada\.jsonl.* run the same command again"):
        list(journal.read(path))
    with pytest.raises(BadData, match="remove the file"):
        journal.check(path)


@given(cut=st.integers(min_value=0))
def test_a_torn_journal_gives_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("torn") / "ada.jsonl"
    journal.write(path, RECORDS)
    kept = path.read_bytes()[: cut % (path.stat().st_size + 1)]
    path.write_bytes(kept)
    whole = [json.loads(raw) for raw in kept.decode(errors="ignore").split("\n")[:-1]]
    assert list(journal.read_torn(path)) == [each for each in whole if each["record"] != "end"]


def test_a_line_that_is_missing_in_the_middle_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    journal.write(path, RECORDS)
    first, *rest = path.read_bytes().splitlines(keepends=True)
    assert first
    path.write_bytes(b"".join(rest))
    with pytest.raises(BadData, match="counts 2 records, it has 1"):
        list(journal.read(path))


@pytest.mark.parametrize("damage", [b"\xff\xfe\n", b"[1]\n", b"{]\n"])
def test_damage_names_the_line(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "ada.jsonl"
    journal.write(path, RECORDS)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + damage + lines[2])
    with pytest.raises(BadData, match=r"ada\.jsonl, line 2: the journal is damaged"):
        list(journal.read(path))


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    path.write_text('{"record":"end","schema":99,"records":0}\n', encoding="utf-8")
    for look in (journal.check, lambda each: list(journal.read(each))):
        with pytest.raises(JournalMismatch, match="format 99, this version reads format 1"):
            look(path)


def test_what_was_written_elsewhere_is_put_in_place_byte_for_byte(tmp_path) -> None:
    elsewhere, here = tmp_path / "elsewhere.jsonl", tmp_path / "here.jsonl"
    journal.write(elsewhere, [{"record": "life", "life": "zoë"}])
    journal.put(here, elsewhere.read_bytes())
    assert here.read_bytes() == elsewhere.read_bytes()
    journal.check(here)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere.jsonl", "here.jsonl"]
