"""Which sentences bear on a question: by the words they share with it, or by what they speak of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sim.lexicon import Lexicon, Statement, sentences
from sim.roles.gate import telling_words


def pertinent(question: str, texts: Sequence[str], lexicon: Lexicon) -> list[tuple[str, ...]]:
    """The sentences of each text that bear on a question, in their order.

    One bears on it that shares a telling word with it. Where the wording of the world is known,
    so does one that speaks of what is asked for or of what that rests on, as far as the texts say.

    >>> pertinent("Where is my gym?", ["Hi there! My gym is Orme.", "I like tea."], Lexicon())
    [('My gym is Orme.',), ()]
    """
    sought = telling_words(question)
    about = _upstream(question, texts, lexicon)

    def bears(sentence: str) -> bool:
        if not sought.isdisjoint(telling_words(sentence)):
            return True
        return any(said.entity in about for said in lexicon.read(sentence))

    return [tuple(filter(bears, sentences(text))) for text in texts]


def _upstream(question: str, texts: Sequence[str], lexicon: Lexicon) -> set[str]:
    """What is asked for, and all that it rests on by rules and dependencies in the texts."""
    asking = lexicon.asked(question)
    about = set(asking.entities) if asking else set()
    links = [said for said in chain(*map(lexicon.read, texts)) if said.parent] if about else []
    while grown := _parents(links, about) - about:
        about |= grown
    return about


def _parents(links: Sequence[Statement], of: set[str]) -> set[str]:
    return {said.parent for said in links if said.entity in of}
