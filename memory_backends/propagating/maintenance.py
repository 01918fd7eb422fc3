"""Truth maintenance: what holds after everything that was told, and why.

Told values, rules and dependencies are folded in the order of telling. When a value changes, all
that rests on it is derived anew by the rules, or marked unknown where no rule covers the new value,
level by level (several parents, and rules that disagree: ``sim.roles.reading.rules``). Rules and
dependencies hold for the whole of what was told, also where they were told after the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import networkx as nx

from memory_backends.propagating.entries import Derived, Told
from memory_backends.propagating.wording import reworded
from sim.lexicon import Act, Statement
from sim.roles.extracting import Noted
from sim.roles.reading.rules import Rules, State, rules, same
from sim.text import normal

if TYPE_CHECKING:
    Graph = nx.DiGraph[str]
else:
    Graph = nx.DiGraph


@dataclass
class Belief:
    """What holds now. ``standing`` maps a thing to what was told or derived of it last.

    ``graph`` is the justification graph: a node for each thing with a value or with something
    that hangs on it, an edge for each rule or dependency (under ``told``) from parent to child.
    """

    standing: dict[str, Told | Derived] = field(default_factory=dict)
    forgotten: dict[str, Told] = field(default_factory=dict)
    graph: Graph = field(default_factory=Graph)

    def value(self, about: str) -> str | None:
        """The value that holds, or None if there is none or nobody can know."""
        now = self.standing.get(about)
        if isinstance(now, Derived):
            return now.value
        return now.note.value if now is not None else None


def believe(told: Sequence[Told]) -> Belief:
    """Fold what was told, oldest first, into what holds."""
    fold = _Fold(told)
    for one in told:
        fold.take_in(one)
    return fold.belief


class _Fold:
    """The state while telling after telling is taken in."""

    def __init__(self, told: Sequence[Told]) -> None:
        links = [one for one in told if one.note.act in ("depend", "rule")]
        self._rules: Rules = rules(_statement(one.note) for one in links)
        self._links = links
        self._state: State = {}
        self._values: dict[str, Told] = {}
        self.belief = Belief(graph=_graph(links))

    def take_in(self, one: Told) -> None:
        """One more thing told: a value with all that follows, or a wish to forget."""
        about = one.note.about
        if one.note.act == "forget":
            self.belief.forgotten[about] = one
            self.belief.standing.pop(about, None)
            self._state.pop(about, None)
        elif one.tells_value:
            self.belief.forgotten.pop(about, None)
            self._tell(about, one)

    def _tell(self, about: str, one: Told) -> None:
        was_known = about in self._state
        moved = was_known and not same(self._state[about], one.note.value)
        self._values[about] = self.belief.standing[about] = one
        self._state[about] = one.note.value
        if moved or (one.note.act == "change" and not was_known):
            self._follow(about, one)

    def _follow(self, about: str, cause: Told) -> None:
        """Derive anew all that rests on a value that has changed."""
        before, after = self._state, self._rules.propagate(self._state, about)
        self._state = after
        changed = {about}
        for child in self._rules.order:
            if child == about or child in self.belief.forgotten:
                continue
            moved = [p for p in self._rules.parents[child] if p in changed]
            if not moved:
                continue
            if child not in before or not same(before[child], after[child]):
                changed.add(child)
            self.belief.standing[child] = self._derived(child, moved, cause)

    def _derived(self, child: str, moved: Sequence[str], cause: Told) -> Derived:
        value, last = self._state[child], self._values.get(child)
        rests_on = tuple(self._reasons(child, moved, value))
        words = reworded(last, value, rests_on) if value is not None else ""
        return Derived(child, value, cause, rests_on, last, words)

    def _reasons(self, child: str, moved: Iterable[str], value: str | None) -> Iterable[Told]:
        """The rules that gave a value; without one, the links to what has changed."""
        for parent in moved:
            links = [t for t in self._links if (t.note.about, t.note.parent) == (child, parent)]
            yield from [t for t in links if value is None or self._fired(t.note, value)]

    def _fired(self, rule: Noted, value: str) -> bool:
        now = self._state.get(rule.parent)
        return (
            rule.act == "rule"
            and now is not None
            and normal(rule.trigger) == normal(now)
            and normal(rule.value) == normal(value)
        )


def _graph(links: Iterable[Told]) -> Graph:
    graph = Graph()
    for one in links:
        parent, child = one.note.parent, one.note.about
        earlier = graph.edges[parent, child]["told"] if graph.has_edge(parent, child) else ()
        graph.add_edge(parent, child, told=(*earlier, one))
    return graph


def _statement(note: Noted) -> Statement:
    act: Act = "rule" if note.act == "rule" else "depend"
    return Statement(act, note.about, note.value, note.parent, note.trigger)
