"""BM25 against the formula, against bm25s itself, and over time."""

from collections import Counter
from datetime import datetime, timedelta
from math import log

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memory_backends
from memory_backends.conformance.script import AFTERWARDS, session
from memory_backends.retrieval import Bm25
from memory_backends.retrieval.bm25 import Bm25Options, bm25_scorer
from memory_backends.retrieval.words import stems
from sim.errors import Misuse

WORDS = ("tram", "ferry", "bakery", "harbour", "clock", "honey")
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)


def by_formula(texts: list[str], query: str, k1: float, b: float) -> list[float]:
    """Lucene's BM25: idf = ln(1 + (N - df + .5) / (df + .5)), no (k1 + 1) in the numerator."""
    bags = [Counter(stems(text)) for text in texts]
    average = sum(bag.total() for bag in bags) / len(bags)
    scores = []
    for bag in bags:
        score = 0.0
        for stem in stems(query):
            df = sum(stem in each for each in bags)
            idf = log(1 + (len(bags) - df + 0.5) / (df + 0.5))
            score += idf * bag[stem] / (bag[stem] + k1 * (1 - b + b * bag.total() / average))
        scores.append(score)
    return scores


@given(st.lists(TEXT, min_size=1, max_size=8), TEXT, st.sampled_from([(1.5, 0.75), (0.9, 0.0)]))
def test_scores_follow_the_formula(
    texts: list[str], query: str, saturation: tuple[float, float]
) -> None:
    k1, b = saturation
    got = bm25_scorer(texts, k1=k1, b=b)(query)
    np.testing.assert_allclose(got, by_formula(texts, query, k1, b), atol=1e-9)


@given(st.lists(TEXT, min_size=2, max_size=12), TEXT, st.integers(1, 5))
def test_the_top_k_is_that_of_bm25s(texts: list[str], query: str, k: int) -> None:
    backend = Bm25("ada")
    backend.add(session(1, "ada", *texts))
    found = [memory.score for memory in backend.search(query, k=k, at=AFTERWARDS)]
    index = bm25s.BM25(k1=1.5, b=0.75)
    index.index([list(stems(text)) for text in texts], show_progress=False)
    direct = np.sort(index.get_scores(list(stems(query))))[::-1][:k]
    np.testing.assert_allclose(found, [score for score in direct if score > 0], atol=2e-6)


@given(st.lists(TEXT, min_size=1, max_size=6), st.integers(0, 11), TEXT)
def test_nothing_later_than_the_date_of_asking(texts: list[str], minute: int, query: str) -> None:
    backend = Bm25("ada")
    talk = session(1, "ada", *texts)
    backend.add(talk)
    at = talk.started_at + timedelta(minutes=minute)
    found = {memory.id for memory in backend.search(query, k=100, at=at)}
    everything = {memory.id for memory in backend.search(query, k=100, at=AFTERWARDS)}
    known = {entry.id for entry in backend.get_all() if entry.created_at <= at}
    assert found == everything & known


def test_later_entries_do_not_use_up_the_depth() -> None:
    backend = Bm25("ada")
    early = session(1, "ada", "The tram is late and the bakery is closed.")
    backend.add(early)
    backend.add(session(2, "ada", "Tram, tram, tram.", day=5))
    (found,) = backend.search("tram", k=1, at=early.ended_at)
    assert found.id == "s0001.0"


def test_entries_without_a_word_of_the_question_are_not_returned() -> None:
    backend = Bm25("ada")
    backend.add(session(1, "ada", "The tram is late.", "Honey from the market."))
    assert [memory.id for memory in backend.search("honey", k=5, at=AFTERWARDS)] == ["s0001.2"]
    assert backend.search("zeppelin", k=5, at=AFTERWARDS) == []
    assert backend.search("the of and", k=5, at=AFTERWARDS) == []
    assert backend.search("  ", k=5, at=AFTERWARDS) == []


def test_a_store_of_stop_words_only_finds_nothing() -> None:
    backend = Bm25("ada")
    backend.add(session(1, "ada", "And then the."))
    assert len(backend.get_all()) == 1
    assert backend.search("tram", k=5, at=AFTERWARDS) == []


def test_the_same_words_said_twice_come_newest_first() -> None:
    backend = Bm25("ada")
    backend.add(session(1, "ada", "I take the tram.", "Honey."))
    backend.add(session(2, "ada", "I take the tram.", day=30))
    found = backend.search("tram", k=5, at=AFTERWARDS)
    assert [memory.id for memory in found] == ["s0002.0", "s0001.0"]
    assert found[0].score == found[1].score


def test_questions_between_two_changes_share_one_index(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    original = bm25s.BM25.index

    def counting(self: object, corpus: tuple[list[object], object], **options: object) -> None:
        built.append(len(corpus[0]))
        original(self, corpus, **options)

    monkeypatch.setattr(bm25s.BM25, "index", counting)
    backend = Bm25("ada")
    backend.add(session(1, "ada", "tram", "ferry"))
    for day in range(5):
        backend.search("tram", k=1, at=datetime(1994, 5, 1 + day))
    backend.add(session(2, "ada", "bakery", day=1))
    backend.search("tram", k=1, at=AFTERWARDS)
    backend.search("bakery", k=1, at=AFTERWARDS)
    assert built == [2, 3]


def test_saturation_is_an_option_within_its_bounds() -> None:
    backend = memory_backends.create("bm25", user_id="ada", k1="0.9", b=0)
    assert isinstance(backend.options, Bm25Options)
    assert (backend.options.k1, backend.options.b) == (0.9, 0.0)
    with pytest.raises(Misuse, match="'b' of backend 'bm25' cannot be 2"):
        memory_backends.create("bm25", user_id="ada", b=2)
