"""A shuffled deck that is dealt to the last card before any card comes a second time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from numpy.random import Generator

T = TypeVar("T")


class Deck(Generic[T]):
    """Deals items in random order; after the last it is shuffled again.

    The first card of a new round is never the last one of the round before (if there are two).
    """

    def __init__(self, items: Sequence[T], rng: Generator) -> None:
        self._items, self._rng = tuple(items), rng
        self._order: list[int] = []
        self._last = -1

    def __len__(self) -> int:
        return len(self._items)

    def deal(self) -> T:
        """The next item."""
        if not self._order:
            self._shuffle()
        self._last = self._order.pop()
        return self._items[self._last]

    def deal_some(self, count: int) -> tuple[T, ...]:
        """The next few items, no more than there are; all different within one round."""
        return tuple(self.deal() for _ in range(min(count, len(self._items))))

    def _shuffle(self) -> None:
        order = [int(at) for at in self._rng.permutation(len(self._items))]
        if len(order) > 1 and order[-1] == self._last:
            order.insert(0, order.pop())
        self._order = order


def chance(rng: Generator, share: float) -> bool:
    """True in a share of the cases; always draws once."""
    return bool(rng.random() < share)


def choose(rng: Generator, items: Sequence[T]) -> T:
    """One item, each as likely."""
    return items[int(rng.integers(len(items)))]


def subset(rng: Generator, items: Sequence[T], count: int) -> tuple[T, ...]:
    """So many of the items, in their order; all of them if there are not so many."""
    if count >= len(items):
        return tuple(items)
    kept = sorted(int(at) for at in rng.permutation(len(items))[:count])
    return tuple(items[at] for at in kept)


def shuffled(rng: Generator, items: Sequence[T]) -> list[T]:
    """All items in random order."""
    return [items[int(at)] for at in rng.permutation(len(items))]
