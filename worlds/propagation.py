"""What follows from a change: values travel down the dependency graph (MEME, section 3.2, eq. 1).

The paper treats one parent and one change. Several parents and several simultaneous changes are
settled like this: a parent is *changed* when its resolved value differs from the one before. A
descendant with no changed parent keeps its value. Otherwise the rules fired by changed parents
are collected: if they give exactly one distinct value, that is the value; if they give none, or
disagree, the value is UNKNOWN. Entities named in the changes keep the value they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import UnknownName
from worlds.unknown import UNKNOWN, Value

if TYPE_CHECKING:
    import networkx as nx

    Graph = nx.DiGraph[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """If ``parent`` becomes ``when``, ``child`` becomes ``then``."""

    parent: str
    when: str
    child: str
    then: str


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a change does to one entity, and why.

    ``moved_by`` are the parents whose value changed, ``fired`` the rules that they set off; both
    are empty for the entities that were changed directly.
    """

    value: Value
    changed: bool
    moved_by: tuple[str, ...] = ()
    fired: tuple[Rule, ...] = ()


def propagate(
    graph: Graph, rules: Iterable[Rule], state: Mapping[str, Value], changes: Mapping[str, Value]
) -> dict[str, Value]:
    """The values of the changed entities and of all their descendants afterwards.

    ``state`` holds the values before; an entity missing there has no known value, and any value,
    also UNKNOWN, differs from that. Raises UnknownName for a changed entity outside the graph.

    >>> import networkx as nx
    >>> graph = nx.DiGraph([("home", "commute"), ("home", "doctor"), ("commute", "pass")])
    >>> rules = [Rule("home", "Vandry Quay", "commute", "the ferry")]
    >>> before = {"home": "Ostrick Row", "commute": "the tram", "doctor": "Dr Ulm", "pass": "blue"}
    >>> propagate(graph, rules, before, {"home": "Vandry Quay"})
    {'home': 'Vandry Quay', 'commute': 'the ferry', 'doctor': UNKNOWN, 'pass': UNKNOWN}
    >>> propagate(graph, rules, before, {"home": "Ostrick Row"})["doctor"]
    'Dr Ulm'
    """
    spread = consequences(graph, rules, state, changes)
    return {entity: consequence.value for entity, consequence in spread.items()}


def consequences(
    graph: Graph, rules: Iterable[Rule], state: Mapping[str, Value], changes: Mapping[str, Value]
) -> dict[str, Consequence]:
    """The same with reasons: one consequence an entity, parents before their children."""
    found: dict[str, Consequence] = {}
    by_child = _by_child(rules)
    for entity in _downstream(graph, changes):
        if entity in changes:
            value = changes[entity]
            found[entity] = Consequence(value, changed=value != state.get(entity))
        else:
            moved_by = tuple(
                p for p in sorted(graph.pred[entity]) if p in found and found[p].changed
            )
            found[entity] = _consequence(entity, moved_by, by_child.get(entity, []), state, found)
    return found


def _consequence(
    entity: str,
    moved_by: tuple[str, ...],
    rules: list[Rule],
    state: Mapping[str, Value],
    found: Mapping[str, Consequence],
) -> Consequence:
    if not moved_by:
        return Consequence(state.get(entity, UNKNOWN), changed=False)
    fired = tuple(r for r in rules if r.parent in moved_by and r.when == found[r.parent].value)
    outcomes = {rule.then for rule in fired}
    value: Value = fired[0].then if len(outcomes) == 1 else UNKNOWN
    return Consequence(value, value != state.get(entity), moved_by, fired)


def _by_child(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    grouped: dict[str, list[Rule]] = {}
    for rule in rules:
        grouped.setdefault(rule.child, []).append(rule)
    return grouped


def _downstream(graph: Graph, changes: Mapping[str, Value]) -> Iterator[str]:
    """The changed entities and their descendants, parents first, ties by name."""
    import networkx as nx

    for name in changes:
        if name not in graph:
            raise UnknownName("entity", name, graph.nodes)
    touched = set(changes).union(*(nx.descendants(graph, name) for name in changes))
    return iter(nx.lexicographical_topological_sort(graph.subgraph(touched)))
