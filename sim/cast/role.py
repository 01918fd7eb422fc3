"""A role: everything a language model might do, with a scripted twin that does it offline.

A role has a typed input (what a model would be shown), a typed output, and a twin: a deterministic
function of the input and a seeded generator. ``sees_gold`` is true only for the user's side and
for judges; a role on the assistant's side has an input made of views alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from numpy.random import Generator


class Readable(Protocol):
    """An input a model could be shown: ``reading`` is the text, without the instructions."""

    def reading(self) -> str:
        """The text that a model in this role would read; used to estimate tokens."""
        ...


I = TypeVar("I", bound=Readable)  # noqa: E741  (input)
O = TypeVar("O", bound=Readable)  # noqa: E741  (output)


@dataclass(frozen=True)
class Role(Generic[I, O]):
    """One part of the cast. ``purpose`` is a sentence for ``lifeworld list roles``.

    ``joined`` makes one output of those of several models that play the role as an ensemble.
    """

    name: str
    purpose: str
    input: type[I]
    output: type[O]
    twin: Callable[[I, Generator], O]
    sees_gold: bool = False
    joined: Callable[[Sequence[O]], O] | None = None
