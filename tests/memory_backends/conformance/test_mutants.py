"""Backends that misbehave in one way each, and the check that must notice."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from memory_backends import MemoryBackend, conformance
from memory_backends.conformance.suite import CHECKS
from sim.text import words
from sim.views import Answer, Memory, Question, Session


class Honest(MemoryBackend):
    """Keeps user turns, ranks them by shared words, and does all that the port asks."""

    name = "honest"

    def __init__(self, user_id: str) -> None:
        super().__init__(user_id)
        self.kept: list[Memory] = []

    def add(self, session: Session) -> None:
        new = list(self.entries(session))
        ids = {entry.id for entry in new}
        self.kept = [entry for entry in self.kept if entry.id not in ids] + new
        self.kept.sort(key=lambda entry: entry.created_at)

    def entries(self, session: Session) -> Iterable[Memory]:
        for turn in session.turns:
            if turn.speaker == "user" and turn.text.strip():
                yield Memory(turn.id, turn.text, turn.at, (session.id,), (turn.id,))

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        asked = set(words(query))
        found = [
            replace(entry, score=float(len(asked & set(words(entry.text)))))
            for entry in self.kept
            if entry.created_at <= at
        ]
        return sorted(found, key=lambda entry: (-(entry.score or 0), entry.id))[:k]

    def get_all(self) -> list[Memory]:
        return list(self.kept)

    def delete(self, memory_id: str) -> None:
        self.kept = [entry for entry in self.kept if entry.id != memory_id]

    def reset(self) -> None:
        self.kept = []

    def answer(self, question: Question, *, k: int) -> Answer:
        found = self.search(question.text, k=k, at=question.at)
        return Answer(found[0].text if found else "I do not know.", tuple(found))


class SharesByPrefix(Honest):
    """Looks memories up by the beginning of the user id, as key-value stores tempt one to."""

    store: ClassVar[dict[str, list[Memory]]] = {}

    def add(self, session: Session) -> None:
        super().add(session)
        self.store[self.user_id] = self.kept

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        found = super().search(query, k=k, at=at)
        for user, memories in sorted(self.store.items()):
            if user.startswith(self.user_id) and user != self.user_id:
                found += [replace(each, id=f"{user}/{each.id}", score=0.0) for each in memories]
        return found[:k]


class Listing(SharesByPrefix):
    """Searches its own, but lists those of users with a longer id."""

    search = Honest.search

    def get_all(self) -> list[Memory]:
        return [
            each
            for user, memories in sorted(self.store.items())
            if user.startswith(self.user_id)
            for each in memories
        ]


class KnowsTheFuture(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return super().search(query, k=k, at=datetime(9999, 1, 1))


class Backdates(Honest):
    """Dates everything to the first session, so that filtering by date lets all through."""

    first: datetime | None = None

    def entries(self, session: Session) -> Iterable[Memory]:
        self.first = self.first or session.started_at
        for entry in super().entries(session):
            yield replace(entry, created_at=self.first, sessions=(), turns=())


class WallClock(Honest):
    def entries(self, session: Session) -> Iterable[Memory]:
        now = datetime(2026, 1, 1)  # what a clock on the wall would say
        return [replace(entry, created_at=now) for entry in super().entries(session)]


class TimeZones(Honest):
    def get_all(self) -> list[Memory]:
        return [replace(each, created_at=each.created_at.replace(tzinfo=UTC)) for each in self.kept]


class DatesByTheWrongSession(Honest):
    def entries(self, session: Session) -> Iterable[Memory]:
        for entry in super().entries(session):
            yield replace(entry, created_at=entry.created_at + timedelta(days=30))


class HidesAnEntry(Honest):
    def get_all(self) -> list[Memory]:
        return self.kept[1:]


class ForgetsToIndex(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return [each for each in super().search(query, k=99, at=at) if each.id != "s0003.0"][:k]


class Rewords(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return [replace(e, text=f"- {e.text}") for e in super().search(query, k=k, at=at)]


class RepeatsIds(Honest):
    def entries(self, session: Session) -> Iterable[Memory]:
        return [replace(entry, id=session.id) for entry in super().entries(session)]


class NewestFirst(Honest):
    def get_all(self) -> list[Memory]:
        return self.kept[::-1]


class StoresNothing(Honest):
    def add(self, session: Session) -> None: ...


class BreaksWhenEmpty(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return [self.kept[0], *super().search(query, k=k, at=at)[1:]]


class ComesWithAWelcome(Honest):
    def __init__(self, user_id: str) -> None:
        super().__init__(user_id)
        self.kept = [Memory("welcome", "Welcome!", datetime(1994, 3, 7, 9))]


class BreaksOnSilence(Honest):
    def add(self, session: Session) -> None:
        super().add(session)
        _ = session.turns[0]


class AsciiOnly(Honest):
    def entries(self, session: Session) -> Iterable[Memory]:
        for entry in super().entries(session):
            yield replace(entry, text=entry.text.encode("ascii", "ignore").decode())


class RefusesSecondAdd(Honest):
    def add(self, session: Session) -> None:
        if {entry.id for entry in self.entries(session)} & {entry.id for entry in self.kept}:
            raise ValueError("UNIQUE constraint failed")
        super().add(session)


class LosesOnSecondAdd(Honest):
    def add(self, session: Session) -> None:
        if {entry.id for entry in self.entries(session)} & {entry.id for entry in self.kept}:
            self.kept = []
        super().add(session)


class DeletesFromTheListOnly(Honest):
    def __init__(self, user_id: str) -> None:
        super().__init__(user_id)
        self.gone: set[str] = set()

    def delete(self, memory_id: str) -> None:
        self.gone.add(memory_id)

    def get_all(self) -> list[Memory]:
        return [each for each in self.kept if each.id not in self.gone]


class DeletesNothing(Honest):
    def delete(self, memory_id: str) -> None: ...


class DeletesTheSession(Honest):
    def delete(self, memory_id: str) -> None:
        session = memory_id.partition(".")[0]
        self.kept = [each for each in self.kept if session not in each.sessions]


class ResetsHalf(Honest):
    def reset(self) -> None:
        self.kept = self.kept[:2]


class NeverRecoversFromReset(Honest):
    dead = False

    def reset(self) -> None:
        self.kept, self.dead = [], True

    def add(self, session: Session) -> None:
        if not self.dead:
            super().add(session)


class RemembersQuestions(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        found = super().search(query, k=k, at=at)
        self.kept.append(Memory(f"asked-{len(self.kept)}", query, at))
        return found


class CountsUses(Honest):
    """Rewrites what it found: reconsolidation."""

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        found = super().search(query, k=k, at=at)
        if found:
            self.delete(found[0].id)
            self.kept.insert(0, replace(found[0], text=f"{found[0].text} (used)", score=None))
        return found


class IgnoresDepth(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return super().search(query, k=1000, at=at)


class FindsTwice(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        found = super().search(query, k=k, at=at)
        return (found[:1] + found)[:k]


class WorstFirst(Honest):
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return super().search(query, k=k, at=at)[::-1]


class InventsSources(Honest):
    def entries(self, session: Session) -> Iterable[Memory]:
        return [replace(each, turns=("s0000.99",)) for each in super().entries(session)]


class DependsOnItsAge(Honest):
    """What it stores depends on how many instances were made before."""

    made: ClassVar[list[str]] = []

    def entries(self, session: Session) -> Iterable[Memory]:
        self.made.append(self.user_id)
        return [replace(e, text=f"{e.text} {len(self.made)}") for e in super().entries(session)]


class AnswersFromElsewhere(Honest):
    def answer(self, question: Question, *, k: int) -> Answer:
        return Answer("Keldara", (Memory("m0", "Keldara", question.at),))


class AnswersFromTheFuture(Honest):
    def answer(self, question: Question, *, k: int) -> Answer:
        return Answer("Tosmeer", (self.kept[-1],))


class HoldsLittle(Honest):
    """Breaks once it holds more than a hundred entries."""

    def add(self, session: Session) -> None:
        super().add(session)
        if len(self.kept) > 100:
            raise MemoryError("full")


class DriesUp(Honest):
    """Finds nothing in a larger store, without an error."""

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return super().search(query, k=k, at=at) if len(self.kept) < 100 else []


class CompactsWhenItIsLarge(Honest):
    """Drops its oldest entry at a search once it holds many: small stores never show it."""

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        found = super().search(query, k=k, at=at)
        if len(self.kept) > 100:
            self.kept = self.kept[1:]
        return found


class ClosesOnce(Honest):
    open = True

    def close(self) -> None:
        if not self.open:
            raise RuntimeError("already closed")
        self.open = False


MUTANTS: list[tuple[type[Honest], str]] = [
    (SharesByPrefix, "isolation"),
    (Listing, "isolation"),
    (KnowsTheFuture, "simulated time"),
    (Backdates, "simulated time"),
    (WallClock, "dates"),
    (TimeZones, "dates"),
    (DatesByTheWrongSession, "dates"),
    (HidesAnEntry, "enumeration"),
    (ForgetsToIndex, "enumeration"),
    (Rewords, "enumeration"),
    (RepeatsIds, "enumeration"),
    (NewestFirst, "enumeration"),
    (StoresNothing, "enumeration"),
    (BreaksWhenEmpty, "empty store"),
    (ComesWithAWelcome, "empty store"),
    (BreaksOnSilence, "empty store"),
    (AsciiOnly, "unicode"),
    (RefusesSecondAdd, "add twice"),
    (LosesOnSecondAdd, "add twice"),
    (DeletesFromTheListOnly, "delete"),
    (DeletesNothing, "delete"),
    (DeletesTheSession, "delete"),
    (ResetsHalf, "reset"),
    (NeverRecoversFromReset, "reset"),
    (RemembersQuestions, "read-only search"),
    (CountsUses, "read-only search"),
    (IgnoresDepth, "depth"),
    (FindsTwice, "depth"),
    (WorstFirst, "ranking"),
    (InventsSources, "sources"),
    (DependsOnItsAge, "repeatable"),
    (AnswersFromElsewhere, "answer"),
    (AnswersFromTheFuture, "answer"),
    (HoldsLittle, "larger store"),
    (DriesUp, "larger store"),
    (CompactsWhenItIsLarge, "larger store"),
    (ClosesOnce, "close"),
]


def test_the_honest_one_passes_everything() -> None:
    report = conformance.check(Honest)
    assert report.failed == ()
    assert report.skipped == ()
    assert set(report.passed) == set(CHECKS)


@pytest.mark.parametrize(("mutant", "noticed_by"), MUTANTS, ids=str)
def test_each_misbehaviour_is_noticed_by_its_check(mutant: type[Honest], noticed_by: str) -> None:
    report = conformance.check(mutant)
    assert noticed_by in dict(report.failed)
    assert noticed_by not in report.passed


def test_every_check_has_a_mutant_that_needs_it() -> None:
    assert {check for _, check in MUTANTS} == set(CHECKS)
