"""The agent's loop: decide on a tool, use it, and again, for so many rounds (LangGraph)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict, cast

from sim.roles.file_keeper import ToolCall

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

Decide = Callable[[tuple[str, ...] | None, int], ToolCall]
"""The next call, given the file as shown so far (None: not read) and the rounds left."""


class Desk(TypedDict):
    """What the loop works on: the file, what of it was shown, the rounds left, who decides."""

    lines: tuple[str, ...]
    shown: tuple[str, ...] | None
    left: int
    decide: Decide
    call: ToolCall | None


def work(lines: tuple[str, ...], decide: Decide, rounds: int) -> tuple[str, ...]:
    """The lines of the file after at most so many calls."""
    begun: Desk = {"lines": lines, "shown": None, "left": rounds, "decide": decide, "call": None}
    ended = _graph().invoke(begun, {"recursion_limit": 2 * rounds + 4})
    return cast("Desk", ended)["lines"]


def decided(state: Desk) -> dict[str, Any]:
    """One call more."""
    call = state["decide"](state["shown"], state["left"])
    return {"call": call, "left": state["left"] - 1}


def used(state: Desk) -> dict[str, Any]:
    """The file after the call, and what the agent has seen of it."""
    call, lines = state["call"], state["lines"]
    if call is None or call.tool in ("list", "done"):
        return {}
    if call.tool == "read":
        return {"shown": lines}
    after = (*lines, *call.lines) if call.tool == "append" else call.lines
    return {"lines": after, "shown": after if state["shown"] is not None else None}


def goes_on(state: Desk) -> str:
    """Whether there is another round: the agent is not done and has one left."""
    call = state["call"]
    ended = call is None or call.tool == "done" or state["left"] <= 0
    return "end" if ended else "decide"


@cache
def _graph() -> CompiledStateGraph[Desk, None, Desk, Desk]:
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(Desk)
    graph.add_node("decide", decided)
    graph.add_node("use", used)
    graph.add_edge(START, "decide")
    graph.add_edge("decide", "use")
    graph.add_conditional_edges("use", goes_on, {"end": END, "decide": "decide"})
    return graph.compile()
