"""Search by embedding."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import memory_backends
from memory_backends.conformance.script import AFTERWARDS, session
from memory_backends.embedders.cache import VECTORS
from memory_backends.embedders.hashing import Hashing
from memory_backends.retrieval import Dense
from memory_backends.retrieval.dense import DenseOptions
from sim.errors import UnknownName

WORDS = ("tram", "ferry", "bakery", "harbour", "clock", "honey")
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)


def dense() -> Dense:
    return Dense("ada", DenseOptions(embedder="hashing"))


@given(st.lists(TEXT, min_size=1, max_size=10), TEXT, st.integers(1, 5))
def test_scores_are_cosines_and_the_best_come_first(texts: list[str], query: str, k: int) -> None:
    backend = dense()
    backend.add(session(1, "ada", *texts))
    embedder = Hashing()
    cosines = embedder.embed(texts).astype(float) @ embedder.embed([query])[0].astype(float)
    found = [memory.score for memory in backend.search(query, k=k, at=AFTERWARDS)]
    np.testing.assert_allclose(found, np.sort(cosines)[::-1][:k], atol=2e-6)


@settings(max_examples=30)
@given(st.lists(TEXT, min_size=1, max_size=30), TEXT, st.integers(0, 29))
def test_equal_texts_score_exactly_alike_wherever_they_stand(
    texts: list[str], query: str, place: int
) -> None:
    backend = dense()
    backend.add(session(1, "ada", *texts, texts[place % len(texts)]))
    scores: dict[str, set[float | None]] = {}
    for memory in backend.search(query, k=100, at=AFTERWARDS):
        scores.setdefault(memory.text, set()).add(memory.score)
    assert all(len(each) == 1 for each in scores.values())


def test_a_text_is_embedded_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    VECTORS.clear()
    seen: list[str] = []
    original = Hashing.encode

    def noting(self: Hashing, texts: Sequence[str]) -> NDArray[np.float32]:
        seen.extend(texts)
        return original(self, texts)

    monkeypatch.setattr(Hashing, "encode", noting)
    for _ in range(3):  # three trials on the same life
        backend = dense()
        backend.add(session(1, "ada", "tram", "ferry"))
        backend.search("harbour", k=1, at=AFTERWARDS)
        backend.add(session(2, "ada", "clock", "tram", day=1))
        backend.search("harbour", k=1, at=AFTERWARDS)
    assert sorted(seen) == ["clock", "ferry", "harbour", "tram"]


def test_vectors_it_holds_survive_a_full_cache() -> None:
    backend = dense()
    backend.add(session(1, "ada", "tram", "ferry"))
    backend.search("tram", k=1, at=AFTERWARDS)
    VECTORS.clear()
    backend.delete("s0001.0")
    assert [memory.id for memory in backend.search("ferry", k=5, at=AFTERWARDS)] == ["s0001.2"]


def test_an_unknown_embedder_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no embedder is called 'hasing': did you mean 'hashin"):
        memory_backends.create("dense", user_id="ada", embedder="hasing")


def test_the_default_embedder_finds_a_paraphrase() -> None:
    backend = memory_backends.create("dense", user_id="ada")
    backend.add(
        session(
            1,
            "ada",
            "I moved to a new apartment in Keldara.",
            "My favourite dish is mushroom soup.",
            "The quarterly budget meeting was tedious.",
        )
    )
    (best,) = backend.search("Where is my home now?", k=1, at=AFTERWARDS)
    assert best.id == "s0001.0"
