"""Step 4 and the assembly: filler for one episode, up to a number of tokens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from experiments.filler.session import Filler
from experiments.filler.sifting import Pool
from sim.errors import Misuse
from sim.seeds import Part, stream


@dataclass(frozen=True, slots=True)
class Drawn:
    """The filler of one episode; ``blocked`` counts what its key words kept out on the way."""

    fillers: tuple[Filler, ...]
    blocked: int

    @property
    def tokens(self) -> int:
        """About how many tokens there are."""
        return sum(filler.tokens for filler in self.fillers)


def draw(pool: Pool, tokens: int, keywords: Iterable[str], *seed_path: Part) -> Drawn:
    """Sessions at random, none twice, until there are as many tokens as wanted.

    Raises Misuse if the pool does not have as many.
    """
    barred = pool.with_any(keywords)
    taken: list[Filler] = []
    missing, blocked = tokens, 0
    for place in stream(*seed_path, "filler").permutation(len(pool.kept)):
        if missing <= 0:
            break
        if int(place) in barred:
            blocked += 1
            continue
        taken.append(pool.kept[int(place)])
        missing -= taken[-1].tokens
    if missing > 0:
        raise Misuse(
            f"the filler for world {pool.world!r} lacks {missing:,} of {tokens:,} tokens: raise "
            "lives.episodes.pool, lower filler_tokens, or take filler from a larger source"
        )
    return Drawn(tuple(taken), blocked)
