"""How long a trial's memory takes, noted in the book of its life and in no record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from sim.cast.cast import Cast


@contextmanager
def timed(cast: Cast, phase: str) -> Iterator[None]:
    """Note how long what is done inside takes, as one turn of a phase of the cast's trial."""
    began = perf_counter()
    try:
        yield
    finally:
        cast.book.took(cast.at(phase=phase).place, perf_counter() - began)
