"""Whether a sentence is worth keeping at all, judged by its words alone."""

from __future__ import annotations

import re

from sim.roles.gate import COURTESY

FEWEST_WORDS = 4
_OWN = re.compile(r"\b(?:i|i['’]\w+|my|mine|we|our|ours|us|me)\b", re.IGNORECASE)
_DETAIL = re.compile(r"\d|\"[^\"]+\"|(?<=[\w,;:] )[^\W\d_a-z][\w'’-]+")


def worth_keeping(sentence: str) -> bool:
    """A statement that speaks of the speaker or holds a name, a number or a quotation.

    >>> worth_keeping("We decided on the slate tiles for the bathroom.")
    True
    >>> [worth_keeping(said) for said in ("Is that so?", "Thank you, that was all.", "It rains.")]
    [False, False, False]
    """
    if sentence.rstrip().endswith("?") or len(sentence.split()) < FEWEST_WORDS:
        return False
    if COURTESY.search(sentence):
        return False
    return bool(_OWN.search(sentence) or _DETAIL.search(sentence))
