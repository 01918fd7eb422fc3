"""How work on a folder ends: with a reason on disk if it stopped early, with verdicts replaced."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from experiments.folder import RunFolder
from experiments.running import agreement
from sim.errors import LimitReached, RunFailed

NEW = "verdicts.new"


@contextmanager
def ending(folder: RunFolder) -> Iterator[None]:
    """Leave ``ended.json`` when the block stops early: what stopped it, in one sentence."""
    folder.ended.unlink(missing_ok=True)
    try:
        yield
    except RunFailed as error:
        told: dict[str, object] = {
            "reason": type(error).__name__,
            "why": str(error),
            "lives": folder.done(),
        }
        if isinstance(error, LimitReached):
            told |= {"limit": error.what, "used": error.used, "allowed": error.limit}
        folder.ended.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
        raise


@contextmanager
def new_verdicts(folder: RunFolder) -> Iterator[Path]:
    """A folder for new verdicts, which replace the old ones together, once the block is done."""
    into = folder.path / NEW
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    yield into
    old, new = agreement.verdicts(folder.verdicts), agreement.verdicts(into)
    for path in sorted(into.iterdir()):
        path.replace(folder.verdicts / path.name)
    into.rmdir()
    found = [agreement.old_and_new(old, new), *agreement.within(new)]
    agreement.write(folder.agreement, found)
