"""Toy workers: scripts that run in this interpreter, some of them badly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_backends.adapters.worker import OwnWorker

HONEST = '''
from lifeworld_worker import entry, serve


class Turns:
    """Keeps what the user said; ranks it by shared words."""

    def open(self, user_id, folder, options):
        self.kept, self.options = {}, options

    def add(self, session):
        print("chatter that belongs nowhere")
        for turn in session["turns"]:
            if turn["speaker"] == "user" and turn["text"].strip():
                made = entry(turn["id"], turn["text"], session, (turn["id"],), turn["at"])
                self.kept[turn["id"]] = made

    def search(self, query, k, at):
        asked = set(query.lower().split())
        shared = lambda each: len(asked & set(each["text"].lower().split()))
        found = sorted(self.kept.values(), key=lambda each: (-shared(each), each["id"]))
        known = [each for each in found if each["created_at"] <= at]
        return [{**each, "score": float(shared(each))} for each in known[:k]]

    def get_all(self):
        return list(self.kept.values())

    def delete(self, memory_id):
        del self.kept[memory_id]

    def reset(self):
        self.kept = {}


if __name__ == "__main__":
    serve(Turns())
'''

Make = Callable[..., OwnWorker]


@pytest.fixture
def honest() -> str:
    """A script that does all that is asked of it."""
    return HONEST


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], str]:
    """Save a script; its path."""

    def saved(text: str) -> str:
        path = tmp_path / f"mine_{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return saved


@pytest.fixture
def worker(script: Callable[[str], str]) -> Iterator[Make]:
    """A backend over a script; whatever was made is closed."""
    made: list[OwnWorker] = []

    def make(text: str = HONEST, **options: Any) -> OwnWorker:
        given = {"python": sys.executable, "timeout": 20, **options}
        read = OwnWorker.Options(script=script(text), **given)
        made.append(OwnWorker("ada", read))
        return made[-1]

    yield make
    for each in made:
        each.close()
