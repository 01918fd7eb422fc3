"""Both engines drive the same steps and give the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.errors import GraphRecursionError

from sim.cast import Cast
from sim.conversation import ENGINES, Conversation, graph, hold, steps
from sim.conversation.assistant import Recall
from sim.facts import Fact
from sim.life import PersonaCard
from sim.plans import Reveal, SessionPlan
from sim.seeds import stream
from sim.views import Memory

NINE = datetime(2031, 1, 6, 9)


def reveal(number: int, chat: int) -> Reveal:
    fact = Fact(f"gold:{number}", "ada", "a", (), "user_profile", (f"word{number}",))
    return Reveal(fact, f"There is word{number}.", ("Quite so.",) * chat)


plans = st.builds(
    lambda chats, least, most: SessionPlan(
        "gold:plan",
        "Hello there.",
        tuple(reveal(number, chat) for number, chat in enumerate(chats)),
        min_turns=least,
        max_turns=most,
    ),
    st.lists(st.integers(0, 2), max_size=4),
    st.integers(1, 5),
    st.integers(1, 10),
)


def remembering(query: str, at: datetime) -> tuple[Memory, ...]:
    return (Memory("m", query[::-1], at),)


def talk(
    what: SessionPlan, engine: str, seed: int, recall: Recall | None
) -> tuple[Conversation, Cast]:
    cast = Cast()
    held = hold(
        what,
        persona=PersonaCard("Ada"),
        session_id="s0001",
        started_at=NINE,
        cast=cast,
        rng=stream(seed),
        engine=engine,
        recall=recall,
    )
    return held, cast


@settings(max_examples=40, deadline=None)
@given(plans, st.integers(0, 99), st.sampled_from([None, remembering]))
def test_both_engines_give_the_same_bytes(
    what: SessionPlan, seed: int, recall: Recall | None
) -> None:
    (plain, plain_cast), (graphed, graph_cast) = (
        talk(what, engine, seed, recall) for engine in ENGINES
    )
    assert repr(plain).encode() == repr(graphed).encode()
    assert list(plain_cast.book.lines()) == list(graph_cast.book.lines())


def test_the_graph_is_compiled_once_for_each_policy() -> None:
    assert graph.session_graph(steps.OFF_POLICY) is graph.session_graph(steps.OFF_POLICY)
    off, on = (graph.session_graph(row) for row in (steps.OFF_POLICY, steps.ON_POLICY))
    assert set(on.nodes) - set(off.nodes) == {"assistant_recalls"}


def test_recall_and_reply_are_nodes_of_the_sessions_own_graph() -> None:
    compiled = graph.session_graph(steps.ON_POLICY)
    assert list(compiled.get_subgraphs()) == []
    drawn = {(edge.source, edge.target) for edge in compiled.get_graph().edges}
    assert ("assistant_recalls", "assistant_replies") in drawn
    assert ("assistant_replies", "user_speaks") in drawn


def test_a_graph_that_would_go_round_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.conversation.user import UserSide

    monkeypatch.setattr(UserSide, "end", lambda *_: None)
    with pytest.raises(GraphRecursionError):
        talk(SessionPlan("gold:plan", "Hello."), "langgraph", 1, None)


def run(code: str) -> str:
    env = {name: value for name, value in os.environ.items() if name != "LANGSMITH_TRACING"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


TALK = """
import os, sys
from datetime import datetime
from sim import Cast, PersonaCard, SessionPlan, hold, stream
hold(SessionPlan("p", "Hello."), persona=PersonaCard("Ada"), session_id="s1", cast=Cast(),
     started_at=datetime(2031, 1, 6, 9), rng=stream(1), engine="{engine}")
heavy = [name for name in ("langgraph", "langchain_core", "mesa", "pandas") if name in sys.modules]
print(heavy, os.environ.get("LANGSMITH_TRACING"))
"""


def test_the_inline_engine_loads_nothing_heavy() -> None:
    assert run(TALK.format(engine="inline")) == "[] None"


def test_tracing_is_off_unless_asked_for() -> None:
    assert run(TALK.format(engine="langgraph")) == "['langgraph', 'langchain_core'] false"
