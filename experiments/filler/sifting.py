"""The conflict filter: from filler sessions to those that no fact of a world can be mixed up with.

Steps 1 to 3 of MEME's filter (appendix B.4) go over a whole pool once; step 4, the key words of one
episode, over what is left when an episode is put together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from experiments.filler.candidates import candidates
from experiments.filler.conflicts import CONFLICTS, Conflict, conflict, subject_of
from experiments.filler.gold import gold_sentences
from experiments.filler.session import Filler
from sim.cast import Cast
from sim.text import contains
from worlds import World


@dataclass(frozen=True)
class Pool:
    """Filler that may go into episodes of a world, and what was removed, with the conflicts."""

    world: str
    kept: tuple[Filler, ...]
    removed: Mapping[str, tuple[Conflict, ...]]
    pairs: int = 0
    sentences: int = 0
    _hits: dict[str, frozenset[int]] = field(default_factory=dict, repr=False, compare=False)

    def with_any(self, keywords: Iterable[str]) -> frozenset[int]:
        """The places of kept sessions in which a key word stands (step 4)."""
        return frozenset().union(*(self._hit(word) for word in dict.fromkeys(keywords)))

    def statistics(self) -> dict[str, int]:
        """Counts as MEME reports them (table 10): sessions before and after, flags by kind."""
        flags = Counter(kind for kinds in self.removed.values() for kind in kinds)
        return {
            "sessions": len(self.kept) + len(self.removed),
            "gold_sentences": self.sentences,
            "pairs_judged": self.pairs,
            **{kind: flags[kind] for kind in CONFLICTS},
            "removed": len(self.removed),
            "kept": len(self.kept),
        }

    def _hit(self, word: str) -> frozenset[int]:
        if word not in self._hits:
            found = (n for n, filler in enumerate(self.kept) if contains(filler.text, word))
            self._hits[word] = frozenset(found)
        return self._hits[word]


def sift(world: World, fillers: Sequence[Filler], embedder: str, cast: Cast | None = None) -> Pool:
    """Steps 1 to 3: a session with any conflict is removed. The cast's conflict judge judges."""
    gold, judges = list(gold_sentences(world)), cast or Cast()
    subjects = {name: subject_of(entity) for name, entity in world.entities.items()}
    pairs = sorted(candidates(gold, fillers, embedder))
    near = dict.fromkeys((filler, gold[sentence].entity) for sentence, filler in pairs)
    found: dict[int, list[Conflict]] = {}
    for place, entity in near:
        kind = conflict(subjects[entity], fillers[place], judges)
        if kind is not None:
            found.setdefault(place, []).append(kind)
    removed = {fillers[place].id: tuple(found[place]) for place in sorted(found)}
    kept = tuple(filler for filler in fillers if filler.id not in removed)
    return Pool(world.name, kept, removed, len(pairs), len(gold))
