"""Checks of what is found: whose it is, when it was, how much, in which order."""

from __future__ import annotations

from datetime import timedelta

from memory_backends.conformance.script import (
    AFTERWARDS,
    BEGINNING,
    PLACES,
    QUESTIONS,
    little_life,
    long_life,
    session,
)
from memory_backends.conformance.subject import Subject, essence, everything, require
from sim.text import contains
from sim.views import Question

_USERS = dict(zip(("ada", "ada1", "ada1.", "ad"), PLACES, strict=True))


def isolation(subject: Subject) -> None:
    """Users whose ids are prefixes of each other never see each other's memories."""
    backends = {user: subject.fresh(user) for user in _USERS}
    for user, place in _USERS.items():
        backends[user].add(session(1, backends[user].user_id, f"I live in {place} by the river."))
    for user, backend in backends.items():
        seen = [each for ask in QUESTIONS for each in everything(backend, ask)]
        seen += backend.get_all() if subject.able.enumerate else []
        for place in set(PLACES) - {_USERS[user]}:
            require(
                not any(contains(memory.text, place) for memory in seen),
                f"user {user!r} sees {place!r}, which another user told",
            )


def simulated_time(subject: Subject) -> None:
    """Asked at an earlier date, nothing later is returned: by date, by source, by content."""
    backend = subject.filled()
    sessions = little_life(backend.user_id)
    before = backend.search(QUESTIONS[0], k=1000, at=BEGINNING - timedelta(days=1))
    require(not before, "memories are found at a date before the first session")
    for number, last in enumerate(sessions):
        later = {each.id for each in sessions[number + 1 :]}
        for ask in QUESTIONS:
            for memory in backend.search(ask, k=1000, at=last.ended_at):
                require(
                    memory.created_at <= last.ended_at
                    and not later & set(memory.sessions)
                    and not any(contains(memory.text, place) for place in PLACES[number + 1 :]),
                    f"asked at {last.ended_at}, memory {memory.id!r} of a later session came back",
                )


def depth(subject: Subject) -> None:
    """No more than k memories, none of them twice."""
    backend = subject.filled()
    for k in (1, 2, 3):
        for ask in QUESTIONS:
            ids = [memory.id for memory in everything(backend, ask, k=k)]
            require(len(ids) == len(set(ids)), "a search returned a memory twice")
            require(
                subject.able.ignores_k or len(ids) <= k,
                f"{len(ids)} memories came back where k was {k} (set ignores_k if that is meant)",
            )


def ranking(subject: Subject) -> None:
    """Best first: where scores are given, they never rise."""
    backend = subject.filled()
    for ask in QUESTIONS:
        scores = [memory.score for memory in everything(backend, ask)]
        known = [score for score in scores if score is not None]
        require(known == sorted(known, reverse=True), "memories came back worst first")


def answer(subject: Subject) -> None:
    """A backend that answers itself rests on memories it has, none later than the question."""
    backend = subject.filled()
    known = {entry.id for entry in backend.get_all()} if subject.able.enumerate else None
    at = little_life(backend.user_id)[1].ended_at
    given = backend.answer(Question("q1", backend.user_id, QUESTIONS[0], at), k=5)
    for memory in given.memories:
        require(
            known is None or memory.id in known,
            f"the answer rests on {memory.id!r}, which is not stored",
        )
        require(memory.created_at <= at, f"the answer rests on {memory.id!r} from the future")


def larger_store(subject: Subject) -> None:
    """A store of many entries still enumerates, finds, respects k, and is not changed by it."""
    backend = subject.fresh()
    for each in long_life(backend.user_id, subject.size):
        backend.add(each)
    before = essence(backend.get_all()) if subject.able.enumerate else None
    require(before is None or bool(before), "after many sessions get_all is empty")
    stored = None if before is None else set(map(str, before))
    for number in (0, subject.size // 2, subject.size - 1):
        found = backend.search(f"Where is parcel number {number}?", k=10, at=AFTERWARDS)
        require(bool(found), f"nothing is found for parcel {number} of {subject.size}")
        require(subject.able.ignores_k or len(found) <= 10, f"{len(found)} came back where k is 10")
        require(
            stored is None or set(map(str, essence(found))) <= stored,
            "a memory came back that get_all does not list",
        )
    require(
        before is None or essence(backend.get_all()) == before,
        "the store changed while it was searched",
    )


def close(subject: Subject) -> None:
    """Closing twice is safe."""
    backend = subject.filled()
    backend.close()
    backend.close()
