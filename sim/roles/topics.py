"""What a text is about, by its words: the everyday knowledge of English that a model would bring.

The topics are those of any phrase book, not the domains of anybody's profile. A topic is one
word; ``topic_of`` says "" where the words point nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import yaml

from sim.text import words

LISTS = Path(__file__).with_name("topics.yaml")
MARGIN = 1.3  # how much more the words must point to one topic than to the next
SHARES = 60  # of a word's vote; divisible by the number of its topics, or nearly
LEANING_WEIGHT = 2  # the first thing said counts so much where all topics are weighed
OPENING_WEIGHT = 5  # the first thing said names the topic more often than what follows


def topic_of(texts: Iterable[str]) -> str:
    """The topic that the words of some texts point to, the first text counting most; "" if none.

    A word that belongs to several topics counts for each in part. Words that point to two topics
    about equally point to none.

    >>> topic_of(["How long do I boil the potatoes?"]), topic_of(["Hello there."])
    ('food', '')
    """
    votes = _votes(texts, OPENING_WEIGHT)
    (first, most), (_, next_most) = [*votes.most_common(2), ("", 0), ("", 0)][:2]
    return first if most > next_most * MARGIN else ""


def leans_of(texts: Iterable[str]) -> tuple[tuple[str, float], ...]:
    """How strongly the words of some texts point to each topic, in words; sorted by topic.

    >>> leans_of(["How long do I boil the potatoes?"])
    (('food', 4.0),)
    """
    votes = _votes(texts, LEANING_WEIGHT)
    return tuple((topic, votes[topic] / SHARES) for topic in sorted(votes))


def _votes(texts: Iterable[str], opening: int) -> Counter[str]:
    """Votes by topic; each text has one for each of its words, the first has ``opening``."""
    votes: Counter[str] = Counter()
    for place, text in enumerate(texts):
        weight = opening if place == 0 else 1
        for word in set(words(text)):
            topics = _index().get(_stem(word), ())
            for topic in topics:
                votes[topic] += weight * SHARES // len(topics)
    return votes


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[str, ...]]:
    """For each stem, the topics that list it."""
    found: dict[str, tuple[str, ...]] = {}
    for topic, listed in yaml.safe_load(LISTS.read_text(encoding="utf-8")).items():
        for stem in dict.fromkeys(_stem(word) for word in listed.split()):
            found[stem] = (*found.get(stem, ()), topic)
    return found


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    from Stemmer import Stemmer

    stemmed: str = Stemmer("english").stemWord(word)
    return stemmed
