"""What each gate decides, by rules thought out beforehand."""

from __future__ import annotations

import pytest

from memory_backends import gates
from sim.errors import Misuse


def test_greedy_looks_at_the_session_alone(script, decisions) -> None:
    gate = gates.create("greedy", user_id="ada")
    year = script.year(4)
    assert decisions(gate, year) == [n % 3 == 0 for n in range(len(year))]
    assert gate.decide(year[0], ()) is gate.decide(year[0], year)


def test_context_stores_a_doubtful_session_that_takes_up_an_earlier_one(script) -> None:
    asked = ("Is it safe?", "And then?")
    doubtful = script.told(2, *asked, "The kiln glaze cracked on the blue vases.")
    earlier = script.told(1, "I fire blue vases with a kiln glaze.", "They sell well at fairs.")
    for before, store in (([], False), ([earlier], True)):
        gate = gates.create("context_aware", user_id="ada")
        for session in before:
            gate.decide(session, ())
        assert gate.decide(doubtful, before) is store


def test_context_forgets_what_is_more_than_k_sessions_back(script, decisions) -> None:
    asked = ("Is it safe?", "And then?")
    doubtful = script.told(9, *asked, "The kiln glaze cracked on the blue vases.")
    earlier = script.told(1, "I fire blue vases with a kiln glaze.", "They sell well at fairs.")
    life = [earlier, script.question(2), script.question(3), doubtful]
    assert decisions(gates.create("context_aware", user_id="ada", summaries=3), life)[-1]
    assert not decisions(gates.create("context_aware", user_id="ada", summaries=2), life)[-1]


def test_without_summaries_context_aware_is_greedy(script, decisions) -> None:
    year = script.year(5)
    without = gates.create("context_aware", user_id="ada", summaries=0)
    assert decisions(without, year) == decisions(gates.create("greedy", user_id="ada"), year)


def test_structure_stores_everything_until_the_first_note(script, decisions) -> None:
    gate = gates.create("structure_aware", user_id="ada", window=6)
    year = script.year(8)
    made = decisions(gate, year)
    assert made[:5] == [True] * 5
    assert made[6:] == [n % 3 == 0 for n in range(6, len(year))]


def test_structure_goes_on_believing_in_a_project_that_is_over(script, decisions) -> None:
    """PerMem-Bench, finding 1: after a shift to passing use it collapses, greedy does not."""
    year = script.year(12)
    lines = ("How do I clean a tap?", "Which brush is best?")
    passing = [script.told(41, f"The cottage house needs care. {lines[0]}", *lines)]
    for name, stored in (("structure_aware", True), ("greedy", False)):
        assert decisions(gates.create(name, user_id="ada"), [*year, *passing])[-1] is stored


def test_skipped_sessions_that_join_a_project_are_stored_late_if_asked(script, decisions) -> None:
    """With a window of one, the first of a project stands isolated until a second founds it."""
    life = [
        script.question(1),
        script.step(2),
        script.step(3),
    ]
    for late in (False, True):
        gate = gates.create("structure_aware", user_id="ada", window=1, store_late=late)
        decided = decisions(gate, life)
        assert decided == [False, False, True]
        assert gate.recalled() == (("s0002",) if late else ())
        assert gate.recalled() == ()  # named once


def test_stored_sessions_that_the_note_sets_apart_are_regretted(script, decisions) -> None:
    gate = gates.create("structure_aware", user_id="ada", window=6)
    decisions(gate, script.year(2))
    assert gate.regretted() == {"s0001", "s0002", "s0004"}  # s0005 completed the window: skipped


def test_hybrid_stores_steps_and_skips_questions(script, decisions) -> None:
    year = script.year(10)
    made = decisions(gates.create("hybrid", user_id="ada"), year)
    assert made == [n % 3 == 0 for n in range(len(year))]


def test_hybrid_notices_that_a_topic_is_no_project_any_more(script, decisions) -> None:
    """One statement beside two questions is a toss-up: the user's recent ways decide it."""
    lines = ("The bucket downstairs is dented now.", "Which carpet is best?")
    doubtful = script.told(90, *lines)
    year = script.year(10)
    things = ("tap", "sink") * 5
    asked = [script.told(60 + n, f"How do I clean a {p}?") for n, p in enumerate(things)]
    gate = gates.create("hybrid", user_id="ada")
    after_project = decisions(gate, [*year, doubtful])[-1]
    gate = gates.create("hybrid", user_id="ada")
    after_questions = decisions(gate, [*year, *asked, doubtful])[-1]
    assert (after_project, after_questions) == (True, False)


def test_hybrid_regrets_what_has_become_a_passing_matter(script, decisions) -> None:
    tell = ("The soup was too thin yesterday.", "I will add rice and lentils.", "It went well.")
    once = script.told(1, "I have a question on soup.", *tell)
    gate = gates.create("hybrid", user_id="ada")
    assert decisions(gate, [once]) == [True]
    assert gate.regretted() == frozenset()
    for n in range(2, 14):
        gate.decide(script.told(n, "Is soup from a question on soup healthy?"), ())
    assert gate.regretted() == {"s0001"}


def test_online_starts_like_greedy_and_learns_what_is_taken_up(script, decisions) -> None:
    year = script.year(6)
    assert decisions(gates.create("online", user_id="ada"), year) == decisions(
        gates.create("greedy", user_id="ada"), year
    )


def test_online_learns_from_what_was_retrieved(script) -> None:
    """Sessions of one kind are retrieved again and again; of another kind never."""

    def leaning_of(retrieved: bool) -> float:
        gate = gates.create("online", user_id="ada", rate=0.2)
        for n in range(8):
            gate.decide(script.question(n), ())
            if retrieved:
                gate.learn([gates.Feedback(f"s{n:04d}", 2)])
        return gate._odds(gate._features(script.question(20), gate._waiting[-1].record))

    assert leaning_of(retrieved=True) > leaning_of(retrieved=False)


def test_online_takes_no_lesson_from_what_was_not_retrieved_or_is_unknown(script) -> None:
    gate = gates.create("online", user_id="ada")
    gate.decide(script.question(1), ())
    before = list(gate._weights)
    gate.learn([gates.Feedback("s0001", 0), gates.Feedback("s9999", 5)])
    assert gate._weights == before


def test_online_unlearns_what_nobody_takes_up(script) -> None:
    gate = gates.create("online", user_id="ada", patience_days=30)
    gate.decide(script.step(1, day=0), ())
    before = gate._odds((1.0, 1.0, 0.0, 0.0))
    gate.decide(script.question(2), ())
    assert gate._odds((1.0, 1.0, 0.0, 0.0)) == before
    gate.decide(script.told(3, "How long does rice keep?", day=31), ())
    assert gate._odds((1.0, 1.0, 0.0, 0.0)) < before


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("context_aware", {"summaries": -1}),
        ("structure_aware", {"window": 0}),
        ("hybrid", {"fading": 0}),
        ("online", {"rate": 2}),
    ],
)
def test_impossible_options_are_refused(name, option) -> None:
    with pytest.raises(Misuse, match=f"of gate '{name}' cannot be"):
        gates.create(name, user_id="ada", **option)
