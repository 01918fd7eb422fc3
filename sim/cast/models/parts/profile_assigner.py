"""Saying what somebody uses an assistant for, domain by domain (PerMem-Bench, Appendix A.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import FLAG, Part, choice, place, schema_of, several, words
from sim.cast.models.repair import Unusable, boolean, json_object, number, objects, string
from sim.roles.profile_assigner import DomainChoice, ProfileInput, ProfileOutput

FREQUENCIES: tuple[Literal["high", "mid", "low"], ...] = ("high", "mid", "low")
EACH = 3  # uses of either kind that a profile needs: two at first, one for later
LONGEST_REASON = 200  # characters


def _shown(given: ProfileInput) -> Mapping[str, object]:
    return {
        "person": given.described,
        "domains": [offer.title for offer in given.offers],
        "remarks": list(given.remarks),
    }


def _schema(given: ProfileInput) -> Schema:
    most = len(given.offers)
    use = schema_of(
        domain=place(most),
        reason=words(LONGEST_REASON),
        remember=FLAG,
        frequency=choice(FREQUENCIES),
    )
    return schema_of(uses=several(use, most))


def _read(reply: str, given: ProfileInput) -> ProfileOutput:
    choices = tuple(_choice(each, given) for each in objects(json_object(reply), "uses"))
    domains = [each.domain for each in choices]
    if len(set(domains)) < len(domains):
        raise Unusable("Each domain may stand only once.")
    remembered = sum(each.long_horizon for each in choices)
    if min(remembered, len(choices) - remembered) < min(EACH, len(given.offers) // 2):
        raise Unusable(f"Name {EACH} domains or more to remember, and {EACH} or more not to.")
    return ProfileOutput(choices)


def _choice(written: dict[str, Any], given: ProfileInput) -> DomainChoice:
    said = string(written, "frequency")
    frequency = next((each for each in FREQUENCIES if each == said), None)
    if frequency is None:
        raise Unusable(f"The key 'frequency' must be one of {', '.join(FREQUENCIES)}.")
    reason = string(written, "reason")[:LONGEST_REASON]
    domain = given.offers[number(written, "domain", len(given.offers)) - 1].name
    return DomainChoice(domain, boolean(written, "remember"), frequency, reason)


PART = Part("profile_assigner", _shown, _read, room=1600, schema=_schema)
