"""The told side: what follows from what the user has said so far, and from which facts.

Told is not true. A change holds from the moment it happens, but nobody can know it before it is
told; and whoever was never told that one thing depends on another cannot know what follows. So
beliefs are folded from tellings: values as they were stated, changes carried on along the told
dependencies and told rules, by the same propagation as the truth. A told rule also tells that
its child depends on its parent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.facts import Fact, FactKind
from sim.probes import EvidenceRole
from worlds.propagation import Consequence, Rule, consequences
from worlds.unknown import UNKNOWN, Value
from worlds.world import World

if TYPE_CHECKING:
    from worlds.propagation import Graph

KINDS: tuple[FactKind, ...] = ("value", "dependency", "rule", "change", "request")


@dataclass(frozen=True, slots=True)
class Reason:
    """A told fact that a belief rests on, and the part it plays."""

    role: EvidenceRole
    fact: Fact


@dataclass(slots=True)
class Belief:
    """What is believed after some tellings.

    ``values`` are the beliefs; an entity nobody spoke of, or that was to be forgotten, is not
    among them. ``reasons`` are the told facts each rests on. ``past`` are the values believed
    before, oldest first, also those of forgotten entities. Beliefs are shared: only read them.
    """

    values: dict[str, Value] = field(default_factory=dict)
    reasons: dict[str, tuple[Reason, ...]] = field(default_factory=dict)
    past: dict[str, list[str]] = field(default_factory=dict)

    def course(self, entity: str) -> tuple[str, ...]:
        """All values the entity was believed to have, from the earliest to the latest."""
        now = self.values.get(entity, UNKNOWN)
        return (*self.past.get(entity, ()), *(() if now is UNKNOWN else (now,)))


def believed(world: World, told: Sequence[Fact]) -> dict[str, Value]:
    """The state that was told, in the order of telling; told rules and dependencies only."""
    return dict(believe(world, told).values)


def believe(world: World, told: Sequence[Fact]) -> Belief:
    """The same with reasons and history."""
    return _fold(tuple(f for f in told if f.kind in KINDS and f.attribute in world.entities))


@lru_cache(maxsize=512)  # one moment asks many questions of the same tellings
def _fold(told: tuple[Fact, ...]) -> Belief:
    links = _Links.of(told)
    belief = Belief()
    for fact in told:
        if fact.kind == "value":
            _hold(belief, fact.attribute, fact.values[0], (Reason("value", fact),))
        elif fact.kind == "change":
            _carry_on(belief, links, fact)
        elif fact.kind == "request":
            _forget(belief, fact.attribute)
    return belief


def _hold(belief: Belief, entity: str, value: Value, reasons: tuple[Reason, ...]) -> None:
    before = belief.values.get(entity)
    if before is not None and before is not UNKNOWN and before != value:
        belief.past.setdefault(entity, []).append(before)
    if before != value or entity not in belief.reasons:
        belief.values[entity], belief.reasons[entity] = value, reasons


def _forget(belief: Belief, entity: str) -> None:
    before = belief.values.pop(entity, None)
    belief.reasons.pop(entity, None)
    if before is not None and before is not UNKNOWN:
        belief.past.setdefault(entity, []).append(before)


@dataclass(frozen=True, slots=True)
class _Links:
    """The told part of the graph, and the facts that told it."""

    graph: Graph
    dependencies: Mapping[tuple[str, str], Fact]
    rules: Mapping[Rule, Fact]

    @classmethod
    def of(cls, told: Sequence[Fact]) -> _Links:
        import networkx as nx

        dependencies: dict[tuple[str, str], Fact] = {}
        rules: dict[Rule, Fact] = {}
        for fact in told:
            if fact.kind == "dependency":
                dependencies.setdefault((fact.values[0], fact.attribute), fact)
            elif fact.kind == "rule":
                parent, when, then = fact.values
                rules.setdefault(Rule(parent, when, fact.attribute, then), fact)
        graph: Graph = nx.DiGraph()
        graph.add_nodes_from(fact.attribute for fact in told)
        graph.add_edges_from(dependencies)
        graph.add_edges_from((rule.parent, rule.child) for rule in rules)
        return cls(graph, dependencies, rules)

    def reason(self, parent: str, child: str) -> Reason:
        """Why the child is known to depend on the parent."""
        if (parent, child) in self.dependencies:
            return Reason("dependency", self.dependencies[parent, child])
        told = (f for r, f in self.rules.items() if (r.parent, r.child) == (parent, child))
        return Reason("rule", next(told))


def _carry_on(belief: Belief, links: _Links, fact: Fact) -> None:
    """A told change and everything that follows from it."""
    news = {fact.attribute: fact.values[0]}
    spread = consequences(links.graph, links.rules, belief.values, news)
    moved: dict[str, tuple[Reason, ...]] = {}
    for entity, consequence in spread.items():
        if consequence.moved_by:
            moved[entity] = _why_moved(entity, consequence, links, moved)
            reasons = _why(consequence, links, belief, moved[entity])
        else:
            moved[entity] = reasons = (Reason("change", fact),)
        if consequence.changed:
            _hold(belief, entity, consequence.value, reasons)


def _why_moved(
    entity: str,
    consequence: Consequence,
    links: _Links,
    moved: Mapping[str, tuple[Reason, ...]],
) -> tuple[Reason, ...]:
    """The shortest chain of told dependencies from the change to this entity."""
    parent = min(consequence.moved_by, key=lambda name: (len(moved[name]), name))
    return _unique((links.reason(parent, entity), *moved[parent]))


def _why(
    consequence: Consequence, links: _Links, belief: Belief, moved: tuple[Reason, ...]
) -> tuple[Reason, ...]:
    """The rules set off and what their parents' values rest on; else why the value is unknown."""
    if not consequence.fired:
        return moved
    rules = [Reason("rule", links.rules[rule]) for rule in consequence.fired]
    parents = [r for rule in consequence.fired for r in belief.reasons[rule.parent]]
    return _unique((*rules, *parents))


def _unique(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    found: dict[tuple[str, str], Reason] = {}
    for reason in reasons:
        found.setdefault((reason.role, reason.fact.id), reason)
    return tuple(found.values())
