"""The second door as backends see it: where a library that calls models itself finds one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, Protocol

from sim.errors import Misuse

if TYPE_CHECKING:
    from sim.cast.cast import Cast

LIBRARY = "library"
"""The key under ``cast`` of a recipe for the model that libraries are given."""


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """An OpenAI-compatible endpoint: base URL, the model's name, and a key, which nobody looks at.

    What goes through is kept, limited, paced and booked like any call of a role.
    """

    url: str
    model: str
    key: str = "lifeworld"


class LetIn(Protocol):
    """Lets somebody in, whose calls are booked under their name where ``cast`` stands."""

    def __call__(self, owner: str, cast: Cast, phase: Callable[[], str]) -> OpenDoor:
        """The endpoint; ``phase`` says at each call what it is made for."""
        ...

    def check(self) -> None:
        """Raise what ended the run behind a library's back, if anything did."""
        ...


def no_door(owner: str) -> NoReturn:
    """Refuse: nobody said which model libraries are given."""
    raise Misuse(
        f"{owner!r} calls a language model itself and none is named for it: set cast.{LIBRARY}, "
        "for example to openai-compatible:MODEL@URL"
    )
