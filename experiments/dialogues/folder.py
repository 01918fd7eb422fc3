"""A folder of dialogues: which lives they belong to, and each conversation by its session."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from experiments.auditing import heard_of
from experiments.folder import RunFolder
from experiments.recipe.identity import differences, lives_of
from experiments.recipe.schema import Recipe
from sim import journal
from sim.conversation import Conversation
from sim.errors import BadData, JournalMismatch, Misuse
from sim.timeline import Told

HEADER = "dialogues.json"
FORMAT = 1


@dataclass(frozen=True)
class Dialogues:
    """What was said in the lives of a recipe; a finished run holds dialogues too."""

    path: Path

    @classmethod
    def open(cls, path: Path) -> Dialogues:
        """Raises Misuse for a folder that holds neither dialogues nor a run."""
        found = cls(path)
        if not (path / HEADER).is_file() and not (path / "run.json").is_file():
            raise Misuse(
                f"{path} holds no dialogues: make them with 'lifeworld corpus make RECIPE "
                "--out FOLDER', or name the folder of a run"
            )
        return found

    @cached_property
    def recipe(self) -> Recipe:
        """The recipe they were made from."""
        made = self.path / HEADER
        file = made if made.is_file() else self.path / "run.json"
        return Recipe.model_validate(json.loads(file.read_text(encoding="utf-8"))["recipe"])

    @property
    def lives(self) -> list[str]:
        """The lives that are there, sorted."""
        return sorted(path.stem for path in RunFolder(self.path).lives.glob("*.jsonl"))

    def records(self, life: str) -> Iterator[dict[str, Any]]:
        """What the journal of a life says."""
        return journal.read(RunFolder(self.path).journal(life))

    def told(self, life: str) -> Told:
        """The conversations of a life by session. Raises BadData if the life is not there."""
        if life not in self.lives:
            raise BadData(str(self.path), f"the dialogues of life {life!r} are missing: make the "
                          "folder again with 'lifeworld corpus make'")  # fmt: skip
        sessions = [each for each in self.records(life) if each["record"] == "session"]
        found = {each["session"]: _conversation(each) for each in sessions if not each["policy"]}
        return found.get

    def fingerprint(self) -> str:
        """The sha256 of all that was said."""
        digest = hashlib.sha256()
        for life in self.lives:
            digest.update(RunFolder(self.path).journal(life).read_bytes())
        return digest.hexdigest()

    def check(self, recipe: Recipe) -> None:
        """Refuse a recipe with other lives than these. Raises JournalMismatch with differences."""
        found = differences(lives_of(self.recipe), lives_of(recipe))
        if found:
            raise JournalMismatch(
                f"{self.path} holds dialogues of other lives; what differs: {'; '.join(found[:8])}"
            )


def settle(path: Path, recipe: Recipe) -> None:
    """Write the header of a new folder, or make sure that it holds dialogues of these lives."""
    header = path / HEADER
    if header.is_file():
        Dialogues(path).check(recipe)
        return
    told = {"format": FORMAT, "recipe": recipe.model_dump(mode="json")}
    partial = header.with_suffix(".partial")
    partial.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(header)


def _conversation(record: dict[str, Any]) -> Conversation:
    heard = heard_of(record)
    return Conversation(heard.turns, heard.told, heard.untold, record["end_reason"])
