"""A backend whose memory lives in another process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import memory_backends
from memory_backends import conformance
from memory_backends.adapters.worker import OwnWorker
from memory_backends.conformance.script import AFTERWARDS, BEGINNING, little_life, session
from sim.cast.letting import OpenDoor
from sim.errors import LacksCapability, Misuse, RunFailed

Make = Callable[..., OwnWorker]

ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({{"id": asked["id"], "done": {done}}}), flush=True)
"""


def test_a_worker_keeps_the_rules(script: Callable[[str], str], honest: str) -> None:
    options = OwnWorker.Options(python=sys.executable, script=script(honest))
    report = conformance.check(lambda user: OwnWorker(user, options), size=40)
    assert report.failed == ()
    assert dict(report.skipped) == {"answer": "it cannot answer"}


def test_every_request_carries_its_simulated_time(worker: Make) -> None:
    telling = ECHO.format(done='[{"id": "1", "text": line.strip(), "created_at": "1994-01-01"}]')
    backend = worker(telling)
    told = little_life("ada")[0]
    backend.add(told)
    (listed,) = backend.get_all()
    assert f'"at": "{told.ended_at.isoformat()}"' in listed.text
    (found,) = backend.search("Where?", k=3, at=AFTERWARDS)
    assert '"query": "Where?", "k": 3' in found.text
    assert f'"at": "{AFTERWARDS.isoformat()}"' in found.text


def test_what_comes_from_the_future_is_not_shown(worker: Make) -> None:
    later = ECHO.format(done='[{"id": "1", "text": "Oslo", "created_at": "1999-01-01"}]')
    backend = worker(later)
    assert backend.search("Where?", k=3, at=BEGINNING) == []
    assert len(backend.search("Where?", k=3, at=datetime(1999, 1, 2))) == 1


def test_the_oldest_is_listed_first(worker: Make) -> None:
    done = (
        '[{"id": str(n), "text": "", "created_at": f"199{n}-01-01T00:00"} for n in (5, 4)]'
        ' if asked["do"] == "get_all" else None'
    )
    assert [each.id for each in worker(ECHO.format(done=done)).get_all()] == ["4", "5"]


def test_options_reach_the_script(worker: Make) -> None:
    text = """
from lifeworld_worker import entry, serve

class Telling:
    def open(self, user_id, folder, options):
        self.given = f"{user_id} {options['heat']}"

    def get_all(self):
        return [{"id": "1", "text": self.given, "created_at": "1994-01-01T00:00"}]

serve(Telling())
"""
    (listed,) = worker(text, options={"heat": 5}).get_all()
    assert listed.text == "ada 5"


def test_what_a_worker_cannot_do_is_said(worker: Make) -> None:
    backend = worker("from lifeworld_worker import serve\nserve(object())")
    with pytest.raises(RunFailed, match="the worker 'worker' could not reset: this worker cannot"):
        backend.reset()


def test_an_error_of_the_library_is_told_and_the_worker_goes_on(worker: Make) -> None:
    backend = worker()
    with pytest.raises(
        RunFailed, match="the worker 'worker' could not delete: KeyError: 'nothing'"
    ):
        backend.delete("nothing")
    backend.add(session(1, "ada", "I live in Keldara."))
    assert [each.text for each in backend.get_all()] == ["I live in Keldara."]


@pytest.mark.parametrize(
    ("done", "why"),
    [
        ("None", "it is nothing"),
        ('[{"id": "1", "text": "Oslo"}]', "0.created_at"),
        ('[{"id": "1", "text": "Oslo", "created_at": "soon"}]', "0.created_at"),
        ('[{"id": "1", "text": "O", "created_at": "1994-01-01", "colour": "red"}]', "0.colour"),
    ],
)
def test_entries_that_are_none_are_refused(worker: Make, done: str, why: str) -> None:
    with pytest.raises(RunFailed, match="the worker 'worker' gave no entries for get_all") as error:
        worker(ECHO.format(done=done)).get_all()
    assert why in str(error.value) or done == "None"


def test_after_it_was_closed_nothing_is_started_again(worker: Make) -> None:
    backend = worker()
    backend.get_all()
    backend.close()
    backend.close()
    with pytest.raises(RunFailed, match="was asked to get_all after it was closed"):
        backend.get_all()


def test_what_is_not_there_is_refused_before_anything_is_run(tmp_path: Path) -> None:
    def made(**options: Any) -> None:
        memory_backends.create("worker", user_id="ada", **options)

    with pytest.raises(Misuse, match=r"no interpreter 'python9.9'"):
        made(script="cognee", python="python9.9")
    with pytest.raises(Misuse, match=r"finds no script '.*/none.py'"):
        made(script=str(tmp_path / "none.py"), python=sys.executable)
    with pytest.raises(Misuse, match="no worker is called 'cogni': did you mean 'cognee'"):
        made(script="cogni", python=sys.executable)
    with pytest.raises(Misuse, match="option 'script' of backend 'worker'"):
        made(python=sys.executable)


TELLS_ITS_MODEL = """
import os
from lifeworld_worker import language_model, serve

class Telling:
    def get_all(self):
        said = f"{language_model()} {os.environ['OPENAI_BASE_URL']} {os.environ['OPENAI_API_KEY']}"
        return [{"id": "1", "text": said, "created_at": "1994-01-01T00:00"}]

serve(Telling())
"""


def test_a_worker_is_given_the_model_of_the_run_if_it_wants_one(worker: Make) -> None:
    backend = worker(TELLS_ITS_MODEL, model=True)
    backend.let_in = lambda: OpenDoor("http://127.0.0.1:9/t/v1", "small", "ticket")
    (listed,) = backend.get_all()
    assert listed.text == "small http://127.0.0.1:9/t/v1 ticket"


def test_without_a_model_for_libraries_it_is_refused(worker: Make) -> None:
    with pytest.raises(Misuse, match=r"set cast\.library"):
        worker(TELLS_ITS_MODEL, model=True).get_all()


def test_one_that_wants_none_is_given_none(worker: Make) -> None:
    with pytest.raises(RunFailed, match="could not get_all: KeyError: 'LIFEWORLD_MODEL'"):
        worker(TELLS_ITS_MODEL).get_all()


@pytest.mark.parametrize("name", ["cognee", "hipporag", "lightmem", "memos", "memoryos"])
def test_the_libraries_are_listed_with_what_they_can_do(name: str) -> None:
    kind = memory_backends.resolve(name)
    able = kind.capabilities()
    assert kind.calls_models
    assert able.delete == (name != "memoryos")
    assert able.ignores_k == (name == "memoryos")
    backend = memory_backends.create(name, user_id="ada", python=sys.executable)
    if name == "memoryos":
        with pytest.raises(LacksCapability, match="cannot delete single entries"):
            backend.delete("1")
    backend.close()


def test_a_library_that_is_not_installed_is_told_by_its_worker() -> None:
    backend = memory_backends.create(
        "memoryos", user_id="ada", python=sys.executable, environment=ENDPOINT
    )
    with pytest.raises(RunFailed, match="the worker 'memoryos' "):
        backend.get_all()
    backend.close()


ENDPOINT = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "x"}
