"""``run.json``: how a run was made, readable alone; and whether a folder holds the same run."""

from __future__ import annotations

import json
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from experiments.folder import RunFolder
from experiments.recipe import Recipe, identify
from experiments.recipe.identity import Identity, differences
from sim.errors import JournalMismatch
from sim.journal import SCHEMA

SHOWN = 3  # places that differ, in the sentence about a mismatch


def settle(folder: RunFolder, recipe: Recipe) -> None:
    """Write the header of a new run, or make sure that the folder holds this very run.

    Raises JournalMismatch with what differs. What is there stays as it is.
    """
    identity = identify(recipe)
    if folder.header.exists():
        _compare(folder, identity)
        return
    header = _made(recipe, identity)
    partial = folder.header.with_name("run.json.partial")
    partial.write_text(json.dumps(header, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(folder.header)


def _compare(folder: RunFolder, identity: Identity) -> None:
    header = folder.read_header()
    if header["identity"] == identity.hash:
        return
    found = differences(_parts(header), identity.parts)
    more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    raise JournalMismatch(
        f"{folder.path} holds another run; what differs: {'; '.join(found[:SHOWN])}{more}; nothing "
        "was changed: run into another folder, or run the recipe it was made from"
    )


def _made(recipe: Recipe, identity: Identity) -> dict[str, Any]:
    return {
        "recipe": recipe.model_dump(mode="json"),
        "identity": identity.hash,
        "schema": SCHEMA,
        "versions": {**identity.parts["versions"], "python": platform.python_version()},
        "git": revision(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "identified_by": identity.parts,
    }


def _parts(header: dict[str, Any]) -> dict[str, Any]:
    """What the identity in a header was made of."""
    return dict(header.get("identified_by", {}))


def revision() -> dict[str, Any] | None:
    """The git revision that this code stands at, and whether it was changed since; or None."""
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "HEAD")
        changed = _git(here, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return {"revision": commit, "dirty": bool(changed)}


def _git(folder: Path, *command: str) -> str:
    done = subprocess.run(  # noqa: S603
        ["git", "-C", str(folder), *command],  # noqa: S607
        check=True,
        capture_output=True,
        text=True,
        timeout=10,
    )
    return done.stdout.strip()
