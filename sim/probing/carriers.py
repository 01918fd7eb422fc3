"""Which texts carry which needles: every pair is judged once, however many stores hold the text.

One ``Carriers`` serves all trials of a life, since trials store the same turns over and over. The
answer is always that of ``sim.text.carries``; an index only skips pairs that cannot match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sim.text import carries, normal

Needles = tuple[str, ...]

_RUN = re.compile(
    r"[^\W_]+"
)  # letters and digits: what ``contains`` takes for the inside of a word


class Carriers:
    """Texts and needles, and which text carries which.

    >>> carriers = Carriers()
    >>> carriers.watch(("Brask", "tram"))
    >>> carriers.read("user: If I move to Brask, I will take the tram.")
    >>> list(carriers.of(("Brask", "tram")))
    ['user: If I move to Brask, I will take the tram.']
    """

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}
        self._found: dict[Needles, dict[str, None]] = {}
        self._by_word: dict[str, list[Needles]] = {}
        self._wordless: list[Needles] = []

    def watch(self, needles: Needles) -> None:
        """Look out for these needles, in the texts read so far and in all to come."""
        if not needles or needles in self._found:
            return
        self._found[needles] = {text: None for text in self._texts if carries(text, needles)}
        word = _longest_word(needles)
        shelf = self._by_word.setdefault(word, []) if word else self._wordless
        shelf.append(needles)

    def read(self, text: str) -> None:
        """Take in a text; one that was read before costs nothing."""
        if text in self._texts:
            return
        self._texts[text] = None
        for needles in self._candidates(text):
            if carries(text, needles):
                self._found[needles][text] = None

    def of(self, needles: Needles) -> Mapping[str, None]:
        """The texts that carry these needles, in the order they were found."""
        self.watch(needles)
        return self._found.get(needles, {})

    def carries(self, text: str, needles: Needles) -> bool:
        """Whether a text carries the needles, looked up if the text has been read."""
        known = self._found.get(needles)
        if known is None or text not in self._texts:
            return carries(text, needles)
        return text in known

    def _candidates(self, text: str) -> Iterable[Needles]:
        yield from self._wordless
        for word in dict.fromkeys(_RUN.findall(normal(text))):
            yield from self._by_word.get(word, ())


def _longest_word(needles: Needles) -> str:
    """A word that stands whole in every text that carries the needles; the longest is the rarest.

    Every run of letters and digits of a needle does: where a needle begins or ends inside a word,
    ``contains`` does not match.
    """
    runs = [run for needle in needles for run in _RUN.findall(normal(needle))]
    return min(runs, key=lambda run: (-len(run), run), default="")
