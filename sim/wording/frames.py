"""Setting a sentence that holds no fact between a lead and a tail, each time otherwise.

Sentences that state a fact are never set so: their wording is what readers know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from numpy.random import Generator

from sim.lexicon import sentences
from sim.wording.manner import Manner, one_of
from sim.wording.parts import Kind, parts, small_words

FEWEST_WORDS = 4  # a shorter sentence bears no tail, unless it is of one of these kinds
SHORT: frozenset[Kind] = frozenset({"reply", "courtesy"})
MOST_COMMAS = 2  # a sentence with as many bears none either
# Kinds whose leads may have a "Well," before them.
CHATTY: frozenset[Kind] = frozenset({"statement", "question", "reply", "purpose"})
_FIRST = re.compile(r"\w+")
_BYE = re.compile(r"\b(?:thank|thanks|bye|goodbye|cheers|talk soon)\b", re.IGNORECASE)


def framed(text: str, manner: Manner, rng: Generator, kind: Kind | None = None) -> str:
    """A sentence, or a few, as somebody of a manner puts it.

    If no kind is named, a lead and a tail go by whether the sentence beside them is a question.

    >>> from sim.seeds import stream
    >>> from sim.wording.manner import manner
    >>> said = framed("The lid never fits.", manner(stream(1)), stream(4))
    >>> "he lid never fits" in said, said[-1]
    (True, '.')
    """
    first, last = _ends(text)
    return _framed(text, manner, rng, kind or _kind(first), kind or _kind(last))


def begun(text: str, manner: Manner, rng: Generator) -> str:
    """The first thing said in a conversation, as somebody of a manner puts it."""
    first, last = _ends(text)
    return _framed(text, manner, rng, "request" if _asks(first) else "beginning", _kind(last))


def unframed(text: str, among: Iterable[str]) -> str:
    """Which of some sentences a text is, framed or bare; "" if none.

    >>> unframed("By the way, the lid never fits, you see.", ["It fits.", "The lid never fits."])
    'The lid never fits.'
    """
    return next((one for one in among if _stands_in(one, text)), "")


def greeting(rng: Generator) -> str:
    """A way to say hello, and how one is."""
    known = parts().greeting
    hello, state = one_of(known.hello, rng), one_of(known.state, rng)
    added = f", {one_of(known.add, rng)}" if rng.random() < 0.6 else ""
    return f"{hello}, {state}{added}."


def closing(rng: Generator) -> str:
    """A way to take leave."""
    known = parts().closing
    thanks, took = one_of(known.thanks, rng), one_of(known.took, rng)
    following = f", {one_of(known.next, rng)}" if rng.random() < 0.7 else ""
    return f"{thanks}, {took}{following}."


def parting(text: str, rng: Generator) -> str:
    """A last remark as a farewell: with thanks or a goodbye behind it, or with what comes next.

    >>> from sim.seeds import stream
    >>> parting("I will read it to the wall.", stream(2)).startswith("I will read it to the wall, ")
    True
    """
    known = parts().closing
    texts = known.next if _BYE.search(text) else known.farewell
    return f"{text[:-1]}, {one_of(texts, rng)}." if text.endswith(".") else text


def everything() -> Iterator[str]:
    """All parts, for checks."""
    yield from parts().everything()


def _leadable(text: str) -> bool:
    """Whether a sentence can go on after a comma: it begins with "I" or a word one writes small."""
    first = _FIRST.match(text)
    return first is not None and (first.group() == "I" or first.group().lower() in small_words())


def _tailable(text: str, kind: Kind) -> bool:
    """Whether there is room behind the last sentence: it is neither tiny nor winding."""
    last = sentences(text)[-1]
    long = kind in SHORT or len(last.split()) >= FEWEST_WORDS
    return long and last.count(",") < MOST_COMMAS and last[-1] in ".?" and last[-2] not in ".\"'"


def _alike(lead: str, tail: str) -> bool:
    words = lead.rstrip(",:")
    return words == tail or (words.endswith("but") and tail.startswith("but"))


def _tailed(text: str, tail: str) -> str:
    return f"{text[:-1]}, {tail}{text[-1]}" if tail else text


def _led(text: str, lead: str, opener: str) -> str:
    if not lead:
        return text
    said = f"{opener} {lead} {_small(text)}".lstrip()
    return f"{said[:1].upper()}{said[1:]}"


def _framed(text: str, manner: Manner, rng: Generator, before: Kind, after: Kind) -> str:
    leading, tailing = manner.ends(rng)
    lead = one_of(manner.leads[before], rng) if leading and _leadable(text) else ""
    tail = one_of(manner.tails[after], rng) if tailing and _tailable(text, after) else ""
    if lead and tail and _alike(lead, tail):
        lead = ""
    opens = before in CHATTY and manner.opens(rng)
    opener = one_of(manner.openers, rng) if lead and opens else ""
    return _led(_tailed(text, tail), lead, opener)


def _ends(text: str) -> tuple[str, str]:
    """The first and the last sentence."""
    every = sentences(text)
    return every[0], every[-1]


def _kind(text: str) -> Kind:
    return "question" if _asks(text) else "statement"


def _asks(text: str) -> bool:
    return text.endswith("?")


def _small(text: str) -> str:
    """A sentence to go on with.

    >>> _small("The lid never fits."), _small("I hum.")
    ('the lid never fits.', 'I hum.')
    """
    return text if text.startswith(("I ", "I'")) else f"{text[:1].lower()}{text[1:]}"


def _stands_in(sentence: str, text: str) -> bool:
    core = sentence.rstrip(".?!")
    return any(
        re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) for form in (core, _small(core))
    ) and text.endswith(sentence[-1])
