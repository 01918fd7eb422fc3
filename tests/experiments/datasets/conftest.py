"""LoCoMo-like files made by hand, one quirk at a time, and the real one where it is at hand."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experiments.datasets import Corpus, Findings, import_corpus, open_corpus

Sample = dict[str, Any]
REAL = Path(__file__).parents[3] / "../shared/data/locomo/locomo10.json"


def _turn(id_: str, text: str, speaker: str = "Ana", **more: object) -> Sample:
    return {"speaker": speaker, "dia_id": id_, "text": text, **more}


def _sample(*qa: Sample, name: str = "conv-1") -> Sample:
    """Two sessions of two turns; Ana and Ben take turns."""
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [_turn("D1:1", "I keep bees."), _turn("D1:2", "I swim.", "Ben")],
            "session_2_date_time": "12:05 am on 9 May, 2023",
            "session_2": [_turn("D2:1", "One hive died."), _turn("D2:2", "A pity.", "Ben")],
        },
        "qa": list(qa),
    }


def _question(*evidence: str, category: int = 4, **more: object) -> Sample:
    asked = {"question": "What does Ana keep?", "answer": "Bees", "category": category}
    return asked | {"evidence": list(evidence)} | more


@pytest.fixture
def turn() -> Callable[..., Sample]:
    return _turn


@pytest.fixture
def sample() -> Callable[..., Sample]:
    return _sample


@pytest.fixture
def question() -> Callable[..., Sample]:
    return _question


@pytest.fixture
def imported(tmp_path: Path) -> Callable[..., tuple[Corpus, Findings]]:
    """Samples, written in LoCoMo's layout, imported and opened."""

    def importing(*samples: Sample) -> tuple[Corpus, Findings]:
        source = tmp_path / "locomo.json"
        source.write_text(json.dumps(list(samples)))
        _, findings = import_corpus("locomo", source, tmp_path / "corpus")
        return open_corpus(tmp_path / "corpus"), findings

    return importing


@pytest.fixture(scope="session")
def real_locomo() -> Path:
    if not REAL.is_file():
        pytest.skip("the real LoCoMo file is not at ../shared/data/locomo (it may not be shipped)")
    return REAL
