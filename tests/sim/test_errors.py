"""One tree of errors; a message says what, where, the nearest right name and what to do."""

from __future__ import annotations

import copy
import pickle

import pytest

from sim.errors import (
    BackendFailed,
    BadData,
    JournalMismatch,
    LacksCapability,
    LifeworldError,
    MissingExtra,
    Misuse,
    RoleFailed,
    RunFailed,
    UnknownName,
    did_you_mean,
)

ERRORS = [
    UnknownName("backend", "bm52", ["bm25", "dense"], where="recipe.yaml, trials.0"),
    BadData("worlds/home.yaml, rules.3", "'Oslo' is in no pool"),
    MissingExtra("the embedder 'minilm'", "minilm"),
    LacksCapability("backend 'x' cannot delete, which a budget needs"),
    JournalMismatch("runs/first holds another recipe"),
    BackendFailed("bm25", "add", "s0003", "u1", ValueError("empty text")),
    RoleFailed("judge", "no number in the reply", raw="fine, I think"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_come_back_whole_from_another_process(error: LifeworldError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_is_one_line_and_of_one_root(error: LifeworldError) -> None:
    assert isinstance(error, LifeworldError)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, "backend 'b' failed in add for user 'u': ValueError: no row"),
        (
            {"life": "ada"},
            "backend 'b' failed in add for life 'ada' (user 'u'): ValueError: no row",
        ),
        ({"what": "gate"}, "gate 'b' failed in add for user 'u': ValueError: no row"),
    ],
)
def test_a_failure_says_what_is_known_and_nothing_empty(
    more: dict[str, str], sentence: str
) -> None:
    assert str(BackendFailed("b", "add", "", "u", ValueError("no\n\n   row\n"), **more)) == sentence


def test_misuse_and_failure_are_told_apart() -> None:
    misused = [isinstance(error, Misuse) for error in ERRORS]
    failed = [isinstance(error, RunFailed) for error in ERRORS]
    assert misused == [True] * 5 + [False] * 2
    assert failed == [False] * 5 + [True] * 2


def test_the_parts_of_a_failure_can_be_asked_for() -> None:
    failed = BackendFailed("dense", "search", "s0007", "u2", KeyError("vector"))
    parts = (failed.backend, failed.step, failed.session, failed.user)
    assert parts == ("dense", "search", "s0007", "u2")
    assert "KeyError" in str(failed)
    assert RoleFailed("judge", "no number", raw="hm").raw == "hm"


def test_an_unknown_name_says_where_what_is_near_and_what_is_known() -> None:
    assert str(ERRORS[0]) == (
        "recipe.yaml, trials.0: no backend is called 'bm52': did you mean 'bm25'? "
        "(known: bm25, dense)"
    )


def test_known_names_are_listed_in_order_and_may_be_none() -> None:
    assert str(UnknownName("gate", "zzz", ["b", "a"])).endswith("(known: a, b)")
    assert str(UnknownName("gate", "zzz", [])) == "no gate is called 'zzz' (none is known)"


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("recencey", ": did you mean 'recency'?"),
        ("BM25", ": did you mean 'bm25'?"),
        ("Dense", ": did you mean 'dense'?"),
        ("full-context", ": did you mean 'full_context'?"),
        ("xylophone", ""),
    ],
)
def test_the_nearest_name_is_found_whatever_its_case(name: str, suggestion: str) -> None:
    assert did_you_mean(name, iter(["recency", "bm25", "dense", "full_context"])) == suggestion
