"""Persona files: profile, card, and what a check finds."""

from __future__ import annotations

from pathlib import Path

import pytest

import personas
from personas.people import pack_of
from personas.persona import AgentUseProfile, DomainUse, Persona
from personas.sheets import parse
from sim.errors import BadData, UnknownName


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mona.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_profile_is_a_list_of_uses(persona: Persona) -> None:
    assert [use.domain for use in persona.profile.at_first] == ["recipes", "home", "travel"]
    assert [use.domain for use in persona.profile.later] == ["sport", "finance"]
    assert persona.profile.balance() == (2, 1)
    assert persona.profile.features == {("recipes", True), ("home", True), ("travel", False)}


def test_a_card_tells_who_speaks_and_nothing_of_the_profile(persona: Persona) -> None:
    card = persona.card()
    assert (card.name, card.voice) == ("Mona Lund", "warm")
    assert card.background == (
        "Mona Lund, 50, from a pier. She mends nets. Traits: calm. Constraints: no car."
    )
    assert "recipes" not in card.background
    assert "mess" not in card.background


def test_a_card_without_traits_has_no_empty_remarks(persona_text: str) -> None:
    text = persona_text.replace("traits: [calm]\nconstraints: [no car]\n", "")
    card = parse(text, Persona, where="m").card()
    assert card.background == "Mona Lund, 50, from a pier. She mends nets."


def test_a_domain_cannot_be_used_twice(persona_text: str) -> None:
    with pytest.raises(BadData, match="profile: the domain 'home' stands twice"):
        parse(persona_text.replace("domain: travel", "domain: home"), Persona, where="m.yaml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("frequency: mid", "frequency: often", "profile.uses.0.frequency"),
        ("frequency: mid", "frequence: mid", "profile.uses.0"),
        ("age: 50", "age: 400", "age"),
        ("age: 50", "age: fifty", "age"),
        ("long_horizon: true, frequency: mid", "long_horizon: 1, frequency: mid", "long_horizon"),
        ("id: mona", "id: Mona L.", "id"),
    ],
)
def test_mistakes_are_named_by_place(persona_text: str, old: str, new: str, place: str) -> None:
    with pytest.raises(BadData) as caught:
        parse(persona_text.replace(old, new, 1), Persona, where="m.yaml")
    assert f"m.yaml, {place}" in str(caught.value) or place in str(caught.value)


def test_personas_are_found_by_name_or_by_path(tmp_path: Path, persona_text: str) -> None:
    assert personas.load("nuria_valdaz").name == "Nuria Valdaz"
    assert personas.load(saved(tmp_path, persona_text)).id == "mona"
    with pytest.raises(UnknownName, match="did you mean 'nuria_valdaz'"):
        personas.load("nuria_valdas")


def test_a_domain_nobody_knows_is_named_with_the_nearest(tmp_path: Path, persona_text: str) -> None:
    path = saved(tmp_path, persona_text.replace("domain: travel", "domain: travle"))
    with pytest.raises(BadData, match=r"profile\.uses\.2\.domain: no domain .* mean 'travel'"):
        personas.load(path)


def test_a_pack_of_ones_own_is_found_beside_the_persona(
    tmp_path: Path, persona_text: str, pack_file: Path
) -> None:
    text = persona_text.replace("domain: travel,", "domain: sailing, pack: sailing.yaml,")
    person = personas.load(saved(tmp_path, text))
    use = person.profile.uses[2]
    assert use.pack == str(pack_file)
    assert pack_of(use).domain == "sailing"
    assert personas.check(saved(tmp_path, text)) == []


def test_a_pack_for_another_domain_is_refused(pack_file: Path) -> None:
    use = DomainUse(
        domain="rowing", long_horizon=True, frequency="low", reason="r", pack=str(pack_file)
    )
    with pytest.raises(BadData, match="the pack is about 'sailing', the profile uses it for 'row"):
        pack_of(use)


def test_a_good_persona_passes(tmp_path: Path, persona_text: str) -> None:
    assert personas.check(saved(tmp_path, persona_text)) == []


def test_a_profile_without_balance_or_future_is_warned_of(
    tmp_path: Path, persona_text: str
) -> None:
    text = persona_text.replace("later: true, ", "")
    (problem,) = personas.check(saved(tmp_path, text))
    assert problem.severity == "warning"
    assert "marked 'later: true'" in problem.message
    all_long = text.replace("long_horizon: false", "long_horizon: true")
    messages = [p.message for p in personas.check(saved(tmp_path, all_long))]
    assert any("no transient domain" in message for message in messages)
    none_long = text.replace("long_horizon: true", "long_horizon: false")
    messages = [p.message for p in personas.check(saved(tmp_path, none_long))]
    assert any("no long-horizon domain" in message for message in messages)


def test_what_hardly_suits_the_person_is_warned_of(tmp_path: Path, persona_text: str) -> None:
    text = persona_text.replace("reason: Sums.", "reason: Her pension.").replace(
        "age: 50", "age: 17"
    )
    (problem,) = personas.check(saved(tmp_path, text))
    assert problem.severity == "warning"
    assert problem.where.endswith("profile.uses.4")
    assert problem.message.startswith("finance is hardly plausible: 'pension' is a matter of later")


def test_a_domain_outside_the_pool_without_a_file_is_an_error(
    tmp_path: Path, persona_text: str
) -> None:
    path = saved(tmp_path, persona_text.replace("domain: travel", "domain: falconry"))
    problem = personas.check(path)[0]
    assert problem.severity == "error"
    assert "no domain is called 'falconry'" in problem.message


def test_a_pack_that_does_not_exist_is_an_error(tmp_path: Path, persona_text: str) -> None:
    text = persona_text.replace("domain: travel,", "domain: travel, pack: travl,")
    (problem,) = personas.check(saved(tmp_path, text))
    assert problem.severity == "error"
    assert "no domain pack is called" in problem.message
    assert str(tmp_path / "travl") in problem.message


def test_a_pack_without_what_the_use_needs_is_an_error(tmp_path: Path, persona_text: str) -> None:
    (tmp_path / "bare.yaml").write_text("domain: bare\n", encoding="utf-8")
    long = persona_text.replace("domain: recipes,", "domain: bare, pack: bare.yaml,")
    (problem,) = personas.check(saved(tmp_path, long))
    assert problem.message == "long-horizon, but the pack of 'bare' has no projects"
    transient = persona_text.replace("domain: travel,", "domain: bare, pack: bare.yaml,")
    (problem,) = personas.check(saved(tmp_path, transient))
    assert problem.message == "transient, but the pack of 'bare' has no one_offs"


def test_checking_never_raises(tmp_path: Path) -> None:
    assert personas.check(tmp_path / "gone.yaml")[0].severity == "error"
    assert "did you mean" in personas.check("nuria_valdas")[0].message
    assert "not readable" in personas.check(saved(tmp_path, "a: [\n"))[0].message


def test_profiles_can_be_written_in_python() -> None:
    use = DomainUse(domain="home", long_horizon=True, frequency="low", reason="r")
    assert AgentUseProfile(uses=(use,)).at_first == (use,)
    with pytest.raises(ValueError, match="at least 1"):
        AgentUseProfile(uses=())
