"""The process-wide cache of vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.embedders.cache import VectorCache


def vector(*numbers: float) -> np.ndarray:
    return np.array(numbers, dtype=np.float32)


def test_what_was_put_is_got_by_embedder_and_text() -> None:
    cache = VectorCache()
    cache.put("a", {"tram": vector(1, 0)})
    assert cache.get("a", ["tram", "ferry"]).keys() == {"tram"}
    assert cache.get("b", ["tram"]) == {}


def test_shared_vectors_cannot_be_written_to() -> None:
    cache = VectorCache()
    cache.put("a", {"tram": vector(1, 0)})
    with pytest.raises(ValueError, match="read-only"):
        cache.get("a", ["tram"])["tram"][0] = 5


def test_a_row_does_not_keep_its_batch_alive() -> None:
    cache = VectorCache()
    batch = np.zeros((100, 2), dtype=np.float32)
    cache.put("a", {"tram": batch[3]})
    assert cache.get("a", ["tram"])["tram"].base is None


def test_the_vector_used_longest_ago_goes_first() -> None:
    cache = VectorCache(max_bytes=2 * (8 + 1))  # two numbers of four bytes, a text of one
    cache.put("a", {"x": vector(1, 0), "y": vector(0, 1)})
    cache.get("a", ["x"])
    cache.put("a", {"z": vector(1, 1)})
    assert cache.get("a", ["x", "y", "z"]).keys() == {"x", "z"}


def test_putting_a_text_again_counts_it_once() -> None:
    cache = VectorCache()
    cache.put("a", {"x": vector(1, 0)})
    cache.put("a", {"x": vector(1, 0)})
    assert (len(cache), cache.bytes) == (1, 9)


def test_clearing_leaves_nothing() -> None:
    cache = VectorCache()
    cache.put("a", {"x": vector(1, 0)})
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(1, 4)), max_size=60))
def test_it_never_holds_more_than_its_bound(puts: list[tuple[str, int]]) -> None:
    cache = VectorCache(max_bytes=50)
    for text, length in puts:
        cache.put("a", {text: np.ones(length, dtype=np.float32)})
        held = cache.get("a", {each for each, _ in puts})
        assert cache.bytes == sum(v.nbytes + len(t.encode()) for t, v in held.items()) <= 50
