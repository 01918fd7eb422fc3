"""A tree of clusters of vectors that grows leaf by leaf; an overfull cluster splits in two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memory_backends.retrieval.ranking import SCORE_DECIMALS

Vector = NDArray[np.float64]
ROUNDS = 5  # of moving vectors to the nearer half, when a cluster is split


@dataclass(slots=True, eq=False)
class Node:
    """A leaf (level 0) or a cluster.

    ``total`` is the sum of the vectors of all ``size`` leaves below. ``fresh`` counts leaves that
    came, ``lost`` says whether any went away, since whoever uses the tree last set them back.
    """

    id: str
    level: int
    total: Vector
    members: list[Node] = field(default_factory=list)
    above: Node | None = None
    size: int = 1
    fresh: int = 0
    lost: bool = False


class ClusterTree:
    """Puts each new leaf into the nearest cluster; all leaves lie equally deep below the top.

    Clusters hold at most ``most`` members and are called n1, n2, ... in the order in which they
    came to be. What a change has touched is kept until ``changed`` is asked.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.top: Node | None = None
        self.clusters_made = 0
        self._leaves: dict[str, Node] = {}
        self._touched: dict[str, Node] = {}

    def insert(self, leaf_id: str, vector: NDArray[np.floating]) -> None:
        """Add a leaf with a vector of length one (or of zeros)."""
        leaf = Node(leaf_id, 0, np.asarray(vector, dtype=np.float64))
        self._leaves[leaf_id] = leaf
        if self.top is None:
            self.top = self._cluster([leaf])
            return
        cluster = self._nearest(self.top, leaf.total)
        self._join(cluster, [leaf])
        for node in self._way_up(leaf):
            node.fresh += 1
        while len(cluster.members) > self.most:
            cluster = self._split(cluster)

    def remove(self, leaf_id: str) -> None:
        """Take a leaf out, and clusters that are empty then; KeyError if there is none such."""
        node = self._leaves.pop(leaf_id)
        node.size = 0
        for above in self._way_up(node):
            above.lost = True
            if not node.size:
                above.members.remove(node)
                self._touch(above)
            node = above
        if not node.size:
            self.top = None

    def made(self, cluster_id: str) -> bool:
        """Whether a cluster has, or once had, this id."""
        letter, number = cluster_id[:1], cluster_id[1:]
        return letter == "n" and number.isdecimal() and 0 < int(number) <= self.clusters_made

    def changed(self) -> list[Node]:
        """The clusters below which anything has changed since the last time, lowest first.

        One without members is no more.
        """
        touched, self._touched = self._touched, {}
        return sorted(touched.values(), key=lambda node: (node.level, int(node.id[1:])))

    def _cluster(self, members: Sequence[Node]) -> Node:
        self.clusters_made += 1
        total = np.zeros_like(members[0].total)
        made = Node(f"n{self.clusters_made}", members[0].level + 1, total)
        self._join(made, members)
        return made

    def _join(self, cluster: Node, members: Sequence[Node]) -> None:
        for member in members:
            member.above = cluster
        cluster.members += members
        self._touch(cluster)

    def _touch(self, node: Node) -> None:
        """Sum up anew from here to the top; sums of the same members are the same to the bit."""
        for touched in (node, *self._way_up(node)):
            self._touched[touched.id] = touched
            totals = [member.total for member in touched.members]
            touched.total = np.sum(totals, axis=0) if totals else np.zeros_like(touched.total)
            touched.size = sum(member.size for member in touched.members)

    def _way_up(self, node: Node) -> Iterator[Node]:
        """The clusters above a node, nearest first."""
        above = node.above
        while above is not None:
            yield above
            above = above.above

    def _nearest(self, top: Node, vector: Vector) -> Node:
        """The cluster of leaves whose centre is nearest, level by level; of equals the first."""
        found = top
        while found.level > 1:
            centres = unit(np.stack([member.total for member in found.members]))
            scores = np.round(np.einsum("ij,j->i", centres, vector), SCORE_DECIMALS)
            found = found.members[int(np.argmax(scores))]
        return found

    def _split(self, cluster: Node) -> Node:
        """Two clusters out of one, side by side; returns the one above them."""
        first = halves(unit(np.stack([member.total for member in cluster.members])))
        members, cluster.members, cluster.lost = cluster.members, [], True
        sibling = self._cluster([m for m, one in zip(members, first, strict=True) if not one])
        self._join(cluster, [m for m, one in zip(members, first, strict=True) if one])
        if cluster.above is None:
            self.top = self._cluster([cluster, sibling])
            return self.top
        self._join(cluster.above, [sibling])
        return cluster.above


def unit(vectors: Vector) -> Vector:
    """Rows (n, d) at length one; rows of zeros stay."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    made: Vector = vectors / np.where(lengths > 0, lengths, 1.0)[:, None]
    return made


def halves(vectors: Vector) -> NDArray[np.bool_]:
    """Which of some rows of length one (at least two) form the first of two clusters.

    The two rows farthest apart begin, and the others go to the nearer one (2-means on cosines).
    Neither half is empty: rows that cannot be told apart are split in the middle.

    >>> halves(np.array([[1.0, 0.0], [0.0, 1.0], [0.8, 0.6], [0.6, 0.8]])).tolist()
    [True, False, True, False]
    """
    likeness = np.round(np.einsum("id,jd->ij", vectors, vectors), SCORE_DECIMALS)
    centres = vectors[list(divmod(int(np.argmin(likeness)), len(vectors)))]
    for _ in range(ROUNDS):
        scores = np.round(np.einsum("id,jd->ij", vectors, centres), SCORE_DECIMALS)
        first: NDArray[np.bool_] = scores[:, 0] >= scores[:, 1]
        if first.all() or not first.any():
            return np.arange(len(vectors)) < len(vectors) // 2
        centres = unit(np.stack([vectors[first].sum(axis=0), vectors[~first].sum(axis=0)]))
    return first
