"""What the conflict filter left of the filler, from the file that a run keeps about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from experiments.filler import FILE
from experiments.report.wording import thousands

COLUMNS = {
    "world": "world",
    "source": "source",
    "sessions": "drawn up",
    "contradiction": "contradictions",
    "alternative": "alternatives",
    "entity_confusion": "confusions",
    "removed": "removed",
    "kept": "kept",
    "fillers_an_episode": "in an episode",
    "tokens_an_episode": "tokens in an episode",
    "blocked_an_episode": "kept out by key words",
}


def section(run: Path) -> dict[str, Any] | None:
    """A row a world, or None for a run without filler."""
    path = run / FILE
    if not path.is_file():
        return None
    found = json.loads(path.read_text(encoding="utf-8"))["statistics"]
    rows = [[_cell(row.get(name)) for name in COLUMNS] for row in found]
    return {"columns": list(COLUMNS.values()), "rows": rows}


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.1f}"
    return thousands(value) if isinstance(value, int) else str(value or "")
