"""From a person to a profile: a role proposes, a second one objects, a rule chooses.

PerMem-Bench, section 3.1: whatever domain an evaluator finds implausible is left out, and of the
others a balanced set is in use. Here the first two of either half are in use at first and the
third is kept for a profile shift.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from numpy.random import Generator

from personas.persona import AgentUseProfile, DomainUse, Features
from personas.sampling.pools import offers
from personas.sampling.somebody import Somebody
from sim.cast.cast import Cast
from sim.errors import BadData
from sim.roles.plausibility import (
    PLAUSIBILITY,
    PlausibilityInput,
    PlausibilityOutput,
)
from sim.roles.profile_assigner import ACTIVE, PROFILE_ASSIGNER, DomainChoice, ProfileInput

AT_FIRST, LATER = 2, 1  # of long-horizon and of transient domains each
MOST_DRAFTS = 200  # for a profile nobody else has; beyond what the domains allow, profiles recur
MOST_REFUSED = 5  # drafts of which the evaluators leave too little


def enough(among: Sequence[str]) -> None:
    """Refuse too few domains to choose from. Raises BadData."""
    if len(among) < ACTIVE:
        raise BadData("personas.sample", f"{len(among)} domains to choose from, not {ACTIVE}")


def profile_of(
    somebody: Somebody,
    among: Sequence[str],
    taken: set[Features],
    cast: Cast,
    rng: Callable[[int], Generator],
) -> AgentUseProfile:
    """The first of several drafts that is plausible and that nobody has.

    Args:
        somebody: The person.
        among: The domains to choose from.
        taken: What others use; a profile that recurs is given only if there is no other.
        cast: Who plays the two roles.
        rng: The stream of random numbers of a draft, by its number.

    Raises:
        BadData: of several drafts the evaluators left too little.

    """
    remarks: list[str] = []
    profile = None
    for attempt in range(MOST_DRAFTS):
        uses, why = _draft(somebody, among, tuple(remarks[-MOST_REFUSED:]), cast, rng(attempt))
        if uses:
            profile = AgentUseProfile(uses=uses)
            if profile.features not in taken:
                return profile
            why = f"somebody else has this: {_said(profile)}"
        elif profile is None and attempt + 1 >= MOST_REFUSED:
            break
        remarks.append(why)
    if profile is None:
        raise BadData(f"the profile of {somebody.name}", f"no draft is plausible: {why}")
    return profile


def _draft(
    somebody: Somebody,
    among: Sequence[str],
    remarks: tuple[str, ...],
    cast: Cast,
    rng: Generator,
) -> tuple[tuple[DomainUse, ...], str]:
    """What a person would use, nothing if too little is plausible; and the why of it."""
    told = (somebody.called, somebody.described, somebody.leanings)
    asked = ProfileInput(*told, offers(), tuple(among), remarks)
    choices = cast.play(PROFILE_ASSIGNER, asked, rng).choices
    proposed = PlausibilityInput(somebody.name, somebody.age, somebody.described, choices)
    verdict = cast.play(PLAUSIBILITY, proposed, rng)
    return chosen(choices, verdict), verdict.why


def chosen(choices: Sequence[DomainChoice], verdict: PlausibilityOutput) -> tuple[DomainUse, ...]:
    """The uses of a profile: of what nobody objects to the first ones, nothing if it is too little.

    Those at first come before those for later, and long-horizon before transient ones.
    """
    flagged = {each.domain for each in verdict.objections}
    left = [choice for choice in choices if choice.domain not in flagged]
    halves = [[c for c in left if c.long_horizon is long] for long in (True, False)]
    if min(len(half) for half in halves) < AT_FIRST:
        return ()
    first = [_use(choice) for half in halves for choice in half[:AT_FIRST]]
    later = [_use(choice, later=True) for half in halves
             for choice in half[AT_FIRST:][:LATER]]  # fmt: skip
    return (*first, *later)


def _use(choice: DomainChoice, *, later: bool = False) -> DomainUse:
    return DomainUse(
        domain=choice.domain,
        long_horizon=choice.long_horizon,
        frequency=choice.frequency,
        reason=choice.reason,
        later=later,
    )


def _said(profile: AgentUseProfile) -> str:
    uses = profile.at_first
    long = ", ".join(use.domain for use in uses if use.long_horizon)
    passing = ", ".join(use.domain for use in uses if not use.long_horizon)
    return f"{long} to remember, {passing} in passing"
