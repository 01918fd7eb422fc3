"""The two scripted readers, one situation a test."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from sim.judging.concealing import says_unavailable
from sim.judging.passage import Passage
from sim.lexicon import Asking, Lexicon, Pattern
from sim.roles.answerer import READERS, AnswererInput
from sim.roles.reading import wording
from sim.seeds import stream
from sim.views import Memory, Question

ENTITIES = ("home", "commute", "bus_pass", "car", "sister", "motto", "gym", "boss")
PARENTS = [("home", "commute"), ("commute", "bus_pass"), ("home", "gym"), ("boss", "gym")]


def patterns():
    for entity in ENTITIES:
        yield Pattern("state", entity, f"My {entity} is {{value}}.")
        yield Pattern("change", entity, f"My {entity} has become {{value}}.")
        yield Pattern("forget", entity, f"Please forget my {entity}.")
    yield Pattern("state", "motto", 'My motto reads "{value}"')
    for parent, child in PARENTS:
        yield Pattern("depend", child, f"My {child} depends on my {parent}.", parent=parent)
        rule = f"If my {parent} becomes {{trigger}}, my {child} will be {{value}}."
        yield Pattern("rule", child, rule, parent=parent)


ASKINGS = (
    *[Asking(f"What is my {entity}?", "current", (entity,)) for entity in ENTITIES],
    *[Asking(f"Which {entity} have I had?", "history", (entity,)) for entity in ENTITIES],
    Asking("What is my motto word for word?", "literal", ("motto",)),
    Asking("What are my car, gym and boss?", "joint", ("car", "gym", "boss")),
)
LEXICON = Lexicon(tuple(patterns()), ASKINGS)
START = datetime(2031, 1, 6, 18)


def memory(number, text, **more):
    return Memory(f"m{number}", text, START + timedelta(days=number), (f"s{number}",), **more)


def memories(*texts):
    return tuple(memory(number, text) for number, text in enumerate(texts))


def ask(reader, question, found):
    asked = Question("q", "u", question, START + timedelta(days=99))
    given = AnswererInput(asked, tuple(found), LEXICON)
    return READERS[reader].twin(given, stream(1, "reader")).text


def ideal(question, *texts):
    return ask("ideal", question, memories(*texts))


def literal(question, *texts):
    return ask("literal", question, memories(*texts))


RULE = "If my home becomes Brask, my commute will be the tram."
MOVED = ("My home is Pyresta.", "My commute is a bicycle.", RULE, "My home has become Brask.")


@pytest.mark.parametrize("reader", ["ideal", "literal"])
class TestBothReaders:
    def test_know_nothing_without_memories(self, reader):
        assert ask(reader, "What is my car?", ()) == wording.NOTHING_KNOWN

    def test_know_nothing_of_what_the_memories_do_not_say(self, reader):
        assert ask(reader, "What is my car?", memories("My home is Brask.")) == (
            wording.NOTHING_KNOWN
        )

    def test_do_not_answer_a_question_they_do_not_understand(self, reader):
        found = memories("My car is red.")
        assert ask(reader, "What is the sense of life?", found) == wording.NOTHING_KNOWN

    def test_take_the_latest_statement_whatever_the_order_of_retrieval(self, reader):
        found = memories("My car is a Zyvanta.", "My car is a Therwyn.")
        assert ask(reader, "What is my car?", reversed(found)) == "It is a Therwyn."

    def test_list_what_was_told_in_order(self, reader):
        found = memories("My car is A1.", "My car has become B2.", "My car has become C3.")
        answer = ask(reader, "Which car have I had?", reversed(found))
        assert answer == "First A1, then B2, then C3."

    def test_say_so_when_there_was_only_one_value(self, reader):
        found = memories("My car is A1.", "My car is a1.")
        assert ask(reader, "Which car have I had?", found) == "It has only been A1."

    def test_know_a_value_that_came_back(self, reader):
        found = memories("My car is A1.", "My car has become B2.", "My car has become A1.")
        assert ask(reader, "Which car have I had?", found) == "First A1, then B2, then A1."

    def test_give_a_literal_word_for_word(self, reader):
        found = memories('user: My motto reads "Calm. Then WORK!"')
        answer = ask(reader, "What is my motto word for word?", found)
        assert answer == '"Calm. Then WORK!"'

    def test_name_several_values_at_once(self, reader):
        found = memories("My car is A1. My gym is Ostrel.", "My boss is Quill.")
        answer = ask(reader, "What are my car, gym and boss?", found)
        assert answer == "car: A1; gym: Ostrel; boss: Quill."

    def test_name_what_they_know_of_several(self, reader):
        answer = ask(reader, "What are my car, gym and boss?", memories("My boss is Quill."))
        assert answer == "car: not known; gym: not known; boss: Quill."

    def test_know_nothing_of_several(self, reader):
        assert ask(reader, "What are my car, gym and boss?", ()) == wording.NOTHING_KNOWN

    def test_count_a_sentence_in_overlapping_chunks_once(self, reader):
        first, second, third = memories(
            "My car is A1. My car has become B2.", "My car has become B2. My car has become C3.", ""
        )
        windows = (replace(first, sessions=("s0", "s1")), replace(second, sessions=("s1", "s2")))
        answer = ask(reader, "Which car have I had?", (*windows, third))
        assert answer == "First A1, then B2, then C3."

    def test_know_a_value_that_came_back_across_overlapping_chunks(self, reader):
        found = memories(
            "My car is A1. My car has become B2.", "My car has become B2. My car is A1."
        )
        windows = [replace(m, sessions=(f"s{n}", f"s{n + 1}")) for n, m in enumerate(found)]
        assert ask(reader, "Which car have I had?", windows) == "First A1, then B2, then A1."

    def test_read_a_note_that_sums_up_what_they_know_and_more(self, reader):
        told = memories("My car is A1.", "My gym is Ostrel.", "My car has become B2.")
        text = "My car is A1. My car has become B2. My car has become C3."
        note = Memory("note", text, START + timedelta(days=9), ("s0", "s2", "s5"))
        answer = ask(reader, "Which car have I had?", (*told, note))
        assert answer == "First A1, then B2, then C3."

    def test_count_a_sentence_and_its_summary_once(self, reader):
        told = memories("My car is A1.", "My car has become B2.")
        summary = Memory("sum", "My car is A1.", START + timedelta(days=9), ("s0",))
        assert ask(reader, "What is my car?", (*told, summary)) == "It is B2."

    def test_take_chunks_without_sources_for_one_if_made_at_one_time(self, reader):
        at = START + timedelta(days=3)
        twins = [Memory(name, "My car is A1. My car has become B2.", at) for name in "xy"]
        answer = ask(reader, "Which car have I had?", twins)
        assert answer == "First A1, then B2."

    def test_put_turns_of_one_time_in_the_order_of_the_conversation(self, reader):
        texts = {"s1.10": "My car has become C3.", "s1.9": "My car has become B2."}
        found = [Memory(turn, text, START, ("s1",), (turn,)) for turn, text in texts.items()]
        assert ask(reader, "Which car have I had?", found) == "First B2, then C3."


class TestIdeal:
    def test_applies_a_rule_that_fires(self):
        assert ideal("What is my commute?", *MOVED) == "It is the tram."

    def test_leaves_a_child_alone_before_the_change(self):
        assert ideal("What is my commute?", *MOVED[:3]) == "It is a bicycle."

    def test_leaves_a_child_alone_if_its_parent_is_only_confirmed(self):
        found = ("My home is Brask.", "My commute is a bicycle.", RULE, "My home is brask.")
        assert ideal("What is my commute?", *found) == "It is a bicycle."

    def test_a_first_statement_is_no_change(self):
        assert ideal("What is my commute?", "My commute is X.", RULE, "My home is Brask.") == (
            "It is X."
        )

    def test_a_reported_change_is_one_even_if_the_old_value_was_not_read(self):
        assert ideal("What is my commute?", *MOVED[1:]) == "It is the tram."

    def test_a_later_statement_with_another_value_is_a_change(self):
        found = (*MOVED[:3], "My home is Brask.")
        assert ideal("What is my commute?", *found) == "It is the tram."

    def test_knows_the_new_value_without_ever_having_read_the_old_one(self):
        assert ideal("What is my commute?", RULE, "My home has become Brask.") == "It is the tram."

    def test_does_not_know_what_depends_on_a_change_without_a_rule(self):
        answer = ideal("What is my commute?", *MOVED[:3], "My home has become Selwick.")
        assert answer == wording.NO_LONGER_KNOWN
        assert Passage.read(answer, []).doubts

    def test_a_plain_dependency_without_a_rule_makes_unknown(self):
        found = (*MOVED[:2], "My commute depends on my home.", MOVED[3])
        assert ideal("What is my commute?", *found) == wording.NO_LONGER_KNOWN

    def test_without_any_dependency_read_the_old_value_stands(self):
        assert ideal("What is my commute?", *MOVED[:2], MOVED[3]) == "It is a bicycle."

    def test_rules_chain(self):
        next_rule = "If my commute becomes the tram, my bus_pass will be zone 4."
        assert ideal("What is my bus_pass?", "My bus_pass is zone 1.", next_rule, *MOVED) == (
            "It is zone 4."
        )

    def test_the_unknown_spreads(self):
        chain = ("My bus_pass is zone 1.", "My bus_pass depends on my commute.")
        found = (*chain, *MOVED[:3], "My home has become Selwick.")
        assert ideal("What is my bus_pass?", *found) == wording.NO_LONGER_KNOWN

    def test_a_child_told_anew_after_the_change_is_known_again(self):
        found = (*MOVED[:3], "My home has become Selwick.", "My commute is a ferry.")
        assert ideal("What is my commute?", *found) == "It is a ferry."

    def test_a_child_told_anew_fires_the_rules_below_it(self):
        below = "If my commute becomes a ferry, my bus_pass will be none."
        found = (below, *MOVED[:3], "My home has become Selwick.", "My commute is a ferry.")
        assert ideal("What is my bus_pass?", *found) == "It is none."

    def test_a_rule_read_after_the_change_applies_to_it(self):
        assert ideal("What is my commute?", *MOVED[:2], MOVED[3], RULE) == "It is the tram."

    def test_a_late_rule_does_not_undo_what_was_told_since(self):
        found = (*MOVED[:2], MOVED[3], "My commute is a ferry.", RULE)
        assert ideal("What is my commute?", *found) == "It is a ferry."

    def test_two_changed_parents_one_after_the_other_the_later_decides(self):
        gym = (
            "If my home becomes Brask, my gym will be Ostrel.",
            "If my boss becomes Quill, my gym will be Marn.",
        )
        found = (*gym, "My home has become Brask.", "My boss has become Quill.")
        assert ideal("What is my gym?", *found) == "It is Marn."

    def test_contradicting_rules_for_one_change_leave_it_open(self):
        rules = (RULE, "If my home becomes Brask, my commute will be a ferry.")
        assert ideal("What is my commute?", *rules, "My home has become Brask.") == (
            wording.NO_LONGER_KNOWN
        )

    def test_the_same_rule_twice_is_no_contradiction(self):
        assert ideal("What is my commute?", RULE, *MOVED, RULE.upper()) == "It is the tram."

    def test_history_of_what_lapsed_says_so(self):
        answer = ideal("Which commute have I had?", *MOVED[:3], "My home has become Selwick.")
        assert answer == f"It has only been a bicycle. {wording.NO_LONGER_KNOWN}"

    def test_history_of_what_was_never_told_but_follows_gives_the_value(self):
        assert ideal("Which commute have I had?", RULE, MOVED[3]) == "It is the tram."


class TestForgetting:
    def test_a_forgotten_value_is_not_available(self):
        answer = ideal("What is my sister?", "My sister is Ann.", "Please forget my sister.")
        assert answer == wording.FORGOTTEN
        assert says_unavailable(answer)

    def test_also_if_the_value_itself_was_not_retrieved(self):
        assert ideal("What is my sister?", "Please forget my sister.") == wording.FORGOTTEN

    def test_not_in_a_history_either(self):
        found = ("My sister is Ann.", "Please forget my sister.")
        assert ideal("Which sister have I had?", *found) == wording.FORGOTTEN

    def test_told_again_later_it_is_known_again(self):
        found = ("My sister is Ann.", "Please forget my sister.", "My sister is Ann.")
        assert ideal("What is my sister?", *found) == "It is Ann."

    def test_a_forgotten_one_of_several_is_left_out(self):
        found = ("My car is A1. My boss is Quill.", "Please forget my boss.")
        answer = ideal("What are my car, gym and boss?", *found)
        assert answer == "car: A1; gym: not known; boss: not known."

    def test_all_of_several_forgotten(self):
        found = [f"Please forget my {entity}." for entity in ("car", "gym", "boss")]
        assert ideal("What are my car, gym and boss?", *found) == wording.FORGOTTEN

    def test_the_literal_reader_does_not_heed_it(self):
        found = ("My sister is Ann.", "Please forget my sister.")
        assert literal("What is my sister?", *found) == "It is Ann."


class TestLiteral:
    def test_ignores_rules(self):
        assert literal("What is my commute?", *MOVED) == "It is a bicycle."

    def test_knows_nothing_that_was_not_said(self):
        assert literal("What is my commute?", RULE, MOVED[3]) == wording.NOTHING_KNOWN


def test_a_model_is_shown_memories_and_question_but_no_lexicon():
    asked = Question("q", "u", "What is my car?", START)
    given = AnswererInput(asked, memories("My car is A1.", "Hello."), LEXICON)
    assert given.reading() == "My car is A1.\nHello.\nWhat is my car?"
