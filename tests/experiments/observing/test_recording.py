"""Records of moments other than sessions, and of usage."""

from __future__ import annotations

import pytest

from experiments.recording import SCHEMA, life_record, moment_record, skip_record, usage_records
from experiments.studies import Skip
from sim.cast import Cast, Played
from sim.cast.usage import Place, UsageBook
from sim.clock import DAY
from sim.moments import CheckpointReached, DeletionAsked, ProfileShift, UpstreamChange
from sim.plans import DomainScript, Happening, SessionPlan, Shift

HAPPENING = Happening(
    "gold:h", "change", DAY, SessionPlan("gold:p", "Hi."), changes=(("home", "Brask"),)
)
SHIFT = Shift(
    DAY, "Ada retires.", ("work",), (DomainScript("chess", True, "low"),), ("work",), ("chess",)
)


@pytest.mark.parametrize(
    ("moment", "what", "detail"),
    [
        (UpstreamChange(DAY, HAPPENING), "change",
         {"happening": "gold:h", "kind": "change", "changes": [["home", "Brask"]]}),
        (ProfileShift(DAY, SHIFT, ("gold:f",)), "shift",
         {"narrative": "Ada retires.", "ends": ["work"], "starts": ["chess"], "demoted": ["work"],
          "joined": ["chess"], "ended": ["gold:f"]}),
        (DeletionAsked(DAY, HAPPENING, "s0001"), "deletion",
         {"happening": "gold:h", "session": "s0001"}),
        (CheckpointReached(DAY, 2, last=True), "checkpoint", {"number": 2, "last": True}),
    ],
)  # fmt: skip
def test_every_moment_has_a_record(book, moment, what, detail):
    assert moment_record(book.life, moment, "p") == {
        "record": "moment", "life": "life-1", "policy": "p", "at": DAY,
        "date": "2031-01-07T00:00:00", "what": what, "detail": detail,
    }  # fmt: skip


def test_a_session_has_a_record_of_its_own(book):
    with pytest.raises(TypeError, match="session_record"):
        moment_record(book.life, book.session(1), "")


def test_the_life_record_stands_alone(book):
    record = life_record(book.life)
    assert (record["life"], record["user"], record["persona"], record["world"]) == (
        "life-1", "u-1", "Ada", "",
    )  # fmt: skip
    assert (record["started_at"], record["horizon_days"]) == ("2031-01-06T00:00:00", 181)
    assert record["schema"] == SCHEMA


def test_a_skip_names_its_study(book):
    record = skip_record(book.life, "", DAY, "dependency", Skip("home", "absence", "nobody said"))
    assert (record["what"], record["at"]) == ("skipped", DAY)
    assert record["detail"] == {
        "study": "dependency", "question": "home", "kind": "absence", "why": "nobody said",
    }  # fmt: skip


def test_usage_of_a_model_is_not_an_estimate(book):
    usage = UsageBook()
    counted = Played("right", 7, 3, estimated=False, prompt="1/abc")
    usage.note("judge", "openai:x", Place("life-1", "t", "judge"), counted)
    usage.enter("user", Cast().default.name, Place("life-1"), 5, 2)
    model, twin = usage_records(book.life, usage)
    assert (model["player"], model["estimated"], model["tokens_read"]) == ("openai:x", False, 7)
    assert (model["prompt"], "prompt" in twin) == ("1/abc", False)
    assert (twin["player"], twin["estimated"], twin["trial"]) == ("scripted", True, "")
