"""Several models in one role: judges are averaged, evaluators are joined, nobody else may be."""

import pytest
from fake_endpoint import FakeEndpoint

from sim.cast import Place
from sim.cast.models import Company
from sim.cast.models.company import Casting, check_castings
from sim.cast.models.panel import Panel
from sim.errors import Misuse
from sim.roles.plausibility import PLAUSIBILITY, PlausibilityInput
from sim.roles.profile_assigner import DomainChoice
from sim.seeds import stream

GIVEN = PlausibilityInput(
    "Ann", 40, "Ann, 40.", (DomainChoice("home", True, "mid", "Renovates a mill."),)
)


@pytest.fixture(scope="module")
def server():
    with FakeEndpoint() as fake:
        yield fake


def test_every_evaluator_is_asked_and_the_tokens_are_summed(server):
    before = len(server.requests)
    castings = {"plausibility": (Casting(server.spec), Casting(server.spec))}
    with Company(castings, ":memory:") as company:
        cast = company.cast(Place(phase="profile"))
        assert isinstance(cast.players["plausibility"], Panel)
        assert cast.play(PLAUSIBILITY, GIVEN, stream(1)).plausible
        (line,) = cast.book.lines()
    assert len(server.requests) - before == 2
    assert (line.role, line.calls) == ("plausibility", 2)
    assert line.player == f"{server.spec} + {server.spec}"


def test_nobody_is_asked_about_an_empty_profile(server):
    before = len(server.requests)
    with Company({"plausibility": (Casting(server.spec),) * 2}, ":memory:") as company:
        empty = PlausibilityInput("Ann", 40, "Ann, 40.", ())
        assert company.cast(Place()).play(PLAUSIBILITY, empty, stream(1)).plausible
    assert len(server.requests) == before


@pytest.mark.parametrize("role", ["judge", "plausibility"])
def test_the_script_is_no_member_of_an_ensemble(role):
    mixed = (Casting("openai:a"), Casting("scripted"))
    with pytest.raises(Misuse, match=f"cast.{role}: several players must all be models"):
        check_castings({role: mixed})
    check_castings({role: (Casting("openai:a"), Casting("openai:b"))})


@pytest.mark.parametrize("role", ["profile_assigner", "user", "default"])
def test_other_roles_are_played_by_one(role):
    two = (Casting("openai:a"), Casting("openai:b"))
    with pytest.raises(Misuse, match=f"cast.{role} names 2 players"):
        check_castings({role: two})
