"""How much happens in a life, and when its profile shifts: the knobs of skeletons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sim.plans import Frequency

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]

# PerMem-Bench, Appendix A.3.1: projects, and events a project, over 1-2 years.
PROJECTS: Mapping[Frequency, int] = {"high": 5, "mid": 3, "low": 2}
EVENTS: Mapping[Frequency, tuple[int, int]] = {"high": (3, 5), "mid": (2, 4), "low": (2, 3)}
# Days between two one-off questions. The paper gives no figures, but balances domains of both
# kinds and has about 100 sessions a user in 20 months: as many one-offs as sessions of projects.
SPACING: Mapping[Frequency, int] = {"high": 18, "mid": 30, "low": 60}
# PerMem-Bench, Appendix A.4: weights with which the domains of a shift are drawn.
WEIGHTS: Mapping[Frequency, float] = {"high": 3.0, "mid": 2.0, "low": 1.0}


class _Options(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SkeletonOptions(_Options):
    """The scale of a life.

    ``projects`` holds for 12 months or more and shrinks in proportion below. ``spacing_days`` is
    the time between two sessions of a transient domain. ``stable_fact_share`` is the chance that
    an event also lets out a stable fact, as long as there are any; ``greeting_share`` the chance
    that a session begins with a greeting. ``remark_share`` of the one-off sessions also state
    something of passing worth, and ``asking_share`` of a project's sessions are mostly questions
    around one short decision, so that neither kind shows on its face. ``anchors`` is how many
    events happen that bring several domains up within weeks, such as a move or a birth.
    """

    projects: Mapping[Frequency, Count] = Field(default_factory=lambda: dict(PROJECTS))
    events: Mapping[Frequency, tuple[Count, Count]] = Field(default_factory=lambda: dict(EVENTS))
    spacing_days: Mapping[Frequency, Count] = Field(default_factory=lambda: dict(SPACING))
    stable_fact_share: Share = 0.35
    greeting_share: Share = 0.2
    remark_share: Share = 0.5
    asking_share: Share = 0.3
    anchors: Annotated[int, Field(ge=0, le=12)] = 0


class ShiftOptions(_Options):
    """When the use of the assistant changes, and how the domains concerned are drawn.

    ``months`` are the months of the life at which it shifts, in ascending order; without any it
    shifts once, after ``share`` of the horizon. ``new_transient`` is the chance that a transient
    domain joins as well. A shift may be gradual: over ``gradual_months`` the demoted domain fades
    and those that take over grow (beyond PerMem-Bench, whose shifts are sudden).
    """

    months: tuple[Count, ...] = ()
    share: Annotated[float, Field(gt=0, lt=1)] = 2 / 3
    new_transient: Share = 0.5
    gradual_months: Annotated[int, Field(ge=0)] = 0
    weights: Mapping[Frequency, Annotated[float, Field(gt=0)]] = Field(
        default_factory=lambda: dict(WEIGHTS)
    )
