"""A service that is away, slow, or answers rubbish."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from memory_backends.adapters.http.service import Service
from sim.errors import RunFailed


class Named(BaseModel):
    id: str


@pytest.fixture
def asking(serve: Callable[..., Any]) -> Callable[..., Service]:
    made: list[Service] = []

    def make(status: int, content: object) -> Service:
        url = serve(lambda *_: (status, content)).url
        made.append(Service("toy", url, {}, timeout=5, patience=1, pause=0))
        return made[-1]

    yield make  # type: ignore[misc]
    for each in made:
        each.close()


def test_an_answer_is_read_as_what_it_should_be(asking: Callable[..., Service]) -> None:
    assert asking(200, {"id": "7", "more": 1}).ask("GET", "/users", Named) == Named(id="7")


def test_no_answer_where_none_is_needed(asking: Callable[..., Service]) -> None:
    asking(204, b"").tell("DELETE", "/users/7")


@pytest.mark.parametrize(
    ("status", "content", "sentence"),
    [
        (500, {"detail": "out of memory"}, 'answered 500: {"detail": "out of memory"}'),
        (401, b"", "answered 401: nothing"),
        (200, b"<html>It works!</html>", "answered what is no JSON: <html>It works!</html>"),
        (200, b"", "answered what is not documented"),
        (200, {"name": "7"}, "answered what is not documented: id: "),
        (200, b"\xff\xfe", "answered what is no JSON"),
        (503, b"x" * 500, f"answered 503: {'x' * 200} ..."),
    ],
)
def test_anything_else_is_told_with_the_request(
    asking: Callable[..., Service], status: int, content: object, sentence: str
) -> None:
    with pytest.raises(RunFailed) as error:
        asking(status, content).ask("POST", "/users", Named, body={})
    assert sentence in str(error.value)
    assert str(error.value).startswith("the service 'toy' at http://127.0.0.1:")
    assert str(error.value).endswith("(POST /users)")


def test_one_that_is_away_is_told() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    service = Service("toy", url, {}, timeout=5, patience=1)
    with pytest.raises(RunFailed, match=r"cannot be reached: .*refused"):
        service.tell("GET", "/health")
    service.close()


def test_one_that_is_slow_is_told(serve: Callable[..., Any]) -> None:
    never = threading.Event()

    def answering(*_: Any) -> tuple[int, object]:
        never.wait(2)
        return 200, {}

    service = Service("toy", serve(answering).url, {}, timeout=0.1, patience=1)
    with pytest.raises(RunFailed, match="gave no answer in time"):
        service.tell("GET", "/health")
    never.set()
    service.close()


def test_patience_ends(asking: Callable[..., Service]) -> None:
    looks = []
    with pytest.raises(RunFailed, match="had not taken it in after 1 seconds"):
        asking(200, {}).wait("taken it in", lambda: bool(looks.append(1)))
    assert len(looks) == 1000  # without a pause, one look a millisecond of patience
