"""What bears on a question; one note out of it; and the critic's three judgements."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.lexicon import Asking, Lexicon, Pattern
from sim.roles.critic import CriticInput, Critique, claimed, criticise
from sim.roles.reading import pertinent
from sim.roles.reading.wording import FORGOTTEN, NOTHING_KNOWN
from sim.roles.synthesiser import Synthesis, SynthesiserInput, synthesise
from sim.seeds import stream
from sim.views import Memory, Question

AT = datetime(2031, 1, 6, 9)
RULE = "If I move to Brask, I will ride the tram."
MOVED = "We moved to Brask."
LEXICON = Lexicon(
    (
        Pattern("change", "home", "We moved to {value}."),
        Pattern("depend", "home", "Where we live hangs on {value}.", parent="employer"),
        Pattern("state", "employer", "They pay me at {value}."),
        Pattern("state", "tea", "I drink {value}."),
        Pattern("rule", "commute", "If I move to {trigger}, I will ride {value}.", parent="home"),
    ),
    (Asking("How do I get there?", "current", ("commute",)),),
)


def question(text):
    return Question("q1", "ada", text, AT + timedelta(days=90))


def memories(*texts):
    return tuple(
        Memory(f"m{n}", text, AT + timedelta(days=n), (f"s{n}",)) for n, text in enumerate(texts)
    )


# -- what bears on a question


def test_a_shared_telling_word_is_enough_and_common_ones_are_not():
    texts = ["My gym is Orme. I like tea.", "What is this? A gym!"]
    assert pertinent("What is my gym now?", texts, Lexicon()) == [("My gym is Orme.",), ("A gym!",)]
    assert pertinent("What is that?", texts, Lexicon()) == [(), ()]


def test_with_the_worlds_wording_what_it_rests_on_bears_on_it_too():
    texts = [MOVED, RULE, "I drink oolong.", "They pay me at Vell."]
    asked = "How do I get there?"
    assert pertinent(asked, texts, Lexicon()) == [(), (), (), ()]
    assert pertinent(asked, texts, LEXICON) == [(MOVED,), (RULE,), (), ()]
    upstream = pertinent(asked, [*texts, "Where we live hangs on my job."], LEXICON)
    assert upstream[3] == ("They pay me at Vell.",)


def test_nothing_is_upstream_that_the_texts_do_not_link():
    assert pertinent("How do I get there?", [MOVED], LEXICON) == [()]


@given(st.lists(st.sampled_from([MOVED, RULE, "I drink oolong.", "Hi!"]), max_size=6))
def test_each_text_keeps_a_part_of_itself(texts):
    found = pertinent("How do I get there by tram?", texts, LEXICON)
    assert len(found) == len(texts)
    assert all(set(kept) <= {text} for kept, text in zip(found, texts, strict=True))


# -- the note


def test_a_note_holds_what_bears_on_the_question_in_the_order_of_time():
    late, early = memories("My gym was Hall. I like tea.", "My gym is Orme.")[::-1]
    note = synthesise(SynthesiserInput(question("Which gym?"), (late, early)), stream(1))
    assert note == Synthesis("My gym was Hall. My gym is Orme.")


def test_overlapping_memories_tell_a_thing_once_but_a_return_is_told_again():
    there, back = memories("My gym is Hall.", "My gym is Hall.")
    twin = Memory("m9", there.text, AT + timedelta(hours=1), there.sessions)
    once = synthesise(SynthesiserInput(question("Which gym?"), (there, twin)), stream(1))
    assert once.text == "My gym is Hall."
    again = synthesise(SynthesiserInput(question("Which gym?"), (there, back)), stream(1))
    assert again.text == "My gym is Hall. My gym is Hall."


NOTE = part_of("synthesiser")


def test_out_of_nothing_a_model_is_not_asked_for_a_note():
    assert NOTE.settled(SynthesiserInput(question("Which gym?"), ())) == Synthesis("")
    assert NOTE.settled(SynthesiserInput(question("Which gym?"), memories("Orme."))) is None


@pytest.mark.parametrize(("reply", "note"), [("nothing", ""), ("Nothing.", ""), ("Orme.", "Orme.")])
def test_a_model_may_say_that_nothing_is_of_use(reply, note):
    given_ = SynthesiserInput(question("Which gym?"), memories("Tea."))
    assert NOTE.read(reply, given_) == Synthesis(note)


# -- the critic


def judged(aspect, asked, *texts, answer="", lexicon=Lexicon()):  # noqa: B008
    given_ = CriticInput(aspect, question(asked), memories(*texts), answer, lexicon)
    return criticise(given_, stream(1))


@pytest.mark.parametrize(
    ("asked", "needed"),
    [
        ("Where do I live?", True),
        ("What did WE plan?", True),
        ("How long does an egg boil?", False),
        ("Is it true?", False),
    ],
)
def test_memories_are_needed_for_what_is_ones_own(asked, needed):
    assert judged("needed", asked).holds is needed


def test_they_are_needed_for_whatever_the_world_asks_about():
    lexicon = Lexicon((), (Asking("Which team is on call?", "current", ("team",)),))
    assert not judged("needed", "Which team is on call?").holds
    assert judged("needed", "Which team is on call?", lexicon=lexicon).holds


def test_memories_are_relevant_that_hold_a_sentence_on_it():
    found = judged("relevant", "How do I get there?", MOVED, "I drink tea.", RULE, lexicon=LEXICON)
    assert found == Critique(True, (0, 2))
    assert judged("relevant", "Which gym?", "I drink tea.") == Critique(False)


def test_an_answer_is_borne_out_by_memories_that_hold_its_words():
    said = ("My gym is Orme.", "I drink tea.")
    assert judged("supported", "Which gym?", *said, answer="It is Orme.") == Critique(True, (0,))
    assert judged("supported", "Which gym?", *said, answer="It is Hall.") == Critique(False)
    first = "First Orme, then Hall, then Vell."
    assert not judged("supported", "Which gyms?", *said, answer=first).holds


@pytest.mark.parametrize("answer", ["", "It is.", NOTHING_KNOWN, FORGOTTEN])
def test_what_claims_nothing_is_not_borne_out(answer):
    assert not judged("supported", "Which gym?", "My gym is Orme.", answer=answer).holds


def test_words_of_the_question_are_no_claims():
    assert claimed("Your gym is Orme 9.", "Which gym?") == {"orme", "9"}


CRITIC = part_of("critic")


def test_a_model_is_asked_in_the_form_of_the_aspect():
    needed = CriticInput("needed", question("Which gym?"))
    relevant = CriticInput("relevant", question("Which gym?"), memories("a", "b"))
    assert list(CRITIC.schema(needed)["properties"]) == ["needed"]
    assert list(CRITIC.schema(relevant)["properties"]) == ["notes"]
    assert CRITIC.read('{"needed": false}', needed) == Critique(False)
    assert CRITIC.read('{"notes": [2, 1]}', relevant) == Critique(True, (0, 1))
    assert CRITIC.read('{"notes": []}', relevant) == Critique(False)


@pytest.mark.parametrize("reply", ['{"notes": [3]}', '{"notes": "all"}', '{"needed": true}', "no"])
def test_judgements_on_notes_that_are_not_there_are_asked_for_again(reply):
    with pytest.raises(Unusable):
        CRITIC.read(reply, CriticInput("relevant", question("Which gym?"), memories("a", "b")))


def test_without_memories_a_model_is_asked_only_whether_they_are_needed():
    assert CRITIC.settled(CriticInput("supported", question("?"), (), "Orme")) == Critique(False)
    assert CRITIC.settled(CriticInput("needed", question("?"))) is None
