"""Checks of what is stored: enumeration, dates, sources, writing twice, forgetting."""

from __future__ import annotations

from memory_backends.conformance.script import PLACES, QUESTIONS, little_life, session
from memory_backends.conformance.subject import Subject, essence, everything, require
from sim.text import contains
from sim.views import Memory, Session


def empty_store(subject: Subject) -> None:
    """Nothing added, nothing found; sessions without words do no harm."""
    backend = subject.fresh()
    found = everything(backend, QUESTIONS[0])
    require(not found, f"an empty store found {len(found)} memories")
    if subject.able.enumerate:
        require(not backend.get_all(), "an empty store has entries")
    backend.add(session(1, backend.user_id))
    backend.add(session(2, backend.user_id, "   ", day=1))
    everything(backend, QUESTIONS[0])


def enumeration(subject: Subject) -> None:
    """What is enumerated can be found, what is found is enumerated; ids unique, oldest first."""
    backend = subject.filled()
    entries = backend.get_all()
    ids = [entry.id for entry in entries]
    require(bool(entries), "four sessions were added and get_all is empty")
    require(len(set(ids)) == len(ids), "two entries have the same id")
    dates = [entry.created_at for entry in entries]
    require(dates == sorted(dates), "get_all is not oldest first")
    stored = {entry.id: entry.text for entry in entries}
    for memory in [each for question in QUESTIONS for each in everything(backend, question)]:
        require(
            stored.get(memory.id) == memory.text,
            f"search returned {memory.id!r}, which get_all lacks or words differently",
        )
    for entry in entries:
        found = {memory.id for memory in everything(backend, entry.text)}
        require(entry.id in found, f"entry {entry.id!r} is not found by its own text")


def dates(subject: Subject) -> None:
    """Entries are created within a session they come from: simulated time, never the clock."""
    backend = subject.filled()
    sessions = {each.id: each for each in little_life(backend.user_id)}
    for entry in backend.get_all():
        require(
            entry.created_at.tzinfo is None,
            f"entry {entry.id!r} has a time zone; simulated time is local and naive",
        )
        sources = [sessions[each] for each in entry.sessions if each in sessions]
        require(
            any(_within(entry, each) for each in sources or sessions.values()),
            f"entry {entry.id!r} is dated {entry.created_at}, outside the session it comes from",
        )


def sources(subject: Subject) -> None:
    """Sources that are named exist: sessions that were added, turns of theirs."""
    backend = subject.filled()
    sessions = {each.id: each for each in little_life(backend.user_id)}
    turns = {turn.id for each in sessions.values() for turn in each.turns}
    for entry in backend.get_all():
        strange = [each for each in entry.sessions if each not in sessions]
        strange += [each for each in entry.turns if each not in turns]
        require(not strange, f"entry {entry.id!r} names sources that never were: {strange}")


def unicode(subject: Subject) -> None:
    """Scripts, accents and emoji survive storing and can be asked for."""
    backend = subject.fresh()
    told = ("Zażółć is a café in Łódź 🦔.", "母は東京に住んでいます。", "أحب الشاي بالنعناع")
    backend.add(session(1, backend.user_id, *told))
    found = everything(backend, "Zażółć café Łódź 🦔")
    kept = backend.get_all() if subject.able.enumerate else found
    require(
        any(contains(memory.text, "Zażółć") for memory in kept),
        "the name 'Zażółć' was told and no entry spells it so",
    )
    everything(backend, "東京")
    everything(backend, "🦔" * 500)


def add_twice(subject: Subject) -> None:
    """A session that comes twice does no harm, and nothing is lost by it."""
    backend = subject.filled()
    before = {entry.text for entry in backend.get_all()}
    backend.add(little_life(backend.user_id)[1])
    lost = before - {entry.text for entry in backend.get_all()}
    require(not lost, f"after adding a session again {len(lost)} entries are gone")


def delete(subject: Subject) -> None:
    """A deleted entry is neither enumerated nor found; all others stay."""
    backend = subject.filled()
    entries = backend.get_all()
    victim = entries[0]
    backend.delete(victim.id)
    left = {entry.id for entry in backend.get_all()}
    require(victim.id not in left, f"entry {victim.id!r} was deleted and is still enumerated")
    found = {memory.id for memory in everything(backend, victim.text)}
    require(victim.id not in found, f"entry {victim.id!r} was deleted and is still found")
    lost = {entry.id for entry in entries[1:]} - left
    require(not lost, f"deleting one entry also removed {sorted(lost)}")


def reset(subject: Subject) -> None:
    """After a reset nothing is left, and the backend can be used again."""
    backend = subject.filled()
    before = [entry.text for entry in backend.get_all()]
    backend.reset()
    require(not backend.get_all(), "entries are left after a reset")
    require(not everything(backend, QUESTIONS[0]), "memories are found after a reset")
    for each in little_life(backend.user_id):
        backend.add(each)
    require([entry.text for entry in backend.get_all()] == before, "a reset backend stores less")


def repeatable(subject: Subject) -> None:
    """The same sessions lead to the same entries and the same findings."""
    one, other = subject.filled(), subject.filled()
    pairs = [(one.get_all(), other.get_all())]
    pairs += [(everything(one, ask, k=3), everything(other, ask, k=3)) for ask in QUESTIONS]
    for first, second in pairs:
        require(_texts(first) == _texts(second), "two runs over the same sessions differ")


def read_only(subject: Subject) -> None:
    """Fifty searches leave the store as it was."""
    backend = subject.filled()
    before = essence(backend.get_all())
    for number in range(50):
        place = PLACES[number % len(PLACES)]
        everything(backend, f"Question {number} about {place}?", k=1 + number % 5)
    require(essence(backend.get_all()) == before, "the store changed while it was searched")


def _within(entry: Memory, source: Session) -> bool:
    return source.started_at <= entry.created_at <= source.ended_at


def _texts(memories: list[Memory]) -> list[tuple[str, object]]:
    return [(memory.text, memory.created_at) for memory in memories]
