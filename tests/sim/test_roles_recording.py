"""Gate, summary and session record over drawn sessions; rule and model judge choose alike."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cast.models.parts.judge import rule_of
from sim.judging import JUDGES, judge_for
from sim.lexicon import sentences
from sim.probes import Gold, Probe
from sim.roles.gate import (
    CONTINUED,
    THRESHOLD,
    GateInput,
    GateOutput,
    continuity,
    decide,
    lasting,
    looks_lasting,
    telling_words,
)
from sim.roles.session_record import SessionRecord, SessionRecordInput, record
from sim.roles.summariser import SummariserInput, summarise
from sim.seeds import stream
from sim.views import Question, Session, Turn

AT = datetime(2031, 1, 6)
RNG = stream("unused")
STATED = ("We will lay blue tiles.", "The kiln stands in the shed.", "I decided on oak for it.")
ASKED = ("How long does soup keep?", "Which glaze is food safe?")
POLITE = ("Hello, it is me again.", "Thanks, that is all for now.")
NODS = ("Yes.", "I see.")
said = st.lists(st.sampled_from([*STATED, *ASKED, *POLITE, *NODS]), max_size=7)
summaries = st.lists(st.sampled_from([*STATED, *ASKED]), max_size=3).map(tuple)


def session(texts: list[str], *, name: str = "s1") -> Session:
    lines = [line for text in texts for line in (("user", text), ("assistant", "Plan decided."))]
    turns = tuple(Turn(f"{name}.{n}", who, text, AT) for n, (who, text) in enumerate(lines))  # type: ignore[arg-type]
    return Session(name, "u1", AT, AT, turns)


# -- gate


def lasting_counted(texts: list[str], earlier: tuple[str, ...]) -> float:
    """Share of statements among what is not polite, a quarter for plans, some for continuing."""
    matter = [text for text in texts if text not in POLITE]
    stated = [text for text in matter if text in STATED]
    plans = sum("decided" in text for text in stated)
    links = [0.0]
    for old in earlier:
        shared = telling_words(old) & telling_words(" ".join(matter))
        links.append(len(shared) / len(telling_words(old)) if len(shared) > 1 else 0.0)
    alone = len(stated) / len(matter) + plans / len(stated) / 4 if stated else 0.0
    return alone + CONTINUED * max(links)


@given(said, summaries)
def test_how_lasting_a_session_looks_is_counted_sentence_by_sentence(
    texts: list[str], earlier: tuple[str, ...]
) -> None:
    given_ = GateInput(session(texts), earlier)
    score = lasting(given_)
    assert score == pytest.approx(lasting_counted(texts, earlier))
    assert 0 <= score <= 1.25 + CONTINUED
    made = decide(given_, RNG)
    assert made.store is looks_lasting(given_) is (score >= THRESHOLD)
    assert 0 <= made.confidence <= 1
    assert (made.leaning > 0) <= made.store
    assert made.confidence == pytest.approx(min(1, abs(score - THRESHOLD) / THRESHOLD))


@given(said, summaries, summaries)
def test_more_history_never_makes_a_session_look_less_lasting(texts, earlier, more) -> None:
    few, many = (GateInput(session(texts), past) for past in (earlier, (*earlier, *more)))
    assert lasting(many) >= lasting(few)


@given(said, st.sampled_from(STATED))
def test_a_statement_more_never_lowers_the_share_of_statements(texts, more: str) -> None:
    """Unless it is the plans among the statements that it thins out."""
    before, after = lasting(GateInput(session(texts))), lasting(GateInput(session([*texts, more])))
    assert after >= before - 0.25


@given(st.text(alphabet="abc de", max_size=30), summaries)
def test_a_text_continues_itself_fully_if_it_has_words_enough(text: str, others) -> None:
    whole = len(telling_words(text)) > 1
    assert continuity(text, (*others, text)) == (1.0 if whole else 0.0)


@given(st.booleans(), st.floats(0, 1))
def test_leaning_is_signed_confidence(store: bool, confidence: float) -> None:
    made = GateOutput(store, confidence)
    assert abs(made.leaning) == confidence
    assert made.leaning == (confidence if store else -confidence)


# -- summary and record


def brief(texts: list[str]) -> str:
    """What comes first, nods aside, and the first statement that follows it."""
    long = [text for text in texts if text not in NODS] or texts
    later = [text for text in long[1:] if not text.endswith("?")]
    return " ".join([*long[:1], *later[:1]])


@given(said)
def test_a_summary_is_the_first_thing_said_and_the_next_thing_stated(texts: list[str]) -> None:
    assert summarise(SummariserInput(session(texts)), RNG).text == brief(texts)


@given(said)
def test_a_record_names_the_first_thing_that_is_not_polite(texts: list[str]) -> None:
    made = record(SessionRecordInput(session(texts)), RNG)
    matter = [text for text in texts if text not in POLITE]
    aim, _, what = made.purpose.partition(": ")
    assert what == (matter[0] if matter else "")
    assert aim == ("To settle" if lasting_counted(texts, ()) >= THRESHOLD else "To find out")
    assert made.settles is (aim == "To settle")
    assert made.keys == telling_words(what)
    assert made.summary == brief(texts)


@given(said, st.lists(st.sampled_from(STATED), min_size=1, max_size=3))
def test_what_the_assistant_says_is_in_no_record(texts: list[str], replies: list[str]) -> None:
    lines = [Turn(f"s1.{n}", "user", text, AT) for n, text in enumerate(texts)]
    spoken = [Turn(f"s1.{99 + n}", "assistant", text, AT) for n, text in enumerate(replies)]
    alone, both = (Session("s1", "u1", AT, AT, tuple(turns)) for turns in (lines, lines + spoken))
    assert record(SessionRecordInput(alone), RNG) == record(SessionRecordInput(both), RNG)
    assert lasting(GateInput(alone)) == lasting(GateInput(both))


@given(said)
def test_one_message_or_several_make_the_same_record_but_for_where_the_opening_ends(
    texts: list[str],
) -> None:
    apart, at_once = session(texts), session([" ".join(texts)] if texts else [])
    one = record(SessionRecordInput(apart), RNG)
    other = record(SessionRecordInput(at_once), RNG)
    assert (one.summary, one.settles) == (other.summary, other.settles)
    assert other.purpose.startswith(one.purpose)


@given(st.text(max_size=40), st.text(max_size=20))
def test_a_purpose_with_a_colon_in_it_is_kept_whole(what: str, more: str) -> None:
    made = SessionRecord(f"To settle: {what}: {more}", "", "")
    assert made.keys == telling_words(f"{what}: {more}")


@given(said)
def test_what_was_said_can_be_told_from_a_summary_only_if_it_was_said(texts: list[str]) -> None:
    made = record(SessionRecordInput(session(texts)), RNG)
    assert set(sentences(made.summary)) <= set(texts)


# -- the judges


SAME = {
    "lenient": "all_named",
    "all": "all_named",
    "order": "in_order",
    "sole": "sole_answer",
    "unsure": "doubt",
    "withheld": "withheld",
}
few = st.sampled_from([(), ("oak",), ("oak", "elm")])
golds = st.builds(Gold, few, few, few, st.booleans())


@given(
    st.sampled_from(sorted({*JUDGES, "novel"} - {"exact_recall"})),
    st.sampled_from(["before", "after", "checkpoint", "end"]),
    golds,
)
def test_a_model_judges_by_the_rule_that_the_script_judges_by(kind: str, phase, gold) -> None:
    probe = Probe("p", "d", kind, phase, 0, Question("q", "u", "And?", AT), gold)
    rule = rule_of(probe)
    assert SAME[rule] == judge_for(probe).name
    assert (rule == "lenient") is (phase == "before" and bool(gold.accepted))
