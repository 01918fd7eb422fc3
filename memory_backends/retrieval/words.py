"""Texts as stems for lexical search, each text once a process."""

from __future__ import annotations

from functools import lru_cache

from sim.text import normal


@lru_cache(maxsize=131_072)
def stems(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order, without English stop words and single letters.

    Words are split by bm25s and stemmed by Snowball (PyStemmer).

    >>> stems("The trams were running to Brask")
    ('tram', 'were', 'run', 'brask')
    """
    import bm25s
    from Stemmer import Stemmer

    # a stemmer holds state, is made in 0.2 us, and may not be shared by threads
    found: list[list[str]] = bm25s.tokenize(
        [normal(text)],
        stopwords="en",
        stemmer=Stemmer("english"),
        return_ids=False,
        show_progress=False,
    )
    return tuple(found[0])
