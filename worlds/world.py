"""A world, ready for use: entities with their wordings, the graph, the rules, the lexicon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sim.errors import UnknownName
from sim.lexicon import Lexicon
from worlds.propagation import Rule, propagate
from worlds.schema import EntityKind
from worlds.unknown import UNKNOWN, Value

if TYPE_CHECKING:
    from worlds.propagation import Graph


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that has a value. Wordings hold ``{value}`` where the value goes."""

    id: str
    phrase: str
    category: str
    pool: tuple[str, ...]
    kind: EntityKind
    deletable: bool
    tracked: bool
    nulls: tuple[str, ...]
    states: tuple[str, ...]
    changes: tuple[str, ...]
    questions: tuple[str, ...]
    history: tuple[str, ...]
    deletes: tuple[str, ...]
    follow_ups: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The pool without the values that mean "none"."""
        return tuple(value for value in self.pool if value not in self.nulls)


@dataclass(frozen=True, slots=True)
class Edge:
    """``child`` depends on ``parent``. Rule wordings hold ``{trigger}`` and ``{value}``."""

    parent: str
    child: str
    pattern: str
    rules: tuple[Rule, ...]
    wordings: tuple[str, ...]
    implied_wordings: tuple[str, ...]
    rule_wordings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Triple:
    """Three related entities, told apart from one another and asked for together."""

    entities: tuple[str, str, str]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Constraint:
    """While ``entity`` has ``value``, ``other`` has none of the values in ``excluded``."""

    entity: str
    value: str
    other: str
    excluded: tuple[str, ...]

    def holds(self, state: Mapping[str, Value]) -> bool:
        """Whether a state respects it."""
        return state.get(self.entity) != self.value or state.get(self.other) not in self.excluded


@dataclass(frozen=True)
class World:
    """What a person's facts hang on. Made by ``worlds.load``."""

    name: str
    description: str
    entities: Mapping[str, Entity]
    edges: tuple[Edge, ...]
    triples: tuple[Triple, ...]
    constraints: tuple[Constraint, ...]
    small_talk: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def rules(self) -> list[Rule]:
        """All rules, edge by edge in the order of the file."""
        return [rule for edge in self.edges for rule in edge.rules]

    @cached_property
    def graph(self) -> Graph:
        """One node an entity, one edge from each parent to each child."""
        import networkx as nx

        graph: Graph = nx.DiGraph()
        graph.add_nodes_from(self.entities)
        graph.add_edges_from((edge.parent, edge.child) for edge in self.edges)
        return graph

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The entities that others depend on and that depend on none."""
        graph = self.graph
        return tuple(e for e in self.entities if not graph.pred[e] and graph.succ[e])

    @cached_property
    def orphans(self) -> tuple[str, ...]:
        """The entities without any edge."""
        graph = self.graph
        return tuple(e for e in self.entities if not graph.pred[e] and not graph.succ[e])

    @cached_property
    def depth(self) -> int:
        """The number of edges on the longest chain of dependencies."""
        import networkx as nx

        return int(nx.dag_longest_path_length(self.graph))

    def edge(self, parent: str, child: str) -> Edge:
        """The edge between two entities. Raises UnknownName when there is none."""
        if (parent, child) not in self._edges:
            known = [f"{p} -> {c}" for p, c in self._edges]
            raise UnknownName("edge", f"{parent} -> {child}", known, where=f"world {self.name!r}")
        return self._edges[parent, child]

    def propagate(
        self, state: Mapping[str, Value], changes: Mapping[str, Value]
    ) -> dict[str, Value]:
        """What the changed entities and all their descendants are worth afterwards.

        See ``worlds.propagation``. Raises UnknownName for an entity that is not in this world or
        a new value that is not in its pool.
        """
        for entity, value in changes.items():
            if entity not in self.entities:
                raise UnknownName("entity", entity, self.entities, where=f"world {self.name!r}")
            pool = self.entities[entity].pool
            if value is not UNKNOWN and value not in pool:
                raise UnknownName("value", value, pool, where=f"entity {entity!r}")
        return propagate(self.graph, self.rules, state, changes)

    def lexicon(self) -> Lexicon:
        """The world's wording for scripted readers: no values, no rules, no state."""
        return self._lexicon

    @cached_property
    def _lexicon(self) -> Lexicon:
        from worlds.wording import lexicon_of

        return lexicon_of(self)

    @cached_property
    def _edges(self) -> dict[tuple[str, str], Edge]:
        return {(edge.parent, edge.child): edge for edge in self.edges}
