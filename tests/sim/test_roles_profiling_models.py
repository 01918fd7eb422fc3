"""The profile assigner as a model plays it: what it may reply, and how that is read."""

import json

import pytest

from sim.cast.models.parts import part_of
from sim.cast.models.parts.profile_assigner import LONGEST_REASON
from sim.cast.models.repair import Unusable
from sim.roles.profile_assigner import DomainChoice, DomainOffer, ProfileInput

PART = part_of("profile_assigner")
OFFERS = tuple(DomainOffer(f"d{n}", f"domain {n}", ("on",), ("by",)) for n in range(1, 9))
GIVEN = ProfileInput("Ann", "Ann, 40.", (), OFFERS, tuple(f"d{n}" for n in range(2, 9)))


def use(domain, remember=True, frequency="mid", reason="Because."):
    return {"domain": domain, "remember": remember, "frequency": frequency, "reason": reason}


SIX = [use(n, n <= 3) for n in range(1, 7)]


def read(uses):
    return PART.read(json.dumps({"uses": uses}), GIVEN).choices


def test_numbers_are_those_of_the_domains_at_hand():
    found = read(SIX)
    assert [choice.domain for choice in found] == ["d2", "d3", "d4", "d5", "d6", "d7"]
    assert found[0] == DomainChoice("d2", True, "mid", "Because.")
    assert PART.shown(GIVEN)["domains"] == [f"domain {n}" for n in range(2, 9)]


def test_long_reasons_are_cut():
    assert len(read([*SIX[:5], use(6, False, reason="x" * 999)])[5].reason) == LONGEST_REASON


def test_the_schema_fits_what_is_offered():
    schema = PART.schema(GIVEN)["properties"]["uses"]
    assert schema["maxItems"] == 7
    assert schema["items"]["properties"]["domain"]["maximum"] == 7
    assert schema["items"]["properties"]["frequency"]["enum"] == ["high", "mid", "low"]


@pytest.mark.parametrize(
    ("uses", "why"),
    [
        ("all of them", "'uses' must be a list of objects"),
        ([*SIX[:5], use(5, False)], "may stand only once"),
        ([*SIX[:5], use(8, False)], "'domain' must be a number from 1 to 7"),
        ([*SIX[:5], use(True, False)], "'domain' must be a number from 1 to 7"),
        ([*SIX[:5], use(6, False, "often")], "'frequency' must be one of high, mid, low"),
        ([*SIX[:5], use(6, "no")], "'remember' must be true or false"),
        ([*SIX[:5], use(6, False, reason=3)], "'reason' must be a text"),
        (SIX[:5], "3 domains or more to remember, and 3 or more not to"),
    ],
)
def test_what_cannot_be_used_of_a_profile_is_said(uses, why):
    with pytest.raises(Unusable, match=why):
        read(uses)
