"""Libraries in this interpreter, over an endpoint that says what a model would."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from typing import Any

import fake_extractors
import pytest
from fake_endpoint import FakeEndpoint

import memory_backends
from memory_backends import MemoryBackend
from sim.cast.letting import OpenDoor

SAYING = {
    "graphiti": fake_extractors.as_graphiti,
    "langmem": fake_extractors.as_langmem,
    "mem0": fake_extractors.as_mem0,
}
Make = Callable[..., MemoryBackend]


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Nothing may be reached but loopback; what was tried is listed."""
    tried: list[Any] = []
    connect = socket.socket.connect

    def guarded(made: socket.socket, address: Any) -> None:
        if made.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "localhost", "::1"):
            tried.append(address)
            raise OSError(f"the test has no network, and {address} was tried")
        connect(made, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    return tried


@pytest.fixture
def fake() -> Iterator[FakeEndpoint]:
    with FakeEndpoint() as made:
        yield made


@pytest.fixture
def make(fake: FakeEndpoint) -> Iterator[Make]:
    """Makes a backend that is let in to the fake endpoint; all are closed in the end."""
    made: list[MemoryBackend] = []

    def new(name: str, user_id: str = "ada", **options: object) -> MemoryBackend:
        fake.say = SAYING[name]
        backend = memory_backends.create(
            name, user_id=user_id, **{"embedder": "hashing", **options}
        )
        backend.let_in = lambda: OpenDoor(fake.url, "any")
        made.append(backend)
        return backend

    yield new
    for each in made:
        each.close()
