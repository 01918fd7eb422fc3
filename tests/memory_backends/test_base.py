"""The port: what a class can do is found out from what it overrides."""

from datetime import datetime

import pytest

import memory_backends
from memory_backends import Capabilities, MemoryBackend
from sim.errors import LacksCapability
from sim.views import Answer, Memory, Question, Session


class Least(MemoryBackend):
    """The least a backend must be."""

    name = "least"

    def add(self, session: Session) -> None: ...

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return []

    def get_all(self) -> list[Memory]:
        return []


class Most(Least):
    """All that a backend may be."""

    name = "most"
    enumerates = False
    native_time = False
    ignores_k = True

    def delete(self, memory_id: str) -> None: ...

    def answer(self, question: Question, *, k: int) -> Answer:
        return Answer("yes")

    def reset(self) -> None: ...


QUESTION = Question("q", "ada", "?", datetime(2031, 1, 1))


def test_the_least_can_enumerate_and_no_more() -> None:
    assert Least.capabilities() == Capabilities(delete=False, answer=False)
    assert Least.capabilities().names() == ("enumerate", "native_time")


def test_the_most_can_everything_it_overrides() -> None:
    assert Most.capabilities().names() == ("delete", "answer", "reset", "ignores_k")


def test_what_is_not_overridden_is_refused_by_name() -> None:
    backend = Least("ada")
    with pytest.raises(LacksCapability, match="'least' cannot delete"):
        backend.delete("m1")
    with pytest.raises(LacksCapability, match="'least' leaves answering"):
        backend.answer(QUESTION, k=1)
    with pytest.raises(LacksCapability, match="'least' cannot be reset"):
        backend.reset()
    backend.close()


def test_the_public_names_are_there_and_sorted() -> None:
    assert memory_backends.__all__ == sorted(memory_backends.__all__)
    for name in memory_backends.__all__:
        assert getattr(memory_backends, name) is not None
    assert dir(memory_backends) == memory_backends.__all__
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        memory_backends.nonsense  # noqa: B018
