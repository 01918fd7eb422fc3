"""What stands in a journal, in plain words."""

from __future__ import annotations

from experiments.cli.output import counted
from experiments.cli.showing.journal import Record

ABOUT = {
    "user_profile": "about the person",
    "ongoing_state": "about what is going on",
    "value": "how something is",
    "dependency": "what depends on what",
    "rule": "what a change would lead to",
    "change": "a change",
    "preference": "how they like things to be",
    "event": "something that happened to them",
    "position": "where they stand",
    "request": "a wish that something be forgotten",
}
ENDED = {
    "all_revealed": "everything planned was said",
    "max_turns": "it had become as long as a session may be",
    "gave_up": "the user no longer got around to what was planned",
}


def fact(telling: Record, *, ids: bool = False) -> str:
    """A fact that was told: what it is about and the words that carry it.

    >>> fact({"fact": "gold:1", "kind": "value", "needles": ["Brask"]})
    'how something is: Brask'
    """
    words = "; ".join(telling["needles"])
    about = ABOUT.get(telling["kind"], str(telling["kind"]).replace("_", " "))
    behind = f" ({telling['kind']} {telling['fact']})" if ids else ""
    return f"{about}: {words}{behind}" if words else f"{about}{behind}"


def ending(session: Record) -> str:
    """Why a session came to its end."""
    why = str(session["end_reason"])
    return f"the session ended: {ENDED.get(why, why.replace('_', ' '))}"


def unsaid(session: Record, *, ids: bool = False) -> str:
    """How many facts were planned for a session and did not come out; "" for none."""
    facts = session["untold"]
    behind = f" ({', '.join(facts)})" if ids else ""
    return f"planned and not said: {counted(len(facts), 'fact')}{behind}" if facts else ""
