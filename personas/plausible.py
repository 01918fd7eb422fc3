"""Whether somebody's profile suits them: the evaluators of a cast, asked about a persona."""

from __future__ import annotations

from personas.persona import Persona
from sim.cast.cast import Cast
from sim.roles.plausibility import PLAUSIBILITY, Objection, PlausibilityInput
from sim.roles.profile_assigner import DomainChoice
from sim.seeds import stream


def objections(persona: Persona, cast: Cast | None = None) -> tuple[Objection, ...]:
    """What the evaluators of a cast, by default the scripted one, find implausible of a persona.

    Raises RoleFailed when a model gives no usable verdict.
    """
    choices = tuple(
        DomainChoice(use.domain, use.long_horizon, use.frequency, use.reason)
        for use in persona.profile.uses
    )
    asked = PlausibilityInput(persona.name, persona.age, persona.described, choices)
    rng = stream("plausibility", persona.id)
    return (cast or Cast()).play(PLAUSIBILITY, asked, rng).objections
