"""Whether a sentence is worth keeping at all, judged by its words alone."""

from __future__ import annotations

import re

from sim.roles.gate import COURTESY

FEWEST_WORDS = 4
_OWN = re.compile(r"\b(?:i|i['’]\w+|my|mine|we|our|ours|us|me)\b", re.IGNORECASE)
_DETAIL = re.compile(r"\d|\"[^\"]+\"|(?<=[a-z,;:] )[A-Z][\w'’-]+")
_SETTLED = re.compile(
    r"\b(?:decided|chose|chosen|settled|agreed|booked|ordered|signed|picked|went with|going with|"
    r"plan|prefer|always|never|allerg\w*|hate|love|like|need|want|use|keep|take|promised|named|"
    r"called)\b",
    re.IGNORECASE,
)


def worth_keeping(sentence: str) -> bool:
    """A statement of the speaker's own that holds a name, a number, a quotation or a decision.

    >>> worth_keeping("We decided on the slate tiles for the bathroom.")
    True
    >>> [worth_keeping(said) for said in ("Is that so?", "Thank you, that was all.", "It rains.")]
    [False, False, False]
    """
    if sentence.rstrip().endswith("?") or len(sentence.split()) < FEWEST_WORDS:
        return False
    if COURTESY.search(sentence) or not _OWN.search(sentence):
        return False
    return bool(_DETAIL.search(sentence) or _SETTLED.search(sentence))
