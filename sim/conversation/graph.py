"""The LangGraph engine: one graph over the same steps, compiled once per process.

Recall and reply are nodes of the session's graph, not a graph inside it: a nested invocation
costs more than two nodes. There is no checkpointer, since a life is resumed by replaying it.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from sim.conversation.steps import Change, Sides, Step, Talk, beginning, steps_of

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

SPARE_STEPS = 5  # of the recursion limit: the guard must never cut a sound conversation


def converse(sides: Sides) -> Talk:
    """Run the session's graph until there is a reason to end."""
    steps = steps_of(sides)
    limit = len(steps) * max(1, sides.user.plan.max_turns) + SPARE_STEPS
    done = session_graph(steps).invoke(beginning(), {"recursion_limit": limit}, context=sides)
    return cast("Talk", done)


@cache
def session_graph(steps: tuple[Step, ...]) -> CompiledStateGraph[Talk, Sides, Talk, Talk]:
    """The compiled graph of one exchange, going round until the state holds an end reason."""
    plan = StateGraph(Talk, context_schema=Sides)
    names = [step.__name__ for step in steps]
    for name, step in zip(names, steps, strict=True):
        _add_node(plan, name, step)
    plan.add_edge(START, names[0])
    for before, after in pairwise(names):
        plan.add_edge(before, after)
    plan.add_conditional_edges(names[-1], _again_or_end, {"again": names[0], "end": END})
    return plan.compile()


def _add_node(plan: StateGraph[Talk, Sides], name: str, step: Step) -> None:
    def node(state: Talk, runtime: Runtime[Sides]) -> Change:
        return step(state, runtime.context)

    plan.add_node(name, node)


def _again_or_end(talk: Talk) -> str:
    return "again" if talk["end_reason"] is None else "end"
