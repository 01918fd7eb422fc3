"""The literal reader: reports what was said last, applies no rule, heeds no request."""

from __future__ import annotations

from sim.lexicon import Asking, Lexicon
from sim.roles.reading import wording
from sim.roles.reading.told import Told, told
from sim.views import Memory, Question


def read_literally(question: Question, memories: tuple[Memory, ...], lexicon: Lexicon) -> str:
    """The answer of a reader that takes the latest statement for the truth."""
    asking = lexicon.asked(question.text)
    if asking is None:
        return wording.NOTHING_KNOWN
    return _answer(asking, told(memories, lexicon))


def _answer(asking: Asking, said: Told) -> str:
    latest = {entity: said.values(entity)[-1:] for entity in asking.entities}
    if not any(latest.values()):
        return wording.NOTHING_KNOWN
    if asking.form == "joint":
        return wording.joint([(e, v[0] if v else None) for e, v in latest.items()])
    entity = asking.entities[0]
    if asking.form == "history":
        return wording.history(said.values(entity))
    word = wording.verbatim if asking.form == "literal" else wording.value
    return word(latest[entity][0])
