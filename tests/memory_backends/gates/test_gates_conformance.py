"""Laws that every gate must keep, whatever it decides."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_backends import gates
from sim.cast.cast import Cast
from sim.roles import ROLES
from sim.seeds import stream
from sim.views import Session, Turn

NAMES = gates.names()
TEXT = "we decided on the tiles for how long does soup keep plan will next week kiln bake paint"
LINES = (
    st.lists(st.sampled_from(TEXT.split()), max_size=8)
    .map(" ".join)
    .map(lambda text: f"{text}?" if "how" in text else text)
)


@pytest.mark.parametrize("name", NAMES)
def test_a_gate_decides_alike_every_time(name, script, decisions) -> None:
    year = script.year(8)
    made = [decisions(gates.create(name, user_id="ada"), year) for _ in range(2)]
    assert made[0] == made[1]
    assert all(isinstance(one, bool) for one in made[0])


@pytest.mark.parametrize("name", NAMES)
def test_gates_of_different_users_do_not_influence_one_another(name, script, decisions) -> None:
    year = script.year(8)
    alone = decisions(gates.create(name, user_id="ada"), year)
    one, other = (gates.create(name, user_id=user) for user in ("ada", "ada1"))
    made = []
    for n, session in enumerate(year):
        other.decide(script.step(n), year[:n])
        made.append(one.decide(session, year[:n]))
    assert made == alone


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_never_depends_on_what_comes_later(name, script, decisions) -> None:
    year = script.year(8)
    whole = decisions(gates.create(name, user_id="ada"), year)
    for length in (1, 10, 17):
        assert decisions(gates.create(name, user_id="ada"), year[:length]) == whole[:length]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_ids_are_makes_no_difference(name, script, decisions) -> None:
    """Ids are opaque: a gate that reads something into them would fail here."""
    year = script.year(8)
    renamed = [
        Session(f"z{hash_}", s.user_id, s.started_at, s.ended_at, s.turns)
        for hash_, s in zip(range(900, 0, -1), year, strict=False)
    ]
    plain = decisions(gates.create(name, user_id="ada"), year)
    assert decisions(gates.create(name, user_id="ada"), renamed) == plain


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_session_and_strange_scripts_do_no_harm(name, script) -> None:
    gate = gates.create(name, user_id="ada")
    empty = Session("s1", "ada", script.told(1).started_at, script.told(1).ended_at, ())
    silent = script.told(2, "   ")
    strange = script.told(3, "母は東京に住んでいます。", "أحب الشاي 🦔")
    for session in (empty, silent, strange, strange):
        assert gate.decide(session, ()) in (True, False)
    gate.learn([])
    gate.learn([gates.Feedback("s0003", 1), gates.Feedback("nobody", 1)])
    assert gate.regretted() <= {"s1", "s0002", "s0003"}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(LINES, min_size=1, max_size=4), max_size=25))
@pytest.mark.parametrize("name", NAMES)
def test_any_words_are_decided_on_and_only_skipped_sessions_are_recalled(name, lives) -> None:
    from datetime import datetime, timedelta

    gate = gates.create(name, user_id="ada")
    stored, late = set(), set()
    for n, lines in enumerate(lives):
        at = datetime(1994, 1, 1) + timedelta(days=2 * n)
        turns = tuple(Turn(f"s{n}.{i}", "user", line, at) for i, line in enumerate(lines))
        if gate.decide(Session(f"s{n}", "ada", at, at, turns), ()):
            stored.add(f"s{n}")
        late |= set(gate.recalled())
    assert not late & stored
    assert gate.regretted() <= stored | late


@pytest.mark.parametrize("name", NAMES)
def test_roles_are_played_by_the_cast_that_is_given_and_counted_there(name, script) -> None:
    cast = Cast().at(trial="t", phase="gate")
    played = []

    def play(role, given, cue):
        played.append((role.name, cue))
        return cast.play(role, given, stream("test", role.name, cue))

    gate = gates.create(name, user_id="ada", play=play)
    for session in script.year(4):
        gate.decide(session, ())
    assert {role for role, _ in played} <= set(ROLES)
    assert len(played) == len(set(played)), "a cue names one call of a role"
    assert sum(line.calls for line in cast.book.lines()) == len(played)
    assert all(line.place.phase == "gate" and line.tokens_read > 0 for line in cast.book.lines())


def test_shuffling_hidden_labels_changes_nothing() -> None:
    """The same words under other labels, domains and projects: every decision stays what it was."""
    from dataclasses import replace
    from datetime import datetime

    import personas
    from sim.clock import Calendar
    from sim.life import Life
    from sim.moments import SessionHeld
    from sim.timeline import live

    calendar = Calendar(datetime(2031, 1, 6))
    persona, path = personas.load(personas.names()[0]), (3, "labels")
    plan = personas.skeleton(persona, calendar=calendar, horizon=calendar.month(8), seed_path=path)

    def shuffled(script):
        def flip(p):
            label = not p.long_horizon
            return replace(p, long_horizon=label, domain="x", project="", topic="")

        return replace(
            script,
            projects=tuple(replace(p, events=tuple(map(flip, p.events))) for p in script.projects),
            one_offs=tuple(map(flip, script.one_offs)),
        )

    def sessions(domains):
        life = Life("l", "u", path, calendar, persona.card(), (calendar.month(8),), domains)
        return [m.session for m in live(life, Cast()) if isinstance(m, SessionHeld)]

    true, false = sessions(plan.domains), sessions(tuple(map(shuffled, plan.domains)))
    assert len(true) > 20
    for name in NAMES:
        one, other = (gates.create(name, user_id="u") for _ in range(2))
        assert [one.decide(s, ()) for s in true] == [other.decide(s, ()) for s in false], name
