"""The whole audit: of one session as soon as it was held, of a life once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from experiments.auditing.findings import Finding
from experiments.auditing.golden import ill_formed
from experiments.auditing.heard import Heard, conveyed, misheard
from experiments.auditing.points import Auditor
from sim.facts import Fact
from sim.life import Life
from sim.plans import Reveal
from sim.text import contains
from sim.timeline.domain import planned
from sim.views import Turn
from worlds import World

Record = dict[str, Any]


def audit_session(
    heard: Heard, reveals: Mapping[str, Reveal], auditor: Auditor
) -> Iterator[Finding]:
    """Both layers over one session; ``reveals`` are the planned facts by id."""
    yield from misheard(heard, reveals)
    for one in conveyed(heard, reveals):
        yield from auditor.findings(one, heard.session)
    yield from _put_in(heard, auditor.world)


def audit_life(
    life: Life, records: Iterable[Record], world: World | None, level: int = 0
) -> Iterator[Finding]:
    """The audit of a life by the session records of its journal, then of its gold.

    ``level`` is the explicitness at which dependencies are told.
    """
    auditor, reveals = Auditor(world, level), reveals_of(life)
    told: list[list[Fact]] = []
    for record in records:
        if record["record"] == "session":
            heard = heard_of(record)
            yield from audit_session(heard, reveals, auditor)
            ids = dict.fromkeys(fact_id for fact_id, _ in heard.told)
            told.append([reveals[fact_id].fact for fact_id in ids if fact_id in reveals])
    if world is not None and life.storyline is not None:
        yield from ill_formed(world, life.storyline.tasks, told, level)


def reveals_of(life: Life) -> dict[str, Reveal]:
    """Every fact that a life has in store, by its id."""
    return {reveal.fact.id: reveal for plan in planned(life) for reveal in plan.reveals}


def heard_of(record: Record) -> Heard:
    """A session as its journal has it."""
    turns = tuple(
        Turn(turn["id"], turn["speaker"], turn["text"], datetime.fromisoformat(turn["at"]))
        for turn in record["turns"]
    )
    told = tuple((telling["fact"], telling["turn"]) for telling in record["tellings"])
    return Heard(record["session"], turns, told, tuple(record["untold"]))


def _put_in(heard: Heard, world: World | None) -> Iterator[Finding]:
    """Values that the assistant says before the user did: nobody knows them but the gold."""
    if world is None:
        return
    said = ""
    for turn in heard.turns:
        if turn.speaker == "assistant":
            for fact in _values(world, turn.text):
                if not contains(said, fact):
                    yield Finding("MEDIUM", "assistant", "a value was put into the user's mouth",
                                  heard.session, turn.id, fact)  # fmt: skip
        said += f"\n{turn.text}"


def _values(world: World, text: str) -> Iterator[str]:
    """The values of a world in a text, except small everyday words."""
    for entity in world.entities.values():
        for value in entity.values:
            if any(letter.isupper() for letter in value) and contains(text, value):
                yield value
