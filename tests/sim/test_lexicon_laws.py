"""Laws of reading: whatever words a pattern is made of, what was put in is read back."""

from __future__ import annotations

from hypothesis import assume, example, given
from hypothesis import strategies as st

from sim.lexicon import Asking, Lexicon, Pattern, Statement, sentences

word = st.text(alphabet="abcdE", min_size=1, max_size=4)
value = st.lists(word, min_size=1, max_size=3).map(" ".join)
mark = st.sampled_from([".", "!", "?", ""])
ACTS = ("state", "change", "depend", "rule", "forget")
GLUED = ("{}", "({})", "my-{}", "{}'s", "#{}", "{},", '"{}"', "x{}")


@st.composite
def templates(draw: st.DrawFn) -> str:
    """One to four words, one of which holds the slot; in brackets, with a hyphen, ..."""
    before, after = draw(st.lists(word, max_size=2)), draw(st.lists(word, max_size=2))
    slot = draw(st.sampled_from(GLUED)).format("{value}")
    return " ".join([*before, slot, *after]) + draw(mark)


def filled(template: str, value: str) -> str:
    return template.replace("{value}", value)


@given(templates(), value, mark)
@example("my-{value} is here.", "oak", ".")
@example("({value}) it is.", "oak", "!")
def test_a_slot_may_stand_anywhere_in_a_sentence(template: str, said: str, end: str) -> None:
    lexicon = Lexicon((Pattern("state", "home", template),))
    sentence = filled(template, said).rstrip(".!?") + end
    assert lexicon.read(sentence) == (Statement("state", "home", said),)


@given(st.sampled_from(ACTS), st.lists(word, min_size=1, max_size=4), mark, mark)
@example("forget", ["drop"], ".", "!")
def test_a_sentence_without_slots_is_known_by_its_words_alone(
    act: str, said: list[str], written: str, spoken: str
) -> None:
    lexicon = Lexicon((Pattern(act, "pet", " ".join(said) + written, "home"),))  # type: ignore[arg-type]
    expected = (Statement(act, "pet", parent="home"),)  # type: ignore[arg-type]
    assert lexicon.read("  ".join(said).upper() + spoken) == expected
    assert lexicon.read(" ".join([*said, "zz"]) + spoken) == ()


@given(templates(), value)
def test_no_pattern_reads_itself_with_nothing_put_in(template: str, said: str) -> None:
    lexicon = Lexicon((Pattern("state", "home", template),))
    empty = filled(template, "")
    assert all(found.value for found in lexicon.read(empty))
    assert lexicon.read(f"zz {filled(template, said)} zz".replace(".", "")) == () or (
        template.startswith("{value}") or template.rstrip(".!?").endswith("{value}")
    )


@given(st.lists(templates(), min_size=1, max_size=4, unique=True), value, st.data())
def test_the_order_of_patterns_in_a_lexicon_makes_no_difference(
    written: list[str], said: str, data: st.DataObject
) -> None:
    patterns = [Pattern("state", f"e{number}", text) for number, text in enumerate(written)]
    turned = data.draw(st.permutations(patterns))
    sentence = filled(data.draw(st.sampled_from(written)), said)
    assert Lexicon(tuple(patterns)).read(sentence) == Lexicon(tuple(turned)).read(sentence)


@given(st.lists(st.tuples(st.sampled_from(["home", "pet"]), value), max_size=5), st.booleans())
def test_a_text_says_what_its_sentences_say_one_after_another(
    said: list[tuple[str, str]], lines: bool
) -> None:
    lexicon = Lexicon(
        (Pattern("state", "home", "I live at {value}."), Pattern("state", "pet", "I keep {value}."))
    )
    wording = {"home": "I live at {}.", "pet": "I keep {}."}
    texts = [wording[entity].format(value) for entity, value in said]
    whole = "\nuser: ".join(texts) if lines else " ".join(texts)
    expected = [Statement("state", entity, value) for entity, value in said]
    assert list(lexicon.read(whole)) == expected
    assert [lexicon.read(text) for text in texts] == [(one,) for one in expected]


@given(st.lists(word, min_size=1, max_size=5), mark, mark, st.sampled_from([str.upper, str.title]))
def test_a_question_is_the_same_in_any_case_and_with_any_mark(
    said: list[str], written: str, asked: str, recased
) -> None:
    asking = Asking(" ".join(said) + written, "current", ("home",))
    lexicon = Lexicon((), (asking,))
    assert lexicon.asked(f"  {recased('   '.join(said))} {asked}") == asking
    assert lexicon.asked(" ".join([*said, "zz"])) is None


@given(st.lists(st.text(alphabet='ab. "', min_size=1, max_size=12), max_size=4))
def test_sentences_of_sentences_are_these_sentences(lines: list[str]) -> None:
    for sentence in sentences("\n".join(lines)):
        assume(sentence.count('"') % 2 == 0)
        assert sentence == sentence.strip()
        assert sentence
        again = sentences(sentence)
        assert "".join(again).replace(" ", "") == sentence.replace(" ", "")
