"""The LangGraph engine: one graph over the same steps, compiled once per process.

Recall and reply are nodes of the session's graph, not a graph inside it: a nested invocation
costs more than two nodes. Noting reveals is nobody's turn and shares the node of the reply, since
a node costs as much as a hundred scripted steps. There is no checkpointer: a life is resumed by
replaying it.
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
    nodes = [*((step,) for step in steps[:-2]), steps[-2:]]
    names = [node[0].__name__ for node in nodes]
    for name, node in zip(names, nodes, strict=True):
        _add_node(plan, name, node)
    plan.add_edge(START, names[0])
    for before, after in pairwise(names):
        plan.add_edge(before, after)
    plan.add_conditional_edges(names[-1], _again_or_end, {"again": names[0], "end": END})
    return plan.compile()


def _add_node(plan: StateGraph[Talk, Sides], name: str, steps: tuple[Step, ...]) -> None:
    def node(state: Talk, runtime: Runtime[Sides]) -> Change:
        changed = Change()
        for step in steps:
            changed.update(step(cast("Talk", {**state, **changed}), runtime.context))
        return changed

    plan.add_node(name, node)


def _again_or_end(talk: Talk) -> str:
    return "again" if talk["end_reason"] is None else "end"
