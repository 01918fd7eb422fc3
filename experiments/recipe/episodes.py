"""Stand-alone episodes in a recipe: which worlds, and how much is said around the facts."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _several(given: object) -> object:
    return given if isinstance(given, list | tuple) else (given,)


class EpisodePlan(BaseModel):
    """MEME episodes in the place of persons' lives (MEME, section 3.2).

    Episodes take the ``worlds`` in turn, and the roots of each. ``filler_tokens`` (estimated) are
    spoken around the five sessions that matter: the paper has 0, 32,000 and 128,000. They come
    from ``filler``: "topics" (made up), "chats" (real ones, an extra) or the folder of a corpus,
    as far as none of them conflicts with what a world could say. ``pool`` bounds how many are drawn
    up, ``embedder`` finds those that come close to a fact. ``days`` are the least and the most
    between two sessions.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    worlds: Annotated[tuple[str, ...], BeforeValidator(_several), Field(min_length=1)]
    filler_tokens: int = Field(default=0, ge=0)
    filler: str = Field(default="topics", min_length=1)
    pool: int = Field(default=600, ge=1)
    embedder: str = "use"
    days: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]] = (1, 3)


UNUSED = ("personas", "world", "months", "checkpoint_every", "shift", "skeleton", "strands")
"""Keys of ``lives`` that say nothing about episodes, whose length follows from what is said."""
