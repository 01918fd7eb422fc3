"""One thing noted from a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Act = Literal["state", "change", "depend", "rule", "forget", "note"]


@dataclass(frozen=True, slots=True)
class Noted:
    """What one sentence says, and the sentence itself.

    ``about`` is what it speaks of ("my commute"), ``value`` what that is said to be. For
    ``depend`` and ``rule`` it is the thing that depends, ``parent`` the one it depends on; a rule
    holds when the parent becomes ``trigger``. A ``note`` is worth keeping but says nothing of the
    kind. ``asked`` are questions it would answer, in words somebody might use, so that it is found
    when they are asked (search engines know this as document expansion).
    """

    act: Act
    words: str
    turn: str
    about: str = ""
    value: str = ""
    parent: str = ""
    trigger: str = ""
    asked: tuple[str, ...] = ()

    def reading(self) -> str:
        """The note, as a model would write it."""
        fields = (self.about, self.value, self.parent, self.trigger)
        return " | ".join(part for part in (self.act, *fields, self.words) if part)
