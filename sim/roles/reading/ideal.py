"""The ideal reader: applies every rule it is shown and admits what it cannot know."""

from __future__ import annotations

from sim.lexicon import Asking, Lexicon
from sim.roles.reading import wording
from sim.roles.reading.belief import Belief, believe
from sim.roles.reading.told import Told, told
from sim.views import Memory, Question


def read_ideally(question: Question, memories: tuple[Memory, ...], lexicon: Lexicon) -> str:
    """The best answer that the memories allow for."""
    asking = lexicon.asked(question.text)
    if asking is None:
        return wording.NOTHING_KNOWN
    said = told(memories, lexicon)
    return _answer(asking, said, believe(said))


def _answer(asking: Asking, said: Told, belief: Belief) -> str:
    if asking.form == "joint":
        return _together(asking.entities, belief)
    entity = asking.entities[0]
    if entity in belief.forgotten:
        return wording.FORGOTTEN
    if entity not in belief.state:
        return wording.NOTHING_KNOWN
    if asking.form == "history":
        return _history(said.values(entity), belief.state[entity])
    return _now(belief.state[entity], literal=asking.form == "literal")


def _now(value: str | None, *, literal: bool) -> str:
    if value is None:
        return wording.NO_LONGER_KNOWN
    return wording.verbatim(value) if literal else wording.value(value)


def _history(values: tuple[str, ...], now: str | None) -> str:
    """What was told, and that it no longer holds, if so."""
    if not values:
        return _now(now, literal=False)
    told_so_far = wording.history(values)
    return told_so_far if now is not None else f"{told_so_far} {wording.NO_LONGER_KNOWN}"


def _together(entities: tuple[str, ...], belief: Belief) -> str:
    known = {e: belief.state.get(e) for e in entities if e not in belief.forgotten}
    if any(known.values()):
        return wording.joint([(entity, known.get(entity)) for entity in entities])
    if not known:
        return wording.FORGOTTEN
    return wording.NO_LONGER_KNOWN if known.keys() & belief.state.keys() else wording.NOTHING_KNOWN
