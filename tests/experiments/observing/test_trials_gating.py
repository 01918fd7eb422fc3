"""Gates in trials: late storing, what may be learnt from, eviction, and who pays for the roles."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from experiments.trials import TrialSpec
from experiments.trials.gating import TrialGate
from experiments.trials.guarded import GuardedBackend
from memory_backends.gates import Feedback, Gate
from sim.errors import Misuse, UnknownName
from sim.moments import SessionHeld
from sim.plans import SessionPlan
from sim.views import Memory, Session, Turn

AT = datetime(2031, 1, 6)


def session(number: int, text: str = "The kiln is blue.") -> Session:
    at = AT + timedelta(days=number)
    name = f"s{number:04d}"
    return Session(name, "ada", at, at, (Turn(f"{name}.0", "user", text, at),))


def held(number: int, text: str = "The kiln is blue.", *, wanted: bool = True) -> SessionHeld:
    plan = SessionPlan(f"gold:plan/{number}", text, long_horizon=wanted)
    return SessionHeld(number, session(number, text), plan, (), (), "all_revealed")


class Diary(Gate):
    """Skips the first session, recalls it at the second, regrets what it is told to regret."""

    name = "diary"

    def __init__(self, user_id, options=None) -> None:
        super().__init__(user_id, options)
        self.seen, self.lessons, self.regrets = 0, [], frozenset()

    def decide(self, session, history) -> bool:
        self.seen += 1
        return self.seen > 1

    def recalled(self) -> tuple[str, ...]:
        return ("s0001",) if self.seen == 2 else ()

    def regretted(self) -> frozenset[str]:
        return self.regrets

    def learn(self, feedback) -> None:
        self.lessons.extend(feedback)


def guarded(monkeypatch, diary, **spec) -> GuardedBackend:
    monkeypatch.setattr(TrialSpec, "new_gate", lambda self, user_id, play=None: TrialGate(diary))
    return GuardedBackend(TrialSpec(**spec), "ada")


def test_recalled_sessions_come_from_the_history() -> None:
    gate = TrialGate(Diary("ada"))
    history = (session(1), session(2))
    assert not gate.wants(held(1), ())
    assert gate.recalled(history) == ()
    assert gate.wants(held(2), history[:1])
    assert gate.recalled(history) == (history[0],)


def test_a_control_decides_and_does_nothing_else() -> None:
    gate = TrialGate(control=lambda held, history: held.plan.long_horizon)
    assert gate.wants(held(1), ())
    assert not gate.wants(held(1, wanted=False), ())
    gate.learn([Memory("m", "x", AT, ("s0001",))])
    assert (gate.recalled((session(1),)), gate.regretted()) == ((), frozenset())


def test_a_gate_learns_from_conversations_and_not_from_studies(monkeypatch) -> None:
    diary = Diary("ada")
    memory = guarded(monkeypatch, diary)
    memory.add(session(1))
    later = AT + timedelta(days=9)
    assert len(memory.search("kiln", later)) == 1
    assert diary.lessons == []
    memory.recall("kiln", later)
    assert diary.lessons == [Feedback("s0001", 1)]


def test_regretted_sessions_are_evicted_first_if_that_is_the_rule(monkeypatch) -> None:
    for eviction, gone in (("oldest_first", "s0001"), ("retroactive", "s0002")):
        diary = Diary("ada")
        diary.regrets = frozenset({"s0002"})
        memory = guarded(monkeypatch, diary, budget=2, eviction=eviction)
        for number in (1, 2, 3):
            memory.add(session(number))
        assert [entry.sessions for entry in memory.evict("s0003")] == [(gone,)]


def test_what_was_found_lately_stays_if_that_is_the_rule(monkeypatch) -> None:
    memory = guarded(monkeypatch, Diary("ada"), budget=2, eviction="least_recently_retrieved")
    for number, text in ((1, "A blue kiln."), (2, "Red wine."), (3, "Green tea.")):
        memory.add(session(number, text))
    memory.search("kiln", AT + timedelta(days=9))
    assert [entry.sessions for entry in memory.evict("s0003")] == [("s0002",)]


def test_the_rule_is_part_of_the_trials_name_and_checked() -> None:
    spec = TrialSpec(budget=50, eviction="retroactive", gate="hybrid")
    assert spec.name == "bm25 | hybrid | 50[eviction=retroactive] | ideal"
    spec.check()
    with pytest.raises(UnknownName, match="no eviction is called 'newest'"):
        TrialSpec(budget=50, eviction="newest").check()  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["play", "user_id", "windw"])
def test_an_option_that_a_gate_does_not_have_is_refused(option) -> None:
    with pytest.raises(Misuse, match=f"gate 'hybrid' has no option '{option}'"):
        TrialSpec(gate="hybrid", gate_options={option: 1}).check()


def test_late_storing_changes_the_store_and_not_the_decision(monkeypatch) -> None:
    from experiments.trials import Trial
    from sim.cast.cast import Cast
    from sim.clock import DAY, Calendar
    from sim.life import Life, PersonaCard
    from sim.probing import Carriers

    monkeypatch.setattr(
        TrialSpec, "new_gate", lambda self, user_id, play=None: TrialGate(Diary("ada"))
    )
    life = Life("ada", "u1", (1,), Calendar(AT), PersonaCard("Ada"), (99 * DAY,))
    trial = Trial(TrialSpec(), life, Cast(), Carriers())
    (first,) = trial.take_in(held(1), ())
    (second,) = trial.take_in(held(2), (session(1),))
    assert (first["stored"], first["entries"]) == (False, 0)
    assert (second["stored"], second["added"], second["entries"]) == (True, 2, 2)


def test_what_a_gates_roles_cost_is_counted_for_its_trial() -> None:
    from experiments.trials import Trial
    from sim.cast.cast import Cast
    from sim.clock import DAY, Calendar
    from sim.life import Life, PersonaCard
    from sim.probing import Carriers

    life = Life("ada", "u1", (1,), Calendar(AT), PersonaCard("Ada"), (99 * DAY,))
    cast = Cast()
    spec = TrialSpec(gate="structure_aware", gate_options={"window": 2})
    trial = Trial(spec, life, cast, Carriers())
    for number in (1, 2):
        trial.take_in(held(number), ())
    calls = {line.role: (line.calls, line.place) for line in cast.book.lines()}
    assert {role: count for role, (count, _) in calls.items()} == {
        "placement": 1,
        "session_record": 2,
        "structural_note": 1,
    }
    assert {place.trial for _, place in calls.values()} == {spec.name}
    assert {place.phase for _, place in calls.values()} == {"gate"}
