"""The knobs of a storyline."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, model_validator


class StorylineOptions(BaseModel):
    """How much happens, and how it is told.

    ``report_lag`` is the least and the most number of days between an upstream change and the
    session that reports it. ``first_root`` fixes the root that changes first by its place among
    the roots of the world (counting goes round), so that a population covers all roots alike.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    introductions: int = Field(default=4, ge=3, description="Fewest sessions that introduce facts.")
    reveals: int = Field(default=4, ge=1, description="Most facts told in one introduction.")
    changes: int = Field(default=2, ge=1, description="Upstream changes, each of one root.")
    hops: int = Field(default=2, ge=1, description="Greatest distance of a task from the root.")
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
