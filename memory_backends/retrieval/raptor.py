"""A tree of summaries over what was said, searched on all its levels at once."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.retrieval.clusters import ClusterTree, Node
from memory_backends.retrieval.dense import Dense, DenseOptions
from sim.roles.summariser import SUMMARISER, SummariserInput
from sim.views import Memory, Session, Turn


class RaptorOptions(DenseOptions):
    """How the tree grows.

    A cluster with more than so many ``members`` is split in two. A summary is made anew when new
    pieces below it are at least the share ``renew`` of all (0: whenever one comes).
    """

    members: int = Field(default=8, ge=2)
    renew: float = Field(default=0.25, ge=0, le=1)


class Raptor(Dense):
    """Summarises clusters of what was said, and clusters of summaries (RAPTOR, Sarthi et al. 2024).

    Search is the paper's "collapsed tree": leaves and summaries compete by cosine. The paper
    builds its tree once, by Gaussian mixtures in which a text may lie in several clusters. Here
    it grows with each session: a turn joins the nearest cluster, overfull ones split, and the
    summaries above are made anew once enough has come to them, by the role ``summariser``, which
    reads the members as what the user said. A summary is dated to the latest thing it rests on;
    when an entry is deleted, all summaries above it are made anew without it.
    """

    name = "raptor"
    group = "retrieval"
    Options: ClassVar[type[RaptorOptions]] = RaptorOptions
    options: RaptorOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._tree = ClusterTree(self.options.members)
        self._summaries: dict[str, Memory] = {}

    def add(self, session: Session) -> None:
        """Take in the pieces of a session and bring the summaries above them up to date."""
        new = [entry for entry in self._cut(session) if self._entries.get(entry.id) != entry]
        for entry, vector in zip(new, self._embedder.embed([e.text for e in new]), strict=True):
            if entry.id in self._entries:
                self._tree.remove(entry.id)
            self._entries[entry.id] = entry
            self._tree.insert(entry.id, vector)
        self._summarise(session.id, grown=True)

    def get_all(self) -> list[Memory]:
        """What was said and the summaries, oldest first."""
        entries = [*self._entries.values(), *self._summaries.values()]
        return sorted(entries, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget a piece or a summary; KeyError if there never was one of that id.

        A summary may have gone already, with the last piece below it.
        """
        if memory_id in self._entries:
            del self._entries[memory_id]
            self._tree.remove(memory_id)
            self._summarise(f"without {memory_id}", grown=False)
        elif memory_id in self._summaries:
            del self._summaries[memory_id]
            self._changed()
        elif not self._tree.made(memory_id):
            raise KeyError(memory_id)

    def reset(self) -> None:
        """Forget everything."""
        self._tree = ClusterTree(self.options.members)
        self._summaries.clear()
        super().reset()

    def _searched(self) -> tuple[Memory, ...]:
        return tuple(self.get_all())

    def _summarise(self, occasion: str, *, grown: bool) -> None:
        """Make the summaries above a change anew; where the tree has grown, also those missing."""
        for cluster in self._tree.changed():
            old = self._summaries.get(cluster.id)
            if not cluster.size:
                self._summaries.pop(cluster.id, None)
            elif self._is_due(cluster) if old else grown and len(cluster.members) > 1:
                self._summaries[cluster.id] = self._summary(cluster, occasion)
                cluster.fresh, cluster.lost = 0, False
        self._changed()

    def _is_due(self, cluster: Node) -> bool:
        """Whether a summary tells of what is gone, or too little of what has come."""
        come = cluster.fresh > 0 and cluster.fresh >= self.options.renew * cluster.size
        return cluster.lost or come

    def _summary(self, cluster: Node, occasion: str) -> Memory:
        below = sorted(self._below(cluster), key=lambda memory: (memory.created_at, memory.id))
        turns = tuple(
            Turn(f"{cluster.id}.{number}", "user", memory.text, memory.created_at)
            for number, memory in enumerate(below)
        )
        talk = Session(cluster.id, self.user_id, turns[0].at, turns[-1].at, turns)
        text = self.play(SUMMARISER, SummariserInput(talk), f"{occasion}/{cluster.id}").text
        sessions = dict.fromkeys(one for memory in below for one in memory.sessions)
        sources = dict.fromkeys(one for memory in below for one in memory.turns)
        return Memory(cluster.id, text, talk.ended_at, tuple(sessions), tuple(sources))

    def _below(self, cluster: Node) -> list[Memory]:
        """What a summary is made of: its members, or what is below those without a summary."""
        found: list[Memory] = []
        for member in cluster.members:
            known = self._entries if member.level == 0 else self._summaries
            found += [known[member.id]] if member.id in known else self._below(member)
        return found
