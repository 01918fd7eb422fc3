"""What the memory holds: each thing told, and each thing that follows from what was told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sim.roles.extracting import Noted
from sim.views import Memory


@dataclass(frozen=True, slots=True)
class Told:
    """A note with its place in time; ``id`` is the turn and the note's number in the session."""

    id: str
    session: str
    at: datetime
    note: Noted

    @property
    def tells_value(self) -> bool:
        """Whether it says what something is."""
        return self.note.act in ("state", "change")

    def memory(self) -> Memory:
        """The user's own words."""
        return self._entry(self.id, self.note.words, "told")

    def superseded(self, by: Told) -> Memory:
        """The same words as what held once, until something upstream changed."""
        text = f'Until {by.at.date()} this held: "{self.note.words}"'
        return self._entry(self.id, text, "superseded")

    def _entry(self, entry_id: str, text: str, standing: str) -> Memory:
        return Memory(
            id=entry_id,
            text=text,
            created_at=self.at,
            sessions=(self.session,),
            turns=(self.note.turn,),
            metadata={"standing": standing},
        )


@dataclass(frozen=True, slots=True)
class Derived:
    """What something must be by now, because of a change: a value, or None if nobody can know.

    ``cause`` is the change it goes back to, ``rests_on`` the rules or dependencies that led from
    there, ``words`` a sentence that says the value ("" where there is none).
    """

    about: str
    value: str | None
    cause: Told
    rests_on: tuple[Told, ...]
    before: Told | None
    words: str

    @property
    def id(self) -> str:
        """The cause's id and what follows for whom; it sorts behind the cause."""
        return f"{self.cause.id}>{self.about}"

    def memory(self) -> Memory:
        """The conclusion as an entry, dated to the change that brought it about."""
        turns = (self.cause.note.turn,)
        sessions, at = (self.cause.session,), self.cause.at
        kept = {"standing": "derived" if self.value is not None else "unknown"}
        return Memory(self.id, self.words or self._admission(), at, sessions, turns, metadata=kept)

    def _admission(self) -> str:
        """That it is not known any more, and why."""
        upstream = self.rests_on[0].note.parent if self.rests_on else self.cause.note.about
        return (
            f"As of {self.cause.at.date()} it is not known what {_name(self.about)} is: "
            f"it depended on {_name(upstream)}, which has changed since."
        )


def _name(about: str) -> str:
    """How a thing is called in a sentence.

    >>> _name("travel_pass"), _name("my gym")
    ('the travel pass', 'my gym')
    """
    return about if " " in about else f"the {about.replace('_', ' ')}"
