"""A filler session: a conversation with nothing in it that anybody will be asked about."""

from __future__ import annotations

from dataclasses import dataclass

from sim.text import estimated_tokens
from sim.views import Speaker

Said = tuple[tuple[Speaker, str], ...]


@dataclass(frozen=True, slots=True)
class Filler:
    """A recorded conversation. ``id`` names it in its source, ``topic`` what it is about."""

    id: str
    topic: str
    turns: Said

    @property
    def text(self) -> str:
        """What both say, one line a turn."""
        return "\n".join(text for _, text in self.turns)

    @property
    def tokens(self) -> int:
        """About how many tokens it has, as a session's text is counted."""
        return estimated_tokens("\n".join(f"{who}: {text}" for who, text in self.turns))

    def said_by(self, speaker: Speaker) -> str:
        """The turns of one of the two, one line each."""
        return "\n".join(text for who, text in self.turns if who == speaker)
