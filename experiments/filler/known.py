"""Pools by world and source: sifted once a process, or once for all from a file.

Sifting embeds some thousand sentences, so what it found is kept in the folder of a run, where
worker processes and a resumed run read it again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from experiments.filler.sifting import Pool, sift
from experiments.filler.sources import fingerprint, sessions
from sim.cast import Cast

FILE = "filler.json"
_POOLS: dict[str, Pool] = {}
_FOUND: dict[str, dict[str, Any]] = {}


def pool_of(world: str, source: str, count: int, embedder: str, cast: Cast | None = None) -> Pool:
    """The sifted pool for a world (by name or path); the cast judges what is not known yet."""
    import worlds

    loaded = worlds.load(world)
    digest = hashlib.sha256(repr(asdict(loaded)).encode()).hexdigest()[:16]
    key = f"{loaded.name} {digest} {source} {fingerprint(source)[:32]} {count} {embedder}"
    if key not in _POOLS:
        fillers = sessions(source, count)
        known = _FOUND.get(key)
        _POOLS[key] = (
            sift(loaded, fillers, embedder, cast) if known is None else _again(fillers, known)
        )
        _FOUND[key] = _written(_POOLS[key])
    return _POOLS[key]


def forget() -> None:
    """Let go of all pools of this process: those of another run may have had other judges."""
    _POOLS.clear()
    _FOUND.clear()


def keep(folder: Path, statistics: list[dict[str, Any]]) -> None:
    """Write what sifting found so far, and statistics beside it."""
    told = {"statistics": statistics, "pools": _FOUND}
    partial = folder / f"{FILE}.partial"
    partial.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    partial.replace(folder / FILE)


def recall(folder: Path) -> None:
    """Take over what was found before, if anything was."""
    path = folder / FILE
    if path.is_file():
        found = json.loads(path.read_text(encoding="utf-8"))["pools"]
        _FOUND.update({key: value for key, value in found.items() if key not in _FOUND})


def _written(pool: Pool) -> dict[str, Any]:
    removed = {name: list(kinds) for name, kinds in pool.removed.items()}
    return {
        "world": pool.world,
        "removed": removed,
        "pairs": pool.pairs,
        "sentences": pool.sentences,
    }


def _again(fillers: tuple[Any, ...], known: dict[str, Any]) -> Pool:
    removed = {name: tuple(kinds) for name, kinds in known["removed"].items()}
    kept = tuple(filler for filler in fillers if filler.id not in removed)
    return Pool(known["world"], kept, removed, known["pairs"], known["sentences"])
