"""The folder of a run: what lies where, and which lives are done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import journal
from sim.errors import BadData, Misuse


@dataclass(frozen=True, slots=True)
class RunFolder:
    """Paths inside a run (DESIGN §8). Nothing is made before ``prepare``."""

    path: Path

    @property
    def header(self) -> Path:
        """``run.json``: how the run was made."""
        return self.path / "run.json"

    @property
    def lives(self) -> Path:
        """One journal a life."""
        return self.path / "lives"

    @property
    def verdicts(self) -> Path:
        """One file of verdicts a life."""
        return self.path / "verdicts"

    @property
    def tables(self) -> Path:
        """One parquet file a table."""
        return self.path / "tables"

    @property
    def cache(self) -> Path:
        """``cache.sqlite``: the replies of models, and what was spent on them."""
        return self.path / "cache.sqlite"

    @property
    def ended(self) -> Path:
        """Why a run stopped before its end; not there if it did not."""
        return self.path / "ended.json"

    @property
    def agreement(self) -> Path:
        """How far judges agree, where several have judged."""
        return self.path / "agreement.json"

    @property
    def report(self) -> Path:
        """The page."""
        return self.path / "report.html"

    @property
    def timings(self) -> Path:
        """How long each life took on the wall, one line a life; the only place for such figures."""
        return self.path / "timings.jsonl"

    def prepare(self) -> None:
        """Make the folders and remove what a killed process left half done."""
        for folder in (self.lives, self.verdicts, self.tables):
            folder.mkdir(parents=True, exist_ok=True)
            journal.clear_partials(folder)

    def journal(self, life: str) -> Path:
        """The journal of a life."""
        return self.lives / f"{life}.jsonl"

    def verdicts_of(self, life: str) -> Path:
        """The verdicts of a life."""
        return self.verdicts / f"{life}.jsonl"

    def is_done(self, life: str) -> bool:
        """Whether a life was lived and judged; raises BadData for a journal that was cut off."""
        paths = (self.journal(life), self.verdicts_of(life))
        for path in paths:
            if path.exists():
                journal.check(path)
        return all(path.exists() for path in paths)

    def done(self) -> list[str]:
        """The lives that are lived and judged, sorted."""
        names = sorted(path.stem for path in self.lives.glob("*.jsonl"))
        return [name for name in names if self.verdicts_of(name).exists()]

    def seconds(self) -> Iterator[dict[str, Any]]:
        """The lines of ``timings``; one that was cut off when a process died is left out."""
        if not self.timings.exists():
            return
        for line in self.timings.read_text(encoding="utf-8").splitlines():
            with suppress(json.JSONDecodeError):
                yield json.loads(line)

    def read_header(self) -> dict[str, Any]:
        """What ``run.json`` says. Raises Misuse if there is none, BadData if it is damaged."""
        if not self.header.is_file():
            raise Misuse(
                f"{self.path} holds no run (it has no {self.header.name}): name the folder of one, "
                "or make one with 'lifeworld run RECIPE --out FOLDER'"
            )
        try:
            header = json.loads(self.header.read_text(encoding="utf-8"))
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise BadData(str(self.header), "this is no header of a run") from error
        if not isinstance(header, dict) or "recipe" not in header or "identity" not in header:
            raise BadData(str(self.header), "this is no header of a run")
        return header
