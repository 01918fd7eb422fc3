"""Do lives read alike? Distinct n-grams and sentences said more than once.

Distinct-n is the share of different n-grams among all n-grams of some texts (Li et al. 2016, "A
Diversity-Promoting Objective Function for Neural Conversation Models"). It falls with the amount
of text, so compare only like amounts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sim.lexicon import sentences
from sim.text import normal, words

ORDERS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Variety:
    """How varied the user's turns of some lives are; shares are None where there is no text.

    ``distinct`` maps n to distinct-n over all lives together. ``repeated_within`` is the share of
    sentences that the same life has said before, word for word (the mean over lives);
    ``repeated_across`` the share of sentences that another life says too.
    """

    lives: int
    turns: int
    sentences: int
    distinct: Mapping[int, float | None]
    repeated_within: float | None
    repeated_across: float | None

    def row(self) -> dict[str, object]:
        """As one row of a table."""
        return {
            "lives": self.lives,
            "turns": self.turns,
            "sentences": self.sentences,
            **{f"distinct_{n}": share for n, share in self.distinct.items()},
            "repeated_within": self.repeated_within,
            "repeated_across": self.repeated_across,
        }


def variety(lives: Sequence[Sequence[str]]) -> Variety:
    """The variety of the user's turns, life by life.

    >>> found = variety([["I like tea. I like tea.", "Bye."], ["Bye."]])
    >>> found.sentences, round(found.repeated_within, 3), found.repeated_across
    (4, 0.167, 0.5)
    """
    said = [[normal(s) for turn in turns for s in sentences(turn)] for turns in lives]
    spoken = [texts for texts in said if texts]
    return Variety(
        lives=len(lives),
        turns=sum(len(turns) for turns in lives),
        sentences=sum(len(texts) for texts in said),
        distinct={n: distinct(said, n) for n in ORDERS},
        repeated_within=_mean([1 - len(set(texts)) / len(texts) for texts in spoken]),
        repeated_across=_across(said),
    )


def distinct(said: Iterable[Iterable[str]], n: int) -> float | None:
    """The share of different n-grams among all; n-grams do not reach over the end of a sentence.

    >>> distinct([["to be or not to be"]], 1)
    0.6666666666666666
    """
    grams = Counter(gram for texts in said for text in texts for gram in _grams(words(text), n))
    return len(grams) / grams.total() if grams else None


def _grams(tokens: Sequence[str], n: int) -> Iterable[tuple[str, ...]]:
    return (tuple(tokens[at : at + n]) for at in range(len(tokens) - n + 1))


def _across(said: Sequence[Sequence[str]]) -> float | None:
    by_lives = Counter(text for texts in said for text in set(texts))
    shared = [float(by_lives[text] > 1) for texts in said for text in texts]
    return _mean(shared)


def _mean(shares: Sequence[float]) -> float | None:
    return sum(shares) / len(shares) if shares else None
