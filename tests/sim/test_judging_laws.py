"""Laws of the judges over random values: spelling, markup, order and secrecy."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from itertools import groupby

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sim.judging import JUDGES, is_stale, judge_by_rule
from sim.judging.concealing import reveals
from sim.judging.manner import manners
from sim.judging.passage import Passage, plain
from sim.probes import Gold, Probe, Verdict
from sim.roles.reading import wording
from sim.text import contains, normal
from sim.views import Answer, Question

LETTERS = "abkoßİ\u0131\u017féμΣςŉŒ"  # some fold into two letters, some only into another
spelt = st.text(alphabet=LETTERS, min_size=2, max_size=6)
values = st.lists(spelt, min_size=1, max_size=3).map(" ".join)
NAMES = ("Odvik", "Brask", "Keldara Grove", "Ulm-on-Sea", "No. 9", "Joe's", "St. Ives")
names = st.sampled_from(NAMES)
several = st.lists(names, min_size=1, max_size=4, unique=True)
around = st.text(alphabet="abc _*.,-", max_size=12)
RECASED = (str, str.upper, str.lower, str.casefold, str.swapcase, str.title)
MARKUP = ("{}", "*{}*", "**{}**", "_{}_", "__{}__", "`{}`", '"{}"', "({})")


def judged(kind: str, gold: Gold, text: str, phase: str = "after") -> Verdict:
    question = Question("q1", "u1", "And what of it?", datetime(2031, 6, 1))
    return judge_by_rule(Probe("p1", "dependency", kind, phase, 0, question, gold), Answer(text))


# -- spelling: a value is the same value in any case, spacing and script


@given(values, st.sampled_from(RECASED))
@example("Hauptstraße", str.upper)
@example("İris", str.lower)
def test_a_value_is_found_however_it_is_written(value: str, recased) -> None:
    written = recased(value)
    assume(normal(written) == normal(value))
    passage = Passage.read(f"It is {written}.", [value])
    assert passage.order() == [0]
    assert list(manners(passage)) == [(0, "asserted")]


@given(values, values)
@example("Iris", "İris")
@example("Iris", "\u0131r\u0131s")
def test_a_value_is_named_exactly_where_the_texts_own_normal_form_has_it(
    value: str, said: str
) -> None:
    answer = f"It is {said}."
    assert bool(Passage.read(answer, [value]).order()) == contains(answer, value)


@given(st.sampled_from(sorted(JUDGES)), values, values)
def test_no_spelling_makes_a_judge_fail(kind: str, value: str, said: str) -> None:
    gold = Gold((value,), stale=("ash",), hidden=("elm",))
    assert judged(kind, gold, f"It is {said}, {said.upper()}.").score in (0.0, 1.0)


@given(names, st.sampled_from(MARKUP), st.sampled_from(["cascade", "aggregation", "tracking"]))
def test_markup_around_a_value_changes_no_verdict(name: str, markup: str, kind: str) -> None:
    gold = Gold((name,), ordered=kind == "tracking")
    assert judged(kind, gold, f"It is {markup.format(name)}.").correct


@given(names, st.sampled_from(MARKUP), st.sampled_from(["cascade", "absence", "deletion"]))
def test_markup_hides_no_value_that_must_not_be_said(name: str, markup: str, kind: str) -> None:
    gold = {
        "cascade": Gold(("elm",), stale=(name,)),
        "absence": Gold(stale=(name,)),
        "deletion": Gold(hidden=(name,)),
    }[kind]
    assert not judged(kind, gold, f"It is {markup.format(name)}.").correct


@pytest.mark.parametrize("phase", ["before", "after"])
@pytest.mark.parametrize("kind", ["aggregation", "cascade", "tracking"])
def test_typographic_apostrophes_are_apostrophes_in_every_phase(kind: str, phase: str) -> None:
    assert judged(kind, Gold(("Joe's bar",)), "It is Joe\u2019s bar.", phase).correct
    assert judged(kind, Gold(("Joe\u2019s bar",)), "It is Joe's bar.", phase).correct


@given(st.text(max_size=60))
def test_plain_text_is_its_own_plain_text(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@given(st.text(alphabet="ab _*`ßİ\u2019", max_size=20))
def test_plain_text_says_what_the_text_said_but_for_markup(text: str) -> None:
    unmarked = re.sub("[*_`]", "", text).replace("\u2019", "'")
    assert normal(plain(text)) == normal(unmarked)


# -- clauses: what is not said of a value does not count for it


@given(several)
def test_every_value_of_a_list_is_found_once_and_in_order(said: list[str]) -> None:
    passage = Passage.read(f"It is {', '.join(said)}.", NAMES)
    assert [NAMES[number] for number in passage.order()] == said


@given(st.lists(names, min_size=1, max_size=6), st.sampled_from([", ", "; ", ". ", " and ", "\n"]))
def test_the_order_is_that_of_the_words_with_repetition_taken_as_one(
    said: list[str], mark: str
) -> None:
    once = [name for name, _ in groupby(said)]
    assert [NAMES[n] for n in Passage.read(mark.join(said), NAMES).order()] == once


PHRASES = {
    "asserted": "It is {}",
    "past": "It used to be {}",
    "denied": "It is not {}",
    "future": "It will be {}",
    "reported": "You told me {}",
    "doubted": "Perhaps it is {}",
    "conditional": "If you move it is {}",
}


@given(st.lists(st.tuples(names, st.sampled_from(sorted(PHRASES))), min_size=1, max_size=4))
def test_sentences_do_not_colour_one_another(said: list[tuple[str, str]]) -> None:
    text = ". ".join(PHRASES[manner].format(name) for name, manner in said)
    assert [(NAMES[value], how) for value, how in manners(Passage.read(text, NAMES))] == said


@given(names, st.sampled_from(sorted(PHRASES)), names)
def test_a_cascade_is_right_only_if_what_holds_now_is_stated(
    new: str, manner: str, old: str
) -> None:
    assume(new != old)
    gold = Gold((new,), stale=(old,))
    said = PHRASES[manner].format(new)
    assert judged("cascade", gold, f"{said}.").correct is (manner in ("asserted", "reported"))
    beside = f"{said}. {PHRASES['asserted'].format(old)}."
    assert not judged("cascade", gold, beside).correct


@given(names, st.sampled_from(sorted(PHRASES)))
def test_an_absence_is_spoilt_by_stating_the_old_value_and_by_nothing_weaker(
    old: str, manner: str
) -> None:
    answer = f"{PHRASES[manner].format(old)}. I do not know what it is."
    assert judged("absence", Gold(stale=(old,)), answer).correct is (manner != "asserted")


@given(names, names, st.sampled_from(sorted(PHRASES)))
def test_stale_is_what_is_given_as_current_and_not_right_now(
    new: str, old: str, manner: str
) -> None:
    stale = is_stale(Gold((new,), stale=(old,)), PHRASES[manner].format(old))
    assert stale is (old != new and manner in ("asserted", "reported"))


# -- order and share


@given(several, st.permutations(range(4)))
def test_tracking_accepts_one_order_of_all_and_the_present_up_front(
    gold: list[str], order: list[int]
) -> None:
    said = [gold[number] for number in order if number < len(gold)]
    verdict = judged("tracking", Gold(tuple(gold), ordered=True), wording.history(said))
    assert verdict.correct is (said == gold)
    assert verdict.partial is not None
    assert (verdict.partial == 1) is (said == gold)
    up_front = f"It is {gold[-1]} now. {wording.history(gold)}"
    assert judged("tracking", Gold(tuple(gold), ordered=True), up_front).correct


@given(several, st.sets(st.integers(0, 3)))
def test_the_share_of_an_aggregation_is_that_of_the_values_named(
    gold: list[str], left_out: set[int]
) -> None:
    named = [name for number, name in enumerate(gold) if number not in left_out]
    verdict = judged("aggregation", Gold(tuple(gold)), " and ".join(named) or "Nothing.")
    assert verdict.partial == pytest.approx(len(named) / len(gold))
    assert verdict.correct is (named == gold)
    assert all(name in verdict.why for name in {*gold} - {*named} if "'" not in name)


@given(several, st.text(alphabet="xyz .,", max_size=20))
def test_more_words_never_make_a_lenient_verdict_worse(gold: list[str], more: str) -> None:
    short, long = " and ".join(gold), f"{more} {' and '.join(gold)} {more}"
    for kind in ("aggregation", "novel", "exact_recall"):
        assert judged(kind, Gold(tuple(gold)), short, "before").correct or kind == "exact_recall"
        if judged(kind, Gold(tuple(gold)), short, "before").correct:
            assert judged(kind, Gold(tuple(gold)), long, "before").correct


@given(st.text(min_size=1, max_size=30), st.text(max_size=10), st.text(max_size=10))
def test_a_literal_is_right_if_it_stands_there_and_wrong_if_it_does_not(
    literal: str, before: str, after: str
) -> None:
    assume(normal(literal))
    gold = Gold((literal,))
    assert judged("exact_recall", gold, f"{before} {literal} {after}").correct
    without = f"{before} {after}"
    assert judged("exact_recall", gold, without).correct is (normal(literal) in normal(without))


# -- secrets


@given(
    names, st.text(alphabet="abc _*.,-", max_size=12), st.text(alphabet="abc _*.,-", max_size=12)
)
def test_whatever_stands_around_a_value_it_is_given_away(
    name: str, before: str, after: str
) -> None:
    assert reveals(f"{before} {name} {after}", name)


@given(st.lists(st.sampled_from(["oak", "ash", "elm", "fir"]), min_size=2, unique=True), st.data())
def test_all_the_words_give_a_value_away_and_one_missing_does_not(said: list[str], data) -> None:
    value = " ".join(said)
    turned = data.draw(st.permutations(said))
    assert reveals("; ".join(turned), value)
    assert not reveals("; ".join(turned[1:]), value)


@given(st.sampled_from(["oak", "ash", "elm"]), st.sampled_from(["oak", "ash", "elm"]))
def test_words_of_the_question_give_nothing_away(word: str, asked: str) -> None:
    """Both words must come out, of those that the question has not said itself."""
    value = f"{word} fir"
    assert reveals(f"It is {word}.", value, "Which fir?")
    assert not reveals(f"It is {asked}.", value, f"Which {asked}?")


@pytest.mark.parametrize("kind", sorted({*JUDGES, "novel"} - {"deletion"}))
@pytest.mark.parametrize("phase", ["after", "checkpoint", "end"])
def test_no_rule_is_right_that_gives_away_what_must_be_hidden(kind: str, phase: str) -> None:
    gold = Gold(("oak",) if kind != "absence" else (), hidden=("Marisol Teague",))
    good = "I do not know." if kind == "absence" else "It is oak."
    assert judged(kind, gold, good, phase).correct
    assert not judged(kind, gold, f"{good} It was _Marisol Teague_.", phase).correct


def test_a_mark_of_our_own_in_an_answer_stands_for_no_value() -> None:
    gold = Gold(("oak",), stale=("elm",))
    assert not judged("cascade", gold, "It is ⟦0⟧.").correct
    assert judged("cascade", gold, "It is oak ⟦1⟧.").correct
    assert unicodedata.normalize("NFKC", "⟦") == "⟦"  # or another character could become the mark
