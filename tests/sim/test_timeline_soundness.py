"""A life that contradicts itself is refused before the first word, with the place named."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.errors import BadData, LifeworldError, UnknownName
from sim.facts import Fact
from sim.life import Life, PersonaCard
from sim.plans import DomainScript, Happening, SessionPlan, Shift, Storyline
from sim.timeline import live


def script(name: str, *plans: str) -> DomainScript:
    one_offs = tuple(SessionPlan(f"gold:plan/{plan}", "Hello.") for plan in plans)
    return DomainScript(name, False, "mid", one_offs=one_offs)


def happening(name: str, due: int, *ends: str) -> Happening:
    fact = Fact(f"gold:{name}", "ada", name, (name,), "value", (name,))
    plan = SessionPlan(f"gold:plan/{name}", "Hello.")
    return Happening(f"gold:h/{name}", "introduction", due, plan, facts=(fact,), ends=ends)


SOUND = Life(
    id="ada",
    user_id="u1",
    seed_path=(1,),
    calendar=Calendar(datetime(2031, 1, 6)),
    persona=PersonaCard("Ada"),
    checkpoints=(5 * DAY, 10 * DAY),
    domains=(script("cooking", "bread"), script("travel", "rail")),
    storyline=Storyline("home", (happening("odvik", 3, "gold:brask"), happening("brask", 2))),
    shifts=(
        Shift(7 * DAY, "y", ("garden",), (script("cooking", "stew"),)),
        Shift(2 * DAY, "x", ("cooking",), (script("garden", "figs"),)),
    ),
)


def test_a_sound_life_is_lived() -> None:
    assert len(list(live(SOUND, Cast()))) > 2


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"checkpoints": ()}, BadData, "life 'ada', checkpoints: there is none"),
        ({"checkpoints": (0, 5)}, BadData, "checkpoints: minute 0 does not come after 0"),
        ({"checkpoints": (9, 7)}, BadData, "checkpoints: minute 7 does not come after 9"),
        ({"checkpoints": (9, 9)}, BadData, "checkpoints: minute 9 does not come after 9"),
        (
            {"engine": "langraph"},
            UnknownName,
            "life 'ada': no conversation engine is called 'langraph': did you mean 'langgraph'?",
        ),
        (
            {"domains": (script("cooking", "a"), script("cooking", "b"))},
            BadData,
            "domains: domain 'cooking' is there 2 times",
        ),
        (
            {"domains": (script("cooking", "a", "a"),)},
            BadData,
            "plans: plan 'gold:plan/a' is there 2 times",
        ),
        (
            {"domains": (script("cooking", "brask"),)},
            BadData,
            "plan 'gold:plan/brask' is there 2 times",
        ),
        (
            {"shifts": (Shift(DAY, "x", ("coking",)),)},
            UnknownName,
            "life 'ada', shift 1: no running domain is called 'coking': did you mean 'cooking'?",
        ),
        (
            {"shifts": (Shift(DAY, "x", (), (script("travel", "sea"),)),)},
            BadData,
            "shift 1: domain 'travel' is there 2 times",
        ),
        (
            {"shifts": (Shift(DAY, "x", ("cooking",)), Shift(2 * DAY, "y", ("cooking",)))},
            UnknownName,
            "shift 2: no running domain is called 'cooking'",
        ),
        (
            {
                "storyline": Storyline(
                    "home", (happening("odvik", 2, "gold:brask"), happening("brask", 3))
                )
            },
            BadData,
            "happening 'gold:h/odvik': it ends 'gold:brask', which was not true before",
        ),
    ],
)
def test_a_contradiction_is_named(
    wrong: dict[str, object], kind: type[LifeworldError], message: str
) -> None:
    life = replace(SOUND, **{"shifts": (), **wrong})  # type: ignore[arg-type]
    with pytest.raises(kind) as caught:
        live(life, Cast())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
