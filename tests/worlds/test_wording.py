"""Sentences and the lexicon that reads them back; the words by which facts are recognised."""

from __future__ import annotations

import pytest

import worlds
from sim.lexicon import Statement
from sim.text import carries, contains
from worlds import library, needles, small_talk, wording
from worlds.checks.readback import questions, recognition, statements

SHIPPED = sorted(path.stem for path in library.LIBRARY.glob("*.yaml"))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_sentence_with_every_value_is_read_back_as_it_was_meant(name: str) -> None:
    world = worlds.load(name)
    read = world.lexicon().read
    spoken = [(e, "state", t) for e in world.entities.values() for t in e.states]
    spoken += [(e, "change", t) for e in world.entities.values() for t in e.changes]
    for entity, act, template in spoken:
        for value in entity.pool:
            text = wording.fill(template, value=value)
            said = Statement(act, entity.id, value)  # type: ignore[arg-type]
            assert read(text) == read(f"user: Right then. {text} Bye.") == (said,)
    for text, name in [(t, e.id) for e in world.entities.values() for t in e.deletes]:
        assert read(text) == (Statement("forget", name),)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_dependency_and_every_rule_is_read_back_as_it_was_meant(name: str) -> None:
    world = worlds.load(name)
    read = world.lexicon().read
    for edge in world.edges:
        for text in edge.wordings:
            assert read(text) == (Statement("depend", edge.child, parent=edge.parent),)
        for template in edge.rule_wordings:
            for rule in edge.rules:
                text = wording.fill(template, trigger=rule.when, value=rule.then)
                said = Statement("rule", rule.child, rule.then, rule.parent, rule.when)
                assert read(text) == (said,)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_question_is_known_and_belongs_to_one_subject(name: str) -> None:
    world = worlds.load(name)
    for entity in world.entities.values():
        form = "literal" if entity.kind == "literal" else "current"
        for wanted, texts in ((form, entity.questions), ("history", entity.history)):
            for text in texts:
                asked = world.lexicon().asked(text)
                assert asked is not None
                assert (asked.form, asked.entities) == (wanted, (entity.id,))
    for triple in world.triples:
        for text in triple.questions:
            asked = world.lexicon().asked(text)
            assert asked is not None
            assert (asked.form, asked.entities) == ("joint", triple.entities)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_checks_for_reading_back_agree(name: str) -> None:
    world = worlds.load(name)
    assert [*statements(world), *questions(world), *recognition(world)] == []


def test_a_lexicon_holds_no_value_and_no_rule(first_home: worlds.World) -> None:
    lexicon = first_home.lexicon()
    texts = [pattern.template for pattern in lexicon.patterns]
    texts += [asking.text for asking in lexicon.askings]
    for entity in first_home.entities.values():
        for value in entity.values:
            assert not any(contains(text, value) for text in texts)


def test_edges_with_and_without_rules_have_the_same_patterns(first_home: worlds.World) -> None:
    kinds = {(p.parent, p.entity): 0 for p in first_home.lexicon().patterns if p.act == "rule"}
    assert set(kinds) == {(edge.parent, edge.child) for edge in first_home.edges}


def test_sentences_are_derived_from_the_phrase_where_the_author_gave_none() -> None:
    file, _ = worlds.reading.read_text(  # type: ignore[attr-defined]
        "name: tiny\nentities:\n"
        "  home: {phrase: my home, pool: [Brask, Ulm]}\n"
        "  pass: {phrase: my pass, pool: [blue, red]}\n"
        "edges: [{parent: home, child: pass, pattern: distance, rules: {Brask: red}}]\n"
    )
    world = worlds.assembly.assemble(file)  # type: ignore[attr-defined]
    assert world.entities["home"].states[0] == "My home is {value}."
    assert world.entities["home"].questions[0] == "What is my home?"
    assert world.entities["home"].deletes[0] == "Please forget my home."
    assert world.edges[0].wordings[0] == (
        "My pass depends on my home, because of the way I have to travel; "
        "if my home changes, my pass will change too."
    )
    assert (
        world.edges[0].rule_wordings[0] == "If my home becomes {trigger}, my pass will be {value}."
    )


def test_the_plain_form_can_be_read_also_when_the_author_has_others(
    first_home: worlds.World,
) -> None:
    read = first_home.lexicon().read
    assert read("My evening class is map drawing.") == (
        Statement("state", "evening_class", "map drawing"),
    )
    assert read("My evening class is now map drawing.") == (
        Statement("change", "evening_class", "map drawing"),
    )


def test_filling_leaves_unknown_slots_and_begins_with_a_capital() -> None:
    assert wording.fill("{phrase} is {value}.", phrase="my car") == "My car is {value}."
    assert wording.fill("a {value}", value="{phrase}") == "A {phrase}"


def test_a_change_is_not_recognised_in_a_rule_that_waits_for_it(first_home: worlds.World) -> None:
    for edge in first_home.edges:
        for rule in edge.rules:
            for template in edge.rule_wordings:
                told = wording.fill(template, trigger=rule.when, value=rule.then)
                assert carries(told, needles.of_rule(rule.when, rule.then))
                for change in first_home.entities[edge.parent].changes:
                    assert not carries(told, needles.of_change(change, rule.when))
                    said = wording.fill(change, value=rule.when)
                    assert carries(said, needles.of_change(change, rule.when))


def test_a_request_is_recognised_from_its_verb_on() -> None:
    assert needles.of_request("Please remove my car from your memory.") == (
        "remove my car from your memory",
    )
    assert needles.of_request("Never speak of my car!") == ("Never speak of my car",)


def test_small_talk_is_read_as_nothing(first_home: worlds.World) -> None:
    for text in small_talk.everything():
        for entity in first_home.entities.values():
            assert first_home.lexicon().read(wording.fill(text, phrase=entity.phrase)) == ()


def test_the_same_question_is_always_put_the_same_way() -> None:
    options = ("a?", "b?", "c?")
    assert wording.question_of(options, "w", "x") == wording.question_of(options, "w", "x")
    assert {wording.question_of(options, "w", str(n)) for n in range(40)} == set(options)
