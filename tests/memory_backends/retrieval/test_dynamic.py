"""A backend that nobody can play is listed, and refused before a run starts."""

import pytest

import memory_backends
from experiments.trials.spec import TrialSpec
from memory_backends.retrieval import Dynamic
from sim.errors import LacksCapability


def test_it_is_listed_with_the_reason() -> None:
    (row,) = (row for row in memory_backends.describe() if row.name == "dynamic")
    assert row.doc.startswith("Refused: ")
    assert "no model of the cast tells so" in row.doc


@pytest.mark.parametrize("options", [{}, {"ranker": "bm25"}])
def test_making_one_is_refused_with_what_to_take_instead(options: dict[str, object]) -> None:
    with pytest.raises(LacksCapability, match=r"probability of each token.*take 'self_rag'"):
        memory_backends.create("dynamic", user_id="ada", **options)
    with pytest.raises(LacksCapability):
        Dynamic("ada")


def test_a_trial_with_it_is_refused_before_the_run() -> None:
    with pytest.raises(LacksCapability, match="no player of the cast does"):
        TrialSpec(backend="dynamic").check()
