"""What a memory took is noted by trial and phase, also where it raised."""

import pytest

from experiments.trials.stopwatch import timed
from sim.cast import Cast, Place


def test_turns_and_seconds_add_up_by_place() -> None:
    cast = Cast(place=Place("ada", "bm25"))
    for phase in ("retrieve", "ingest", "retrieve"):
        with timed(cast, phase):
            pass
    times = list(cast.book.times())
    assert [(place.trial, place.phase, turns) for place, turns, _ in times] == [
        ("bm25", "ingest", 1),
        ("bm25", "retrieve", 2),
    ]
    assert all(seconds >= 0 for *_, seconds in times)


def test_what_raised_took_its_time_too() -> None:
    cast = Cast(place=Place("ada", "bm25"))
    with pytest.raises(OSError, match="gone"), timed(cast, "ingest"):
        raise OSError("gone")
    assert [turns for _, turns, _ in cast.book.times()] == [1]


def test_the_time_is_no_line_of_the_book() -> None:
    cast = Cast(place=Place("ada", "bm25"))
    with timed(cast, "ingest"):
        pass
    assert list(cast.book.lines()) == []
