"""The folder of a run: who may write, how it ends, and whether it holds this very run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from experiments.folder import RunFolder
from experiments.recipe import load_recipe
from experiments.running import header
from experiments.running.ending import ending, new_verdicts
from experiments.running.lock import NAME, locked
from experiments.running.result import Tables, open_run
from experiments.tables.catalogue import TABLES
from sim import journal
from sim.errors import (
    BadData,
    JournalMismatch,
    LimitReached,
    Misuse,
    RunFailed,
    UnknownName,
)

TINY: dict[str, Any] = {
    "name": "tiny", "studies": ["dependency"], "lives": {"count": 1, "world": "first_home"},
    "trials": {"backend": "recency"},
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    made = RunFolder(tmp_path / "run")
    made.prepare()
    return made


def finished(folder: RunFolder, *lives: str) -> None:
    for life in lives:
        journal.write(folder.journal(life), [{"record": "life", "life": life}])
        journal.write(folder.verdicts_of(life), [])


# --- the lock -------------------------------------------------------------------------------------


def test_who_holds_a_folder_is_named_to_whoever_comes_second(tmp_path: Path) -> None:
    with locked(tmp_path / "new" / "run"):
        taken = pytest.raises(Misuse, match=f"being written by process {os.getpid()} on ")
        with taken, locked(tmp_path / "new" / "run"):
            pytest.fail("two hold one folder")


def test_a_folder_is_free_again_whatever_happened_inside(tmp_path: Path) -> None:
    with pytest.raises(RunFailed, match="broke"), locked(tmp_path):
        raise RunFailed("it broke")
    with locked(tmp_path):
        assert json.loads((tmp_path / NAME).read_text())["pid"] == os.getpid()
    assert (tmp_path / NAME).read_text() == ""


@pytest.mark.parametrize("left", ["", "{", "[]", '{"pid": 1}', "3"])
def test_a_signature_nobody_can_read_does_not_hide_that_it_is_held(
    tmp_path: Path, left: str
) -> None:
    with locked(tmp_path):
        (tmp_path / NAME).write_text(left)
        with pytest.raises(Misuse, match="by another process: wait"), locked(tmp_path):
            pytest.fail("two hold one folder")


def test_another_process_is_kept_out_too(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from experiments.running.lock import locked\n"
        "with locked(Path(sys.argv[1])): print('in')"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with locked(tmp_path):
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"process {os.getpid()}" in refused.stderr
    assert "in" not in refused.stdout.split()


# --- what is done ---------------------------------------------------------------------------------


def test_a_life_is_done_when_it_was_lived_and_judged(folder: RunFolder) -> None:
    assert folder.done() == []
    journal.write(folder.journal("bo"), [])
    assert (folder.is_done("bo"), folder.done()) == (False, [])
    finished(folder, "bo", "ada")
    assert (folder.is_done("bo"), folder.done()) == (True, ["ada", "bo"])
    assert not folder.is_done("nobody")


def test_a_file_that_was_cut_off_is_noticed_even_before_its_life_is_done(
    folder: RunFolder,
) -> None:
    folder.journal("ada").write_text('{"record":"life"}\n')
    with pytest.raises(BadData, match=r"ada\.jsonl.*damaged or cut off"):
        folder.is_done("ada")


def test_what_a_killed_process_left_half_done_is_removed_and_nothing_else(
    folder: RunFolder,
) -> None:
    finished(folder, "ada")
    half = folder.lives / "bo.jsonl.77.partial"
    half.write_text("{")
    folder.prepare()
    assert not half.exists()
    assert folder.done() == ["ada"]


@pytest.mark.parametrize("content", ["", "{", "[]", "3", '{"recipe": {}}', '{"identity": "x"}'])
def test_a_header_that_is_none_is_refused(folder: RunFolder, content: str) -> None:
    with pytest.raises(Misuse, match="holds no run"):
        folder.read_header()
    folder.header.write_text(content)
    with pytest.raises(BadData, match="this is no header of a run"):
        folder.read_header()
    folder.header.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadData, match="this is no header of a run"):
        folder.read_header()


# --- the header -----------------------------------------------------------------------------------


def test_a_folder_takes_the_same_recipe_again_and_is_left_as_it_was(folder: RunFolder) -> None:
    header.settle(folder, load_recipe(TINY))
    before = folder.header.read_bytes()
    header.settle(folder, load_recipe({**TINY, "name": "called otherwise"}))
    assert folder.header.read_bytes() == before
    assert not list(folder.path.glob("*.partial"))
    assert open_run(folder.path).recipe == load_recipe(TINY)


def test_another_recipe_is_refused_with_what_differs(folder: RunFolder) -> None:
    header.settle(folder, load_recipe(TINY))
    before = folder.header.read_bytes()
    with pytest.raises(JournalMismatch, match=r"recipe\.seed: 7 there, 8 now; nothing"):
        header.settle(folder, load_recipe(TINY, ["seed=8"]))
    assert folder.header.read_bytes() == before


def test_many_differences_are_counted_not_listed(folder: RunFolder) -> None:
    header.settle(folder, load_recipe(TINY))
    many = [f"trials.k=[{', '.join(map(str, range(1, 21)))}]"]
    with pytest.raises(JournalMismatch, match="; and 17 more; nothing was changed"):
        header.settle(folder, load_recipe(TINY, many))  # 20 places, 3 of them shown


# --- endings --------------------------------------------------------------------------------------


def test_a_limit_that_ends_a_run_is_left_on_record(folder: RunFolder) -> None:
    finished(folder, "ada")
    with pytest.raises(LimitReached), ending(folder):
        raise LimitReached("calls", 12, 10)
    told = json.loads(folder.ended.read_text("utf-8"))
    assert (told["reason"], told["lives"]) == ("LimitReached", ["ada"])
    assert (told["limit"], told["used"], told["allowed"]) == ("calls", 12, 10)


def test_a_run_that_goes_on_takes_its_old_ending_away(folder: RunFolder) -> None:
    with pytest.raises(RunFailed), ending(folder):
        raise RunFailed("the disk is full")
    assert json.loads(folder.ended.read_text("utf-8"))["why"] == "the disk is full"
    with ending(folder):
        assert not folder.ended.exists()
    assert not folder.ended.exists()


def test_an_error_of_the_program_is_no_ending(folder: RunFolder) -> None:
    with pytest.raises(KeyError), ending(folder):
        raise KeyError("a bug")
    assert not folder.ended.exists()


def verdict(correct: bool, judge: str) -> dict[str, Any]:
    return {"record": "verdict", "life": "ada", "trial": "t", "probe": "p", "correct": correct,
            "judge": judge, "failure": None}  # fmt: skip


def judge_half(into: Path) -> None:
    journal.write(into / "ada.jsonl", [verdict(False, "model")])
    raise RunFailed("the model is gone")


def test_new_verdicts_come_in_together(folder: RunFolder) -> None:
    journal.write(folder.verdicts_of("ada"), [verdict(True, "rules")])
    with new_verdicts(folder) as into:
        journal.write(into / "ada.jsonl", [verdict(False, "model")])
        assert list(journal.read(folder.verdicts_of("ada"))) == [verdict(True, "rules")]
    assert list(journal.read(folder.verdicts_of("ada"))) == [verdict(False, "model")]
    (row,) = json.loads(folder.agreement.read_text("utf-8"))
    assert (row["first"], row["second"], row["same"]) == ("rules", "model", 0)
    assert not into.exists()


def test_judging_that_fails_leaves_the_old_verdicts(folder: RunFolder) -> None:
    journal.write(folder.verdicts_of("ada"), [verdict(True, "rules")])
    model_gone = pytest.raises(RunFailed, match="the model is gone")
    with model_gone, new_verdicts(folder) as into:
        judge_half(into)
    assert list(journal.read(folder.verdicts_of("ada"))) == [verdict(True, "rules")]
    assert not folder.agreement.exists()
    with new_verdicts(folder) as into:  # what was left behind does not slip in later
        assert list(into.iterdir()) == []


# --- tables of a run ------------------------------------------------------------------------------


def test_tables_are_named_before_they_are_there(tmp_path: Path) -> None:
    found = Tables(tmp_path / "tables")
    assert list(found) == sorted(TABLES)
    assert len(found) == len(TABLES)
    with pytest.raises(UnknownName, match="no table is called 'scroes': did you mean 'scores'"):
        found["scroes"]
    with pytest.raises(Misuse, match="not finished, it has no table 'scores' yet"):
        found["scores"]
