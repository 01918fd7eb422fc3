"""A graph of facts: things and values as nodes, facts as dated edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import networkx as nx

from memory_backends.facts.extracted import Fact
from sim.roles.extracting import Noted
from sim.text import normal
from sim.views import Memory

USER = "user"
Same = Callable[[str, list[str]], str | None]
"""Which of some names means the same as a name, or None."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A fact from one node to another; ``ended_at`` is when another took its place."""

    fact: Fact
    source: str
    target: str
    ended_at: datetime | None = None

    @property
    def id(self) -> str:
        """That of its entry."""
        return self.fact.memory.id

    def entry(self, at: datetime | None = None) -> Memory:
        """The fact as it stands at a date or now; one that has ended says since when."""
        memory = self.fact.memory
        if self.ended_at is None or (at is not None and self.ended_at > at):
            return memory
        return replace(memory, text=f"{memory.text} (until {self.ended_at.date()})")


class FactGraph:
    """Facts as edges. Names that mean the same are one node."""

    def __init__(self, same: Same) -> None:
        self._same = same
        self._graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self._edges: dict[str, Edge] = {}

    def __iter__(self) -> Iterator[Edge]:
        return iter(self._edges.values())

    def things(self) -> tuple[str, ...]:
        """The names of what facts are about, in the order in which they came."""
        named = [edge.source for edge in self if edge.source != USER]
        return tuple(dict.fromkeys(named))

    def link(self, fact: Fact) -> None:
        """Enter a fact between its nodes, which are made if they are not there."""
        first, second = ends(fact.note)
        source, target = self._node(first), self._node(second)
        edge = Edge(fact, source, target)
        self._edges[edge.id] = edge
        self._graph.add_edge(source, target, key=edge.id)

    def end(self, edge_id: str, at: datetime) -> None:
        """A fact has been overtaken: it is kept, with its end."""
        self._edges[edge_id] = replace(self._edges[edge_id], ended_at=at)

    def cut(self, edge_id: str) -> None:
        """Take a fact out, with nodes that nothing else leads to. KeyError if it is not there."""
        edge = self._edges.pop(edge_id)
        self._graph.remove_edge(edge.source, edge.target, key=edge_id)
        alone = [node for node in (edge.source, edge.target) if not self._graph.degree(node)]
        self._graph.remove_nodes_from(alone)

    def beside(self, edges: Iterable[Edge]) -> list[Edge]:
        """The facts that share a thing or a value with some facts; the user alone is no link."""
        nodes = {node for edge in edges for node in (edge.source, edge.target)} - {USER}
        return [edge for edge in self if not nodes.isdisjoint((edge.source, edge.target))]

    def clear(self) -> None:
        """Forget everything."""
        self._graph.clear()
        self._edges.clear()

    def _node(self, name: str) -> str:
        known = [node for node in self._graph if node != USER]
        return name if name == USER else self._same(name, known) or name


def ends(note: Noted) -> tuple[str, str]:
    """What a fact leads from and to.

    >>> ends(Noted("state", "My gym is Orme.", "t", "my gym", "Orme"))
    ('my gym', 'orme')
    >>> ends(Noted("depend", "My gym depends on my home.", "t", "my gym", parent="my home"))
    ('my gym', 'my home')
    """
    source = normal(note.about) or USER
    target = note.parent or note.value or note.words
    return source, normal(target)


def told_apart(notes: Sequence[Noted]) -> tuple[Noted, ...]:
    """The notes; those taken from the same words are told by their own part of them.

    Otherwise a manager, who is shown the words alone, would take the second for the first.

    >>> both = "My gym is Orme and my bank is Pell."
    >>> gym = Noted("state", both, "t", "my gym", "Orme")
    >>> [note.words for note in told_apart([gym, Noted("state", both, "t", "my bank", "Pell")])]
    ['my gym: Orme', 'my bank: Pell']
    """
    said = Counter((note.turn, note.words) for note in dict.fromkeys(notes))
    return tuple(
        replace(note, words=_triple(note)) if said[note.turn, note.words] > 1 else note
        for note in notes
    )


def _triple(note: Noted) -> str:
    match note.act:
        case "state" | "change":
            return f"{note.about}: {note.value}"
        case "depend":
            return f"{note.about} depends on {note.parent}"
        case "rule":
            return f"if {note.parent} becomes {note.trigger}, {note.about}: {note.value}"
        case _:
            return note.words
