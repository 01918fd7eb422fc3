"""Plain English is read without any world's wording; a lexicon only gives things their names."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.lexicon import Asking, Lexicon, Pattern
from sim.roles.dependency_extractor import DEPENDENCY_EXTRACTOR, DependencyExtractorInput
from sim.roles.extracting import notes_of, read_sentence
from sim.roles.extracting.clauses import clause_of, subject
from sim.roles.extracting.session import plain_names, questions
from sim.roles.extracting.worth import worth_keeping
from sim.roles.extractor import EXTRACTOR, ExtractorInput
from sim.seeds import stream
from sim.views import Session, Turn

AT = datetime(2026, 3, 1, 9)

STATES = [
    ("My dentist is Dr Ferro.", "my dentist", "Dr Ferro"),
    ('Our Wi-Fi password is "plum-tart-88".', "our wi-fi password", "plum-tart-88"),
    ("For the record, my blood type is B negative.", "my blood type", "B negative"),
    ("I live in Lower Anselm.", "my home", "Lower Anselm"),
    ("We rent a flat in Lower Anselm.", "my home", "Lower Anselm"),
    ("I work for the Tallow Bank.", "my employer", "the Tallow Bank"),
    ("I am employed by the Tallow Bank.", "my employer", "the Tallow Bank"),
    ("I get to work by cargo bike.", "my commute", "cargo bike"),
    ("By the way, my son's teacher is Ms Adeyo.", "my son's teacher", "Ms Adeyo"),
    ("The spare key has been under the third pot.", "the spare key", "under the third pot"),
    ("My sister's flat is number twelve at the moment.", "my sister's flat", "number twelve"),
    ("I usually train at Orme Street Hall.", "my gym", "Orme Street Hall"),
    ("I'm married to Kofi.", "my partner", "Kofi"),
    ("Note that our landlord is Mr Pruitt.", "our landlord", "Mr Pruitt"),
    ("Dad's hearing aid stays the blue one.", "dad's hearing aid", "the blue one"),
]
CHANGES = [
    ("My dentist is now Dr Aller.", "my dentist", "Dr Aller"),
    ("Since last month, my dentist has become Dr Aller.", "my dentist", "Dr Aller"),
    ("News: our standup has moved to noon.", "our standup", "noon"),
    ("We moved to Port Ansel last week.", "my home", "Port Ansel"),
    ("I've just relocated to Port Ansel.", "my home", "Port Ansel"),
    ("I joined Marrow and Sons in spring.", "my employer", "Marrow and Sons"),
    (
        "I no longer work for the Tallow Bank; I started at Marrow and Sons.",
        "my employer",
        "Marrow and Sons",
    ),
    ("As of this week my shift is the early one.", "my shift", "the early one"),
    ("My phone used to be the Orbit but is now the Lumen.", "my phone", "the Lumen"),
    ("They looked again, and my diagnosis is now grey vertigo.", "my diagnosis", "grey vertigo"),
    ("Our database was switched to Quarrystone.", "our database", "Quarrystone"),
    ("The linter changed to Pinprick for good.", "the linter", "Pinprick"),
    ("I got engaged to Mirela.", "my partner", "Mirela"),
    ("My plan is no longer the basic one but the family one.", "my plan", "the family one"),
]
RULES = [
    (
        "If I move to Brask, my commute will be the ferry.",
        "my commute",
        "the ferry",
        "my home",
        "Brask",
    ),
    (
        "Should my shift be the late one, my choir will be on Sundays.",
        "my choir",
        "on Sundays",
        "my shift",
        "the late one",
    ),
    (
        "My commute will be the ferry if my home becomes Brask.",
        "my commute",
        "the ferry",
        "my home",
        "Brask",
    ),
    (
        "Once my employer is Ellory, I'll commute by river bus.",
        "my commute",
        "river bus",
        "my employer",
        "Ellory",
    ),
    (
        "As soon as our lead changes to Ines, our standup will move to Fridays.",
        "our standup",
        "Fridays",
        "our lead",
        "Ines",
    ),
    (
        "When my diagnosis turns into gout, my diet will have to be salt free.",
        "my diet",
        "salt free",
        "my diagnosis",
        "gout",
    ),
    (
        "If the database becomes Quarry, then the backup tool will be Hush.",
        "the backup tool",
        "Hush",
        "the database",
        "Quarry",
    ),
    (
        "In case my partner is ever Jo, our holiday will be the lakes.",
        "our holiday",
        "the lakes",
        "my partner",
        "Jo",
    ),
    (
        "Mum's walking aid will be the frame if Mum's flat becomes Alder Court.",
        "mum's walking aid",
        "the frame",
        "mum's flat",
        "Alder Court",
    ),
    (
        "If our framework switches to Loom, our test runner is going to be Shuttle.",
        "our test runner",
        "Shuttle",
        "our framework",
        "Loom",
    ),
    (
        "The moment my bank becomes Corvane, my card will be the grey one.",
        "my card",
        "the grey one",
        "my bank",
        "Corvane",
    ),
    (
        "You should know that if my gym changes to Orme, my locker will be number 9.",
        "my locker",
        "number 9",
        "my gym",
        "Orme",
    ),
]
LINKS = [
    ("My commute depends on my home.", "my commute", "my home"),
    ("My gym hinges on my home, I'd say.", "my gym", "my home"),
    ("Our backup tool is tied to our database.", "our backup tool", "our database"),
    ("The menu is based on the season.", "the menu", "the season"),
    ("My bedtime follows from my shift.", "my bedtime", "my shift"),
    (
        "It is because of my partner that our holiday plan is what it is.",
        "our holiday plan",
        "my partner",
    ),
    ("Mum's pharmacy was chosen to suit Mum's flat.", "mum's pharmacy", "mum's flat"),
    ("Our rota stands or falls with our stand-in.", "our rota", "our stand-in"),
    ("My rent depends entirely on my landlord.", "my rent", "my landlord"),
    ("The lunch order is determined by the meeting room.", "the lunch order", "the meeting room"),
    ("My parking spot came about because of my office.", "my parking spot", "my office"),
]
WISHES = [
    ("Please forget my old nickname.", "my old nickname"),
    ("Delete everything you know about my first marriage.", "my first marriage"),
    ("I'd rather you erase my weight from your notes.", "my weight"),
    ("Don't keep my old address, please.", "my old address"),
    ("I don't want you to remember my salary.", "my salary"),
    ("Could you please wipe my confessor? Thanks.", "my confessor"),
    ("Kindly remove what I said about our quarrel.", "our quarrel"),
    ("Drop my middle name from your memory.", "my middle name"),
]
NOTHING = [
    "What a lovely day!",
    "Do you know my commute?",
    "Would my dentist be Dr Ferro?",
    "Never forget my birthday, they say.",
    "I can't forget my first day.",
    "If only it were that simple.",
    "Thanks, that helps.",
]


@pytest.mark.parametrize(("sentence", "about", "value"), STATES)
def test_a_statement_says_what_something_is(sentence, about, value):
    note = read_sentence(sentence, "t")
    assert (note.act, note.about, note.value) == ("state", about, value)


@pytest.mark.parametrize(("sentence", "about", "value"), CHANGES)
def test_a_change_says_what_something_has_become(sentence, about, value):
    note = read_sentence(sentence, "t")
    assert (note.act, note.about, note.value) == ("change", about, value)


@pytest.mark.parametrize(("sentence", "about", "value", "parent", "trigger"), RULES)
def test_a_rule_says_what_would_follow(sentence, about, value, parent, trigger):
    note = read_sentence(sentence, "t")
    read = (note.act, note.about, note.value, note.parent, note.trigger)
    assert read == ("rule", about, value, parent, trigger)


@pytest.mark.parametrize(("sentence", "child", "parent"), LINKS)
def test_a_dependency_names_both_ends(sentence, child, parent):
    note = read_sentence(sentence, "t")
    assert (note.act, note.about, note.parent) == ("depend", child, parent)


@pytest.mark.parametrize(("sentence", "about"), WISHES)
def test_a_wish_to_forget_names_what(sentence, about):
    note = read_sentence(sentence.split("? ")[0].rstrip("?"), "t")
    assert (note.act, note.about) == ("forget", about)


@pytest.mark.parametrize("sentence", NOTHING)
def test_questions_and_chatter_say_nothing(sentence):
    assert read_sentence(sentence, "t") is None


def test_there_are_more_than_sixty_sentences_in_other_words():
    assert sum(map(len, (STATES, CHANGES, RULES, LINKS, WISHES, NOTHING))) > 60


@given(st.text(max_size=120))
def test_any_text_can_be_read(text):
    note = read_sentence(text, "t")
    assert note is None or note.words == text


@given(
    st.sampled_from(["my gym", "our lead", "Mum's flat", "the old barn"]),
    st.sampled_from(["Orme", "B-17", "the red one", "Ines Pohl"]),
)
def test_a_clause_gives_back_what_was_put_in(about, value):
    for verb, changed in (("is", False), ("is now", True), ("has become", True)):
        told = clause_of(f"{about} {verb} {value}.")
        assert (told.about, told.value, told.changed) == (subject(about), value, changed)


def _session(*said: str) -> Session:
    turns = tuple(
        Turn(f"s1.{n}", "assistant" if text.startswith("A: ") else "user", text, AT)
        for n, text in enumerate(said)
    )
    return Session("s1", "u", AT, AT, turns)


LEXICON = Lexicon(
    (
        Pattern("state", "home", "I live in {value}."),
        Pattern("state", "job", "They pay me at {value}."),
        Pattern("rule", "home", "Were they to send me to {trigger}, {value} it is.", parent="job"),
    ),
    (Asking("Where do I live?", "current", ("home",)), Asking("All?", "joint", ("home", "job"))),
)


def test_other_words_go_by_the_names_of_the_lexicon():
    (note,) = notes_of(_session("We relocated to Brask last month."), LEXICON)
    assert (note.act, note.about, note.value) == ("change", "home", "Brask")
    assert note.asked == ("Where do I live?", "All?")


def test_the_worlds_own_wording_is_read_first():
    notes = notes_of(
        _session("They pay me at Ord. Were they to send me to Pell, Brask it is."), LEXICON
    )
    assert [(n.act, n.about, n.value, n.trigger) for n in notes] == [
        ("state", "job", "Ord", ""),
        ("rule", "home", "Brask", "Pell"),
    ]


def test_only_the_user_is_noted():
    notes = notes_of(_session("A: I live in Ord.", "I live in Brask."), LEXICON)
    assert [(n.turn, n.value) for n in notes] == [("s1.1", "Brask")]


def test_names_and_questions_of_a_lexicon():
    assert plain_names(LEXICON) == {"my home": "home"}
    assert questions(LEXICON)["job"] == ("All?",)
    assert plain_names(Lexicon()) == {}


def test_what_says_nothing_of_the_kind_may_still_be_worth_a_note():
    (note,) = notes_of(
        _session("We decided on slate tiles from Verrin. Thank you so much."), LEXICON
    )
    assert (note.act, note.words) == ("note", "We decided on slate tiles from Verrin.")


@pytest.mark.parametrize(
    ("sentence", "worth"),
    [
        ("I signed the lease for the studio.", True),
        ("The train leaves at 9 from Ord.", True),
        ("It rains quite a lot.", False),
        ("Is that our train?", False),
        ("Thanks for all your help with this.", False),
        ("So it goes.", False),
    ],
)
def test_worth(sentence, worth):
    assert worth_keeping(sentence) is worth


def test_both_roles_read_alike_without_a_model():
    session = _session("I live in Brask.", "My dentist is Dr Ferro.")
    plain = EXTRACTOR.twin(ExtractorInput(session, LEXICON), stream(1))
    deep = DEPENDENCY_EXTRACTOR.twin(DependencyExtractorInput(session, (), LEXICON), stream(1))
    assert plain == deep
    assert plain.reading().splitlines()[0] == "state | home | Brask | I live in Brask."


def test_a_model_is_not_shown_the_lexicon():
    given_ = DependencyExtractorInput(_session("Hi."), ("my gym",), LEXICON)
    assert given_.reading() == "my gym\nuser: Hi."
