"""Figures that papers have published, as data: to be shown beside measured ones, never mixed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sim.errors import UnknownName

FOLDER = Path(__file__).parent
KINDS = ("exact_recall", "aggregation", "tracking", "deletion", "cascade", "absence", "all")
Score = float | None


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PublishedRow(_Entry):
    """One system's scores; ``here`` is its counterpart among our backends, ``k`` its depth."""

    system: str
    here: str = ""
    k: int | None = None
    exact_recall: Score = None
    aggregation: Score = None
    tracking: Score = None
    deletion: Score = None
    cascade: Score = None
    absence: Score = None
    all: Score = None

    @model_validator(mode="after")
    def _are_shares(self) -> PublishedRow:
        for kind in KINDS:
            value = getattr(self, kind)
            if value is not None and not 0 <= value <= 1:
                raise ValueError(f"{self.system}, {kind}: {value} is no share")
        return self


class PublishedTable(_Entry):
    """A table of a paper, or the part of one that shares a setting."""

    table: str
    about: str
    setting: dict[str, str | int]
    rows: tuple[PublishedRow, ...] = Field(min_length=1)

    @property
    def models(self) -> str:
        """Who answered, and who worked inside the memory."""
        inside, answering = self.setting.get("internal"), self.setting.get("answering")
        return f"{answering}, {inside} inside" if inside else str(answering)


class PublishedFigure(_Entry):
    """A single number."""

    table: str
    what: str
    value: float


class PublishedCost(_Entry):
    """Dollars an episode; None was not to be read."""

    table: str
    system: str
    here: str = ""
    ingest: float | None = None
    inference: float | None = None


class Published(_Entry):
    """What one paper has published about one study."""

    study: str
    paper: str
    source: str
    measure: str
    tables: tuple[PublishedTable, ...]
    figures: tuple[PublishedFigure, ...] = ()
    costs: tuple[PublishedCost, ...] = ()


@lru_cache(maxsize=8)
def load(name: str) -> Published:
    """The figures of a paper by its name. Raises UnknownName."""
    import yaml

    path = FOLDER / f"{name}.yaml"
    if not path.is_file():
        raise UnknownName("paper", name, names())
    return Published.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


def names() -> list[str]:
    """The papers whose figures are there, sorted.

    >>> names()
    ['meme']
    """
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def rows(study: str) -> list[dict[str, Any]]:
    """Every published score of a study, one row a system, setting and kind.

    >>> [row["value"] for row in rows("dependency") if row["system"] == "Mem0"][:2]
    [0.67, 0.35]
    """
    return list(_rows(study))


def _rows(study: str) -> Iterator[dict[str, Any]]:
    for paper in map(load, names()):
        for table in paper.tables if paper.study == study else ():
            for row in table.rows:
                for kind in KINDS:
                    value = getattr(row, kind)
                    if value is not None:
                        yield {
                            "paper": paper.paper,
                            "table": table.table,
                            "system": row.system,
                            "here": row.here,
                            "k": row.k,
                            "models": table.models,
                            "episodes": table.setting.get("episodes"),
                            "measure": paper.measure,
                            "kind": kind,
                            "value": value,
                        }
