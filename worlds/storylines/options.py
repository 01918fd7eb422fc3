"""The knobs of a storyline."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class StorylineOptions(BaseModel):
    """How much happens, and how it is told.

    ``report_lag`` is the least and the most number of days between an upstream change and the
    session that reports it. ``first_root`` fixes the root that changes first by its place among
    the roots of the world (counting goes round), so that a population covers all roots alike.
    ``changes`` that nobody sets are as many as the world bears, two at most.

    ``explicitness`` changes what is told and nothing that happens: 0 states dependencies and rules
    (the best case, as in MEME), 1 dependencies alone, 2 only lets them show ("my gym was picked to
    suit my home"), 3 is silent about them. Right answers follow what was told. ``depth`` asks for
    a chain: some change has a cascade at that distance from its root, and no task lies further
    away; it takes the place of ``hops``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    introductions: int = Field(default=4, ge=3, description="Fewest sessions that introduce facts.")
    reveals: int = Field(default=4, ge=1, description="Most facts told in one introduction.")
    changes: int = Field(default=2, ge=1, description="Upstream changes, each of one root.")
    hops: int = Field(default=2, ge=1, description="Greatest distance of a task from the root.")
    depth: int | None = Field(
        default=None, ge=1, le=5, description="Some cascade is this far from its root."
    )
    explicitness: Literal[0, 1, 2, 3] = Field(
        default=0,
        description="How dependencies are told: 0 with rules, 1 stated, 2 implied, 3 not at all.",
    )
    updates: int = Field(default=2, ge=1, description="Further values of the tracked entity.")
    report_lag: tuple[int, int] = Field(default=(1, 7), description="Days, least and most.")
    follow_ups: tuple[int, int] = Field(default=(1, 2), description="Turns on a fact after it.")
    first_root: int | None = Field(default=None, description="Which root changes first.")
    wording_seed: int = Field(default=0, description="Other words for the same events.")

    @model_validator(mode="after")
    def _ranges_ascend(self) -> StorylineOptions:
        for name in ("report_lag", "follow_ups"):
            least, most = getattr(self, name)
            if not 0 <= least <= most:
                raise ValueError(f"{name} must be two numbers, the smaller first, not below 0")
        return self

    @property
    def fewest(self) -> int:
        """The fewest upstream changes that will do: those asked for, or one if nobody asked."""
        return self.changes if "changes" in self.model_fields_set else 1

    @property
    def furthest(self) -> int:
        """The greatest distance of a task from the root."""
        return self.depth or self.hops
