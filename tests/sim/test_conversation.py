"""How a session goes: what the two sides say, what is noted, and why it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cast import Cast, Role
from sim.conversation import Conversation, hold
from sim.errors import UnknownName
from sim.facts import Fact
from sim.life import PersonaCard
from sim.plans import Reveal, SessionPlan
from sim.roles.assistant import AssistantInput
from sim.roles.reveal_checker import RevealOutput
from sim.roles.user import UserInput, UserOutput
from sim.seeds import stream
from sim.views import Memory

NINE = datetime(2031, 1, 6, 9)
ADA = PersonaCard("Ada", "gold:canary background")


def reveal(name: str, *follow_ups: str) -> Reveal:
    fact = Fact(f"gold:{name}", "ada", name, (name,), "user_profile", (name,))
    return Reveal(fact, f"By the way, I care for {name}.", follow_ups)


def plan(*reveals: Reveal, **changes: Any) -> SessionPlan:
    opening = "Hello, may I ask you about the week?"
    return replace(SessionPlan("gold:plan/1", opening, reveals), **changes)


def talk(what: SessionPlan, cast: Cast | None = None, **more: Any) -> Conversation:
    given = {"persona": ADA, "session_id": "s0001", "started_at": NINE, "rng": stream(1)}
    return hold(what, cast=cast or Cast(), **(given | more))


def said(conversation: Conversation) -> list[str]:
    return [turn.text for turn in conversation.turns if turn.speaker == "user"]


@dataclass
class Director:
    """Plays some roles by other functions than their twins, and keeps what each role was given."""

    parts: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    given: list[Any] = field(default_factory=list)
    name: str = "director"

    def play(self, role: Role[Any, Any], given: Any, rng: Any, place: Any) -> tuple[Any, int, int]:
        self.given.append(given)
        part = self.parts.get(role.name)
        return (part(given) if part else role.twin(given, rng)), 1, 1

    def cast(self) -> Cast:
        return Cast(default=self)

    def seen_by(self, kind: type) -> list[Any]:
        return [given for given in self.given if isinstance(given, kind)]


def test_a_fact_a_message_then_what_belongs_to_it_then_goodbye() -> None:
    held = talk(plan(reveal("figs", "They grow well.", "Even in shade."), reveal("chess")))
    assert said(held) == [
        "Hello, may I ask you about the week?",
        "By the way, I care for figs.",
        "They grow well.",
        "Even in shade.",
        "By the way, I care for chess.",
        "Thanks, that is all for now.",
    ]
    assert held.revealed == (("gold:figs", "s0001.2"), ("gold:chess", "s0001.8"))
    assert (held.untold, held.end_reason) == ((), "all_revealed")


def test_every_message_is_answered_a_minute_later() -> None:
    held = talk(plan(reveal("figs")))
    speakers = [turn.speaker for turn in held.turns]
    assert speakers == ["user", "assistant"] * 3
    assert [turn.id for turn in held.turns] == [f"s0001.{number}" for number in range(6)]
    assert held.turns[0].at == NINE
    assert {after.at - before.at for before, after in pairwise(held.turns)} == {
        timedelta(minutes=1)
    }


def test_a_plan_without_facts_is_opened_followed_up_and_closed() -> None:
    held = talk(plan(follow_ups=("How long?", "And then?"), min_turns=4, closing="Bye."))
    assert said(held) == [held.turns[0].text, "How long?", "And then?", "Bye."]
    assert (held.revealed, held.untold, held.end_reason) == ((), (), "all_revealed")


@pytest.mark.parametrize("least", [1, 2, 5, 9])
def test_a_conversation_has_at_least_its_turns_and_ends_with_goodbye(least: int) -> None:
    held = talk(plan(reveal("figs"), min_turns=least))
    assert len(said(held)) == max(least, 3)
    assert said(held).count(held.turns[-2].text) == 1
    assert held.turns[-2].text == "Thanks, that is all for now."


def test_the_opening_itself_may_let_a_fact_out() -> None:
    held = talk(plan(reveal("figs"), opening="I care for figs.", follow_ups=("Do they need sun?",)))
    assert held.revealed == (("gold:figs", "s0001.0"),)
    assert said(held) == ["I care for figs.", "Do they need sun?", held.turns[-2].text]


def test_two_facts_in_one_message_are_both_noted() -> None:
    director = Director({"user": lambda given: UserOutput("figs and chess")})
    held = talk(plan(reveal("figs"), reveal("chess")), director.cast())
    assert held.revealed == (("gold:figs", "s0001.0"), ("gold:chess", "s0001.0"))


def test_room_for_the_facts_is_kept_at_the_cost_of_small_talk() -> None:
    chatty = [reveal(name, "One more thing.", "And another.") for name in ("figs", "chess", "rain")]
    held = talk(plan(*chatty, max_turns=6))
    assert held.untold == ()
    assert len(said(held)) <= 6


def test_no_more_than_the_maximum_is_said() -> None:
    names = ("figs", "chess", "rain", "bread", "moss")
    held = talk(plan(*map(reveal, names), max_turns=4))
    assert len(said(held)) == 4
    assert held.end_reason == "max_turns"
    assert held.untold == ("gold:bread", "gold:moss")


def test_a_user_who_cannot_bring_it_out_is_nudged_three_times_and_gives_up() -> None:
    director = Director({"user": lambda given: UserOutput("Well, you know.")})
    held = talk(plan(reveal("figs")), director.cast())
    nudges = [given.nudge for given in director.seen_by(UserInput)]
    assert nudges == [False, False, True, True, True]
    assert (held.end_reason, held.untold, held.revealed) == ("gave_up", ("gold:figs",), ())


def test_a_nudge_that_works_starts_the_count_anew() -> None:
    def speak(given: UserInput) -> UserOutput:
        count = len(given.transcript) // 2
        return UserOutput({4: "figs", 9: "chess"}.get(count, "Hm."))

    director = Director({"user": speak})
    held = talk(plan(reveal("figs"), reveal("chess")), director.cast())
    nudges = [given.nudge for given in director.seen_by(UserInput)]
    assert nudges[:10] == [False, False, True, True, True, False, False, True, True, True]
    assert held.end_reason == "all_revealed"


def test_a_user_who_says_no_goodbye_is_not_kept_for_ever() -> None:
    """A model may close in words of its own: it has room for small talk and one goodbye."""
    director = Director({"user": lambda given: UserOutput("I like figs.")})
    held = talk(plan(reveal("figs", "one", "two")), director.cast())
    assert len(said(held)) == 4
    assert held.end_reason == "all_revealed"


def test_the_user_is_told_what_is_pending_and_nothing_is_checked_when_nothing_is() -> None:
    checked: list[tuple[str, ...]] = []

    def check(given: Any) -> RevealOutput:
        pending = tuple(reveal.fact.id for reveal in given.pending)
        checked.append(pending)
        return RevealOutput((*pending[:1], "gold:of_another_session"))

    director = Director({"reveal_checker": check})
    held = talk(plan(reveal("figs"), reveal("chess")), director.cast())
    assert checked == [("gold:figs", "gold:chess"), ("gold:chess",)]
    assert [fact_id for fact_id, _ in held.revealed] == ["gold:figs", "gold:chess"]
    pending = [len(given.pending) for given in director.seen_by(UserInput)]
    assert pending[:3] == [2, 1, 0]


def test_off_policy_the_assistant_remembers_nothing() -> None:
    director = Director()
    talk(plan(reveal("figs")), director.cast())
    assert {given.memories for given in director.seen_by(AssistantInput)} == {()}


@pytest.mark.parametrize("engine", ["inline", "langgraph"])
def test_on_policy_the_memory_is_asked_for_every_message_at_its_date(engine: str) -> None:
    asked: list[tuple[str, datetime]] = []

    def recall(query: str, at: datetime) -> tuple[Memory, ...]:
        asked.append((query, at))
        return (Memory(f"m{len(asked)}", query, at),)

    director = Director()
    held = talk(plan(reveal("figs")), director.cast(), recall=recall, engine=engine)
    heard = [(turn.text, turn.at) for turn in held.turns if turn.speaker == "user"]
    assert asked == heard
    found = [given.memories[0].id for given in director.seen_by(AssistantInput)]
    assert found == ["m1", "m2", "m3"]


def test_nothing_golden_crosses_to_the_assistant() -> None:
    director = Director()
    talk(plan(reveal("figs", "More."), reveal("chess"), domain="gold:canary"), director.cast())
    given = director.seen_by(AssistantInput)
    assert given
    assert "gold:" not in repr(given)


def test_an_engine_nobody_knows_is_named() -> None:
    with pytest.raises(UnknownName, match="'inlin': did you mean 'inline'"):
        talk(plan(), engine="inlin")


def test_a_cast_that_fails_is_not_hidden() -> None:
    def fail(given: Any) -> Any:
        raise RuntimeError("no voice")

    for engine in ("inline", "langgraph"):
        with pytest.raises(RuntimeError, match="no voice"):
            talk(plan(), Director({"assistant": fail}).cast(), engine=engine)


words = st.sampled_from(["figs", "chess", "rain", "bread", "moss", "harps"])
plans = st.builds(
    lambda names, chat, least, most, after: plan(
        *[reveal(name, *["Go on."] * chat) for name in names],
        min_turns=least,
        max_turns=most,
        follow_ups=("So?",) * after,
    ),
    st.lists(words, unique=True, max_size=6),
    st.integers(0, 3),
    st.integers(1, 6),
    st.integers(1, 14),
    st.integers(0, 2),
)


@given(plans, st.integers(0, 1000))
def test_laws_of_a_conversation(what: SessionPlan, seed: int) -> None:
    held = talk(what, rng=stream(seed))
    out = [fact_id for fact_id, _ in held.revealed]
    assert sorted([*out, *held.untold]) == sorted(reveal.fact.id for reveal in what.reveals)
    assert len(said(held)) <= what.max_turns
    assert (held.end_reason == "all_revealed") == (not held.untold)
    texts = {turn.id: turn.text for turn in held.turns if turn.speaker == "user"}
    facts = {reveal.fact.id: reveal.fact for reveal in what.reveals}
    assert all(facts[fact_id].is_carried_by(texts[turn_id]) for fact_id, turn_id in held.revealed)
    assert len({turn_id for _, turn_id in held.revealed}) == len(held.revealed)
    if not held.untold and what.max_turns > len(said(held)):
        assert len(said(held)) >= what.min_turns
        assert held.turns[-2].text == what.closing
