"""Layer 1 of the verification: which turn of a session conveyed which fact (MEME, figure 13).

The reveal checker says so while a conversation goes on. Here every turn is read again, for the
words of every planned fact, whatever the checker said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from experiments.auditing.findings import Finding
from sim.plans import Reveal
from sim.views import Turn

WORLD_KINDS = ("value", "dependency", "rule", "change", "request")


@dataclass(frozen=True, slots=True)
class Heard:
    """A session that was held: its turns, which facts the checker heard in which, and the rest."""

    session: str
    turns: tuple[Turn, ...]
    told: tuple[tuple[str, str], ...]
    untold: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conveyed:
    """A fact and the turn that conveyed it, word for word or (``verbatim`` False) by hearsay."""

    reveal: Reveal
    turn: Turn
    verbatim: bool


def conveyed(heard: Heard, reveals: Mapping[str, Reveal]) -> Iterator[Conveyed]:
    """Each planned fact with its turn, in the order they were heard."""
    turns = {turn.id: turn for turn in heard.turns}
    for fact_id, turn_id in heard.told:
        if fact_id in reveals and turn_id in turns:
            turn, reveal = turns[turn_id], reveals[fact_id]
            yield Conveyed(reveal, turn, reveal.fact.is_carried_by(turn.text))


def misheard(heard: Heard, reveals: Mapping[str, Reveal]) -> Iterator[Finding]:
    """Facts that did not come out, came out unheard, or were heard where nobody said them."""
    for fact_id in heard.untold:
        if fact_id in reveals:
            yield _untold(heard, reveals[fact_id])
    for fact_id, turn_id in heard.told:
        turn = next((turn for turn in heard.turns if turn.id == turn_id), None)
        if turn is None or turn.speaker != "user":
            yield Finding("HIGH", "conveyed", "heard where the user said nothing",
                          heard.session, turn_id, fact_id)  # fmt: skip
    yield from _crowded(heard)


def _untold(heard: Heard, reveal: Reveal) -> Finding:
    fact, said = reveal.fact, _turn_with(heard.turns, reveal)
    if said is not None:
        return Finding("MEDIUM", "conveyed", f"a {fact.kind} was said and not heard",
                       heard.session, said.id, fact.id)  # fmt: skip
    grave = fact.kind in WORLD_KINDS
    return Finding("HIGH" if grave else "LOW", "conveyed", f"a {fact.kind} was not told",
                   heard.session, fact=fact.id)  # fmt: skip


def _turn_with(turns: Sequence[Turn], reveal: Reveal) -> Turn | None:
    users = (turn for turn in turns if turn.speaker == "user")
    return next((turn for turn in users if reveal.fact.is_carried_by(turn.text)), None)


def _crowded(heard: Heard) -> Iterator[Finding]:
    """Messages with more than one fact."""
    turns = [turn_id for _, turn_id in heard.told]
    for turn_id in dict.fromkeys(turns):
        if turns.count(turn_id) > 1:
            yield Finding(
                "LOW", "conveyed", "one message with several facts", heard.session, turn_id
            )
