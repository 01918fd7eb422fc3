"""Domain packs: what they may say, and what a check finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from personas import domains
from personas.domains import clashes
from personas.domains.pack import DomainPack
from personas.domains.small_talk import small_talk
from personas.pool import POOL
from personas.sheets import parse
from sim.errors import BadData, UnknownName


def refused(text: str) -> str:
    with pytest.raises(BadData) as caught:
        parse(text, DomainPack, where="p.yaml")
    return str(caught.value)


def checked(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "p.yaml"
    path.write_text(text, encoding="utf-8")
    return [str(problem).replace(str(path), "p.yaml") for problem in domains.check(path)]


# --- schema


def test_one_text_needs_no_list(pack: DomainPack) -> None:
    assert pack.one_offs[2].openings == ("When is slack water?",)
    assert pack.one_offs[2].follow_ups == ("And at springs?",)


def test_the_value_is_the_needle_unless_others_are_given(pack: DomainPack) -> None:
    boat, chart = pack.projects[0].events[:2]
    assert boat.decisions[0].needles == ("{value}",)
    assert chart.decisions[0].needles == ("{value}", "course")


def test_a_name_for_summaries_defaults_to_the_id(pack: DomainPack) -> None:
    hull, mate = pack.projects[0].events[0].decisions
    assert (hull.name, mate.name) == ("the boat", "mate")


def test_a_domain_of_the_pool_is_called_as_there() -> None:
    assert parse("domain: home\n", DomainPack, where="p").name == POOL["home"]
    assert parse("domain: home\ntitle: my hut\n", DomainPack, where="p").name == "my hut"
    assert parse("domain: bird_song\n", DomainPack, where="p").name == "bird song"


def test_a_wording_must_hold_its_value_once(pack_text: str) -> None:
    without = pack_text.replace("So we live on {value}.", "So we live.")
    assert "projects.0.events.2.decisions.0: the wording 'So we live.' must hold" in refused(
        without
    )
    twice = pack_text.replace("She gets {value}.", "{value}, {value}!")
    assert "exactly once" in refused(twice)


def test_a_theme_needs_themes(pack_text: str) -> None:
    text = pack_text.replace('"What paint does she need?"', '"Paint for {theme}?"')
    assert "projects.1: no slot is called {theme}" in refused(text)


def test_a_stable_fact_knows_no_theme(pack_text: str) -> None:
    text = pack_text.replace("Let me fetch my {value} first.", "For {theme} my {value}.")
    assert "profile_facts.1: no slot is called {theme}" in refused(text)


def test_an_opening_must_not_hold_a_value(pack_text: str) -> None:
    text = pack_text.replace('"How do I plan the way?"', '"How do I sail {value}?"')
    assert "no slot is called {value}" in refused(text)


def test_about_needs_its_list(pack_text: str) -> None:
    text = pack_text.replace('"When is slack water?"', '"When is {about}?"')
    assert "one_offs.2: no slot is called {about}" in refused(text)


@pytest.mark.parametrize("place", ["remarks", "one_offs.0"])
def test_a_remark_is_no_question(pack_text: str, place: str) -> None:
    remark = 'remarks: ["Is it late?"]\n'
    text = pack_text + remark
    if place != "remarks":
        text = pack_text.replace("  - topic: knots\n", f"  - topic: knots\n    {remark}")
    assert "a remark states something, 'Is it late?' is a question" in refused(text)


def test_a_value_in_a_remark_is_an_error(pack_text: str, tmp_path: Path) -> None:
    text = pack_text + 'remarks: ["My cousin sold a Folkeboat last week."]\n'
    assert any("'a Folkeboat' also occurs at remarks" in each for each in checked(tmp_path, text))


def test_needles_must_name_the_value(pack_text: str) -> None:
    text = pack_text.replace('["{value}", course]', "[course]")
    assert "needles must name '{value}'" in refused(text)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("- id: cap", "- id: sickness", "profile_facts: the id 'sickness' is given twice"),
        ("- id: refit", "- id: cruise", "projects: the id 'cruise' is given twice"),
        ("- id: chart", "- id: boat", "projects.cruise: the id 'boat' is given twice"),
        ("- id: mate", "- id: hull", "cruise.boat: the id 'hull' is given twice"),
    ],
)
def test_ids_are_distinct(pack_text: str, old: str, new: str, place: str) -> None:
    assert place in refused(pack_text.replace(old, new))


def test_an_id_is_a_plain_name(pack_text: str) -> None:
    assert "projects.1.id" in refused(pack_text.replace("id: refit", "id: Re Fit"))


def test_an_empty_text_is_refused(pack_text: str) -> None:
    assert "projects.1.title" in refused(pack_text.replace('"Refitting the boat"', '" "'))


def test_a_project_of_one_event_is_none(pack_text: str) -> None:
    start = pack_text.index("      - id: sails")
    end = pack_text.index("one_offs:")
    assert "projects.1.events" in refused(pack_text[:start] + pack_text[end:])


def test_spoken_texts_are_all_that_a_user_says(pack: DomainPack) -> None:
    spoken = [text for _, text in pack.spoken()]
    for text in (
        "Which boat do I take to {theme}?",
        "Will she carry three to {theme}?",
        "the long fjord",
        "a clove hitch",
        "Does it hold wet?",
        "{value} is my course.",
    ):
        assert text in spoken
    assert "a Folkeboat" not in spoken
    assert "Bought food" not in spoken  # a summary is read, not said


# --- check


def test_a_good_pack_that_is_small_gets_warnings_only(pack_text: str, tmp_path: Path) -> None:
    problems = checked(tmp_path, pack_text)
    assert all(problem.startswith("warning: ") for problem in problems)
    assert (
        "warning: p.yaml, projects: 2 projects, populations repeat themselves below 6" in problems
    )
    assert any("projects.refit: 2 events" in problem for problem in problems)
    assert any("projects.refit.paint.paint: 3 values" in problem for problem in problems)


def test_a_value_inside_another_is_an_error(pack_text: str, tmp_path: Path) -> None:
    problems = checked(tmp_path, pack_text.replace("pea green", "cap"))
    assert problems[0].startswith("error: p.yaml, projects.refit.paint.paint: the value 'cap'")
    assert "profile_facts.cap ('corduroy cap')" in problems[0]


def test_the_same_value_twice_is_an_error(pack_text: str, tmp_path: Path) -> None:
    problems = checked(tmp_path, pack_text.replace("pea green", "tinned  PEACHES"))
    assert any(p.startswith("error:") and "tinned peaches" in p for p in problems)


def test_a_value_in_an_opening_is_an_error(pack_text: str, tmp_path: Path) -> None:
    text = pack_text.replace("What do we eat on board?", "Is the Red Dinghy big enough?")
    assert any(
        p.startswith("error: p.yaml, projects.cruise.boat.hull: the value 'the red dinghy' also")
        for p in checked(tmp_path, text)
    )


def test_a_value_in_small_talk_is_an_error(pack_text: str, tmp_path: Path) -> None:
    closing = small_talk().closings[0].split(",")[0]
    problems = checked(tmp_path, pack_text.replace("pea green", closing))
    assert any(p.startswith("error:") and "small talk" in p for p in problems)


def test_a_value_of_a_shipped_pack_is_a_warning(pack_text: str, tmp_path: Path) -> None:
    value = domains.load("home").profile_facts[0].values[0]
    problems = checked(tmp_path, pack_text.replace("pea green", value))
    assert any("beside the pack 'home'" in p and p.startswith("warning:") for p in problems)


def test_checking_never_raises(tmp_path: Path) -> None:
    (missing,) = domains.check(tmp_path / "gone.yaml")
    assert missing.severity == "error"
    (unknown,) = domains.check("recipies")
    assert "did you mean 'recipes'?" in unknown.message
    assert checked(tmp_path, "domain: [\n")[0].startswith("error: p.yaml: not readable as YAML")


# --- clashes


def test_words_are_compared_whole() -> None:
    values = [("v", "oak")]
    assert not list(clashes.in_texts(values, [("t", "a cloak and oaken stairs")]))
    (found,) = clashes.in_texts(values, [("t", "the OAK!")])
    assert (found.where, found.elsewhere) == ("v", "t")


def test_words_on_two_sides_of_a_slot_do_not_touch() -> None:
    assert not list(clashes.in_texts([("v", "red boat")], [("t", "a red {theme} boat")]))


def test_punctuation_inside_does_not_hide_a_value() -> None:
    assert list(clashes.in_texts([("v", "two by four")], [("t", "a two-by-four")]))


def test_no_values_clash_with_nothing() -> None:
    assert not list(clashes.in_texts([], [("t", "anything")]))
    assert not list(clashes.among_values([]))


# --- catalogue


def test_packs_are_found_by_name_or_by_path(pack_file: Path) -> None:
    assert domains.load("home").domain == "home"
    assert domains.load(pack_file).domain == "sailing"
    assert domains.load(str(pack_file)) == domains.load(pack_file)


def test_an_unknown_pack_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no domain pack is called 'hom': did you mean 'home'\?"):
        domains.load("hom")


def test_a_file_that_was_written_again_is_read_again(pack_file: Path, pack_text: str) -> None:
    assert domains.load(pack_file).ends == "the boat was sold"
    pack_file.write_text(pack_text.replace("was sold", "had sunk at last"), encoding="utf-8")
    assert domains.load(pack_file).ends == "the boat had sunk at last"
