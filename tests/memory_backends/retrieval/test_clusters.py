"""The tree of clusters: its shape under any history, its sums, its splits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_backends.retrieval.clusters import ClusterTree, Node, halves, unit

NUMBERS = st.lists(st.floats(-1, 1, width=16), min_size=3, max_size=3)
EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def leaves(node: Node | None) -> list[str]:
    if node is None:
        return []
    below = [each for member in node.members for each in leaves(member)]
    return below if node.level else [node.id]


def clusters(node: Node | None) -> list[Node]:
    if node is None or not node.level:
        return []
    return [node, *(each for member in node.members for each in clusters(member))]


def grown(vectors: list[list[float]], most: int) -> ClusterTree:
    tree = ClusterTree(most)
    for number, vector in enumerate(unit(np.array(vectors))):
        tree.insert(f"a{number}", vector)
    return tree


def check(tree: ClusterTree) -> None:
    """What always holds: sizes, levels, ways up, sums."""
    for cluster in clusters(tree.top):
        assert 1 <= len(cluster.members) <= tree.most
        for member in cluster.members:
            assert member.above is cluster
            assert member.level == cluster.level - 1
        sums = np.sum([member.total for member in cluster.members], axis=0)
        np.testing.assert_array_equal(cluster.total, sums)
    ids = [cluster.id for cluster in clusters(tree.top)]
    assert len(ids) == len(set(ids))
    assert all(tree.made(each) for each in ids)


@settings(max_examples=60)
@given(st.lists(NUMBERS, min_size=1, max_size=40), st.integers(2, 5), st.data())
def test_the_tree_keeps_its_shape_whatever_comes_and_goes(
    vectors: list[list[float]], most: int, data: st.DataObject
) -> None:
    tree = grown(vectors, most)
    check(tree)
    assert sorted(leaves(tree.top)) == sorted(f"a{n}" for n in range(len(vectors)))
    gone = data.draw(st.sets(st.integers(0, len(vectors) - 1)))
    for number in sorted(gone):
        tree.remove(f"a{number}")
        check(tree)
    left = {f"a{n}" for n in range(len(vectors)) if n not in gone}
    assert set(leaves(tree.top)) == left
    assert (tree.top is None) == (not left)


@given(st.lists(NUMBERS, min_size=1, max_size=25))
def test_the_same_leaves_make_the_same_tree(vectors: list[list[float]]) -> None:
    one, other = grown(vectors, 3), grown(vectors, 3)
    shape = [[(c.id, [m.id for m in c.members]) for c in clusters(t.top)] for t in (one, other)]
    assert shape[0] == shape[1]


def test_a_leaf_joins_the_nearest_cluster_and_an_overfull_one_splits_between_strangers() -> None:
    tree = ClusterTree(2)
    for name, vector in (("e1", EAST), ("n1", NORTH), ("e2", EAST)):
        tree.insert(name, vector)
    assert tree.top is not None
    assert [sorted(leaves(cluster)) for cluster in tree.top.members] == [["e1", "e2"], ["n1"]]
    tree.insert("n2", NORTH)
    assert [sorted(leaves(cluster)) for cluster in tree.top.members] == [["e1", "e2"], ["n1", "n2"]]


def test_only_what_lies_above_a_change_is_changed_lowest_first() -> None:
    tree = ClusterTree(2)
    for name, vector in (("e1", EAST), ("n1", NORTH), ("e2", EAST), ("n2", NORTH)):
        tree.insert(name, vector)
    assert tree.top is not None
    north = tree.top.members[1]
    tree.changed()
    assert tree.changed() == []
    tree.remove("n1")
    assert tree.changed() == [north, tree.top]
    tree.remove("n2")
    gone, top = tree.changed()
    assert (gone, gone.members, top) == (north, [], tree.top)


def test_a_leaf_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(KeyError):
        ClusterTree(2).remove("a1")


def test_ids_of_clusters_are_never_given_twice() -> None:
    tree = ClusterTree(2)
    tree.insert("a", EAST)
    tree.remove("a")
    tree.insert("b", EAST)
    assert tree.top is not None
    assert tree.top.id == "n2"
    assert [tree.made(each) for each in ("n1", "n2", "n3", "n0", "n", "a", "")] == [
        *(True, True, False, False, False, False, False)
    ]


@given(st.lists(NUMBERS, min_size=2, max_size=12))
def test_neither_half_is_empty(vectors: list[list[float]]) -> None:
    first = halves(unit(np.array(vectors)))
    assert first.any()
    assert not first.all()


def test_what_cannot_be_told_apart_is_split_in_the_middle() -> None:
    assert halves(np.stack([EAST] * 5)).tolist() == [True, True, False, False, False]
    assert halves(np.zeros((4, 2))).tolist() == [True, True, False, False]
