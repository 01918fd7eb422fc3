"""The only door to a model: ``Cast.play``. Scripted twins stand behind it when no model does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from numpy.random import Generator

from sim.cast.letting import LetIn, OpenDoor, no_door
from sim.cast.role import I, O, Role
from sim.cast.usage import Place, UsageBook
from sim.text import estimated_tokens

D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Played(Generic[D]):
    """What came of a call: the output, the tokens it took, and whether these are estimates.

    ``calls`` is 0 where nobody had to be asked. ``prompt`` is the version and hash of the prompt.
    """

    done: D
    tokens_read: int
    tokens_written: int
    estimated: bool = True
    calls: int = 1
    prompt: str = ""


class Player(Protocol):
    """Whoever plays roles: the scripted twins, or a model behind an endpoint."""

    @property
    def name(self) -> str:
        """The name under which usage is booked."""
        ...

    def play(
        self, role: Role[I, O], given: I, rng: Generator, place: Place
    ) -> tuple[O, int, int] | Played[O]:
        """The role's output, and the tokens read and written; three values alone are estimates."""
        ...


@dataclass(frozen=True, slots=True)
class Scripted:
    """Plays every role by its twin; counts the tokens a model would have read and written."""

    name: str = "scripted"

    def play(
        self,
        role: Role[I, O],
        given: I,
        rng: Generator,
        place: Place,  # noqa: ARG002
    ) -> tuple[O, int, int]:
        """Call the twin."""
        done = role.twin(given, rng)
        return done, estimated_tokens(given.reading()), estimated_tokens(done.reading())


@dataclass(frozen=True)
class Cast:
    """Who plays which role, where a call is made from, and the book its usage goes into.

    A cast belongs to one life; ``at`` gives the same cast at another trial or phase, writing
    into the same book. ``door`` is where libraries with models of their own are let in.
    """

    players: Mapping[str, Player] = field(default_factory=dict)
    default: Player = field(default_factory=Scripted)
    place: Place = field(default_factory=Place)
    book: UsageBook = field(default_factory=UsageBook)
    door: LetIn | None = None

    def at(self, *, trial: str | None = None, phase: str | None = None) -> Cast:
        """The same cast, its calls attributed to another trial or phase."""
        place = self.place
        if trial is not None:
            place = replace(place, trial=trial)
        if phase is not None:
            place = replace(place, phase=phase)
        return replace(self, place=place)

    def play(self, role: Role[I, O], given: I, rng: Generator) -> O:
        """Have a role played. Raises RoleFailed when its player gives no usable reply."""
        player = self.players.get(role.name, self.default)
        came = player.play(role, given, rng, self.place)
        played = came if isinstance(came, Played) else Played(*came)
        self.book.note(role.name, player.name, self.place, played)
        return played.done

    def let_in(self, owner: str, phase: Callable[[], str]) -> OpenDoor:
        """An endpoint for a library, whose calls are booked under ``owner`` here.

        Raises Misuse if the cast names no model for libraries.
        """
        if self.door is None:
            no_door(owner)
        return self.door(owner, self, phase)

    def check(self) -> None:
        """Raise what ended the run while a library was at work, if anything did."""
        if self.door is not None:
            self.door.check()
