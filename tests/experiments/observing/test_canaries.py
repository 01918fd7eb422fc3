"""Nothing of the gold crosses the wall: canaries in every gold field, and everyone is searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

import pytest

import worlds
from experiments.observe import observe_life, observe_life_on_policy
from experiments.studies import create
from experiments.trials import TrialSpec
from memory_backends import MemoryBackend
from memory_backends.gates.base import Gate
from sim import views
from sim.cast import Cast, Scripted
from sim.clock import DAY, Calendar
from sim.facts import Fact
from sim.lexicon import Asking, Lexicon, Pattern, Statement
from sim.life import Life, PersonaCard
from sim.plans import DomainScript, Project, Reveal, SessionPlan, Shift
from sim.roles.answerer import AnswererInput
from sim.roles.assistant import AssistantInput
from sim.timeline import live
from sim.views import Memory

CANARY = "zz-canary"
MARKS = ("gold:", CANARY)
VIEWS = tuple(
    value for value in vars(views).values() if isinstance(value, type) and is_dataclass(value)
)
ALLOWED = (*VIEWS, Lexicon, Pattern, Asking, Statement, AssistantInput, AnswererInput)


def strings(thing: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string inside and where; an object of a type that may not cross is an error."""
    if isinstance(thing, str):
        yield path, thing
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from strings(key, f"{path}.key")
            yield from strings(value, f"{path}[{key!r}]")
    elif isinstance(thing, list | tuple | set | frozenset):
        for place, value in enumerate(thing):
            yield from strings(value, f"{path}[{place}]")
    elif is_dataclass(thing):
        assert isinstance(thing, ALLOWED), f"{path}: a {type(thing).__name__} crossed the wall"
        for field in fields(thing):
            yield from strings(getattr(thing, field.name), f"{path}.{field.name}")
    else:
        assert thing is None or isinstance(thing, int | float | datetime), f"{path}: {thing!r}"


CROSSED: list[Any] = []


class Spy(MemoryBackend):
    """Keeps everything and writes down what it is given."""

    name = "spy"

    def __init__(self, user_id, options=None):
        super().__init__(user_id, options)
        self.kept = []
        CROSSED.append(("backend", user_id))

    def add(self, session):
        CROSSED.append(session)
        self.kept += [Memory(t.id, t.text, t.at, (session.id,), (t.id,)) for t in session.turns]

    def search(self, query, *, k, at):
        CROSSED.append((query, k, at))
        return self.kept[-200:]

    def get_all(self):
        return list(self.kept)

    def delete(self, memory_id):
        CROSSED.append(memory_id)
        self.kept = [memory for memory in self.kept if memory.id != memory_id]


class Doorkeeper(Gate):
    """Lets everything in and writes down what it was shown."""

    name = "doorkeeper"

    def decide(self, session, history):
        CROSSED.append((session, tuple(history), self.user_id))
        return True


class Listener(Scripted):
    """Plays the assistant's side by its twins and writes down what they read."""

    def play(self, role, given, rng, place):
        assert not role.sees_gold
        CROSSED.append((given, given.reading()))
        return super().play(role, given, rng, place)


def planted(name: str, kind: str) -> tuple[Fact, ...]:
    fact = Fact(
        id=f"gold:{CANARY}-{name}",
        subject=f"{CANARY}-subject",
        attribute=f"{CANARY}-attribute",
        values=(f"value{name}",),
        kind=kind,
        needles=(f"value{name}",),
        depends_on=(f"{CANARY}-other",),
        domain=f"{CANARY}-domain",
        project=f"{CANARY}-project",
    )
    return (fact,)


def plan(name: str, kind: str = "user_profile", *, long_horizon: bool = True) -> SessionPlan:
    return SessionPlan(
        f"gold:{CANARY}-plan-{name}",
        "I have a question.",
        tuple(Reveal(fact, f"By the way, value{name} suits me.") for fact in planted(name, kind)),
        domain=f"{CANARY}-domain",
        project=f"{CANARY}-project",
        topic=f"{CANARY}-topic",
        earlier=f"{CANARY}-earlier",
        long_horizon=long_horizon,
    )


def life() -> Life:
    """A life with a canary in every field that is gold, and a world whose ids are marked."""
    calendar, path = Calendar(datetime(2031, 1, 6)), (7, f"{CANARY}-path")
    horizon = calendar.month(6)
    world = worlds.load("first_home")
    story = worlds.storyline(world, calendar=calendar, horizon=horizon, seed_path=path)
    project = Project(
        f"{CANARY}-project", f"{CANARY}-title", (plan("a"), plan("b", "ongoing_state"))
    )
    chats = tuple(plan(f"c{n}", long_horizon=False) for n in range(3))
    return Life(
        id=f"{CANARY}-life",
        user_id="u-1",
        seed_path=path,
        calendar=calendar,
        persona=PersonaCard("Ada", f"{CANARY}-background"),
        checkpoints=(horizon,),
        domains=(
            DomainScript(f"{CANARY}-work", True, "high", (project,)),
            DomainScript(f"{CANARY}-chat", False, "high", one_offs=chats),
        ),
        storyline=story,
        shifts=(Shift(60 * DAY, f"{CANARY}-narrative", ends=(f"{CANARY}-work",)),),
        lexicon=world.lexicon(),
    )


@pytest.fixture
def spec(plugged, monkeypatch):
    CROSSED.clear()
    return TrialSpec(gate=plugged(Doorkeeper), backend=plugged(Spy), budget=150)


@pytest.fixture
def cast():
    listener = Listener()
    return Cast(players={"assistant": listener, "answerer": listener})


STUDIES = [("dependency", {"repeat_at_end": True}), ("retention", {})]


def assert_clean(records):
    journal = repr(records)
    assert all(mark in journal for mark in MARKS), "the canaries were never planted"
    kinds = {
        type(part)
        for crossed in CROSSED
        for part in (crossed if type(crossed) is tuple else [crossed])
    }
    assert {AssistantInput, AnswererInput, views.Session} <= kinds
    found = [
        (place, text)
        for number, crossed in enumerate(CROSSED)
        for place, text in strings(crossed, f"#{number}")
        if any(mark in text for mark in MARKS)
    ]
    assert found == []


def test_nothing_of_the_gold_reaches_backend_gate_reader_or_assistant(spec, cast):
    studies = [create(name, **options) for name, options in STUDIES]
    assert_clean(list(observe_life(live(life(), cast), cast, [spec], studies, (7, CANARY))))


def test_neither_does_it_when_the_assistant_recalls(spec, cast):
    studies = [create(name, **options) for name, options in STUDIES]

    def make(trial, recall):
        return live(life(), cast.at(trial=trial), recall=recall)

    records = list(observe_life_on_policy(make, cast, [spec], studies, (7, CANARY)))
    recalled = [c[0] for c in CROSSED if type(c) is tuple and type(c[0]) is AssistantInput]
    assert any(given.memories for given in recalled)
    assert_clean(records)


def test_the_search_itself_would_find_a_canary():
    leaked = Memory("m", "text", datetime(2031, 1, 6), metadata={"label": f"gold:{CANARY}"})
    assert [place for place, text in strings(leaked, "m") if CANARY in text] == [
        "m.metadata['label']"
    ]
    with pytest.raises(AssertionError, match="a SessionPlan crossed the wall"):
        list(strings((plan("x"),), "p"))
