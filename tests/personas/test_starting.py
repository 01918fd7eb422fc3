"""Starter files, printed skeletons and JSON schemas: what an author meets first."""

from __future__ import annotations

from pathlib import Path

import pytest

import personas
from personas import domains
from personas.printing import SHOWN_ONE_OFFS
from personas.schemas import written
from personas.skeletons import ShiftOptions
from personas.starters import starter
from sim.clock import Calendar
from sim.errors import UnknownName


def test_a_new_persona_passes_its_check(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(starter("persona", "ada"), encoding="utf-8")
    assert personas.check(path) == []
    assert personas.load(path).id == "ada"


@pytest.mark.parametrize("domain", ["health", "stamp_collecting"])
def test_a_new_domain_passes_its_check_but_is_small(tmp_path: Path, domain: str) -> None:
    path = tmp_path / f"{domain}.yaml"
    path.write_text(starter("domain", domain), encoding="utf-8")
    problems = domains.check(path)
    assert {problem.severity for problem in problems} == {"warning"}
    assert all("populations repeat themselves" in problem.message for problem in problems)
    assert domains.load(path).domain == domain


def test_starters_explain_themselves() -> None:
    for kind in ("persona", "domain"):
        text = starter(kind, "x")
        assert text.count("#") >= 8
        assert f"lifeworld {kind} check" in text
        assert "NAME" not in text
        assert "TITLE" not in text


def test_a_new_persona_can_live_with_a_new_domain(tmp_path: Path, calendar: Calendar) -> None:
    (tmp_path / "own.yaml").write_text(starter("domain", "own"), encoding="utf-8")
    text = starter("persona", "ada").replace("domain: home\n", "domain: own\n    pack: own.yaml\n")
    path = tmp_path / "ada.yaml"
    path.write_text(text, encoding="utf-8")
    written_life = personas.skeleton(
        personas.load(path),
        calendar=calendar,
        horizon=calendar.month(6),
        seed_path=(1,),
        shift=ShiftOptions(),
    )
    assert written_life.domains[0].name == "own"
    assert written_life.domains[0].projects


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"did you mean 'persona'\?"):
        starter("personas", "x")


def test_a_printed_skeleton_shows_every_fact_in_its_words(calendar: Calendar) -> None:
    person = personas.load("nuria_valdaz")
    skeleton = personas.skeleton(
        person,
        calendar=calendar,
        horizon=calendar.month(12),
        seed_path=(1,),
        shift=ShiftOptions(),
    )
    text = personas.printed(skeleton, calendar)
    for plan in skeleton.plans():
        assert all(reveal.utterance in text for reveal in plan.reveals)
        if plan.long_horizon:
            assert plan.opening in text
    (shift,) = skeleton.shifts
    assert f"~~ {calendar.date(shift.at):%d %B %Y}: {shift.narrative}" in text
    assert f"demoted: {shift.demoted[0]}" in text
    assert "recipes: long-horizon, high" in text
    assert "finance: transient, high" in text


def test_a_printed_skeleton_shows_a_few_one_offs_and_counts_the_rest(calendar: Calendar) -> None:
    skeleton = personas.skeleton(
        personas.load("nuria_valdaz"),
        calendar=calendar,
        horizon=calendar.month(6),
        seed_path=(1,),
    )
    text = personas.printed(skeleton, calendar)
    finance = next(script for script in skeleton.domains if script.name == "finance")
    assert f"... and {len(finance.one_offs) - SHOWN_ONE_OFFS} more" in text
    assert finance.one_offs[0].opening in text
    assert finance.one_offs[SHOWN_ONE_OFFS].id not in text
    assert "gold:" not in text


def test_schemas_forbid_unknown_keys_and_allow_short_forms() -> None:
    persona, domain = personas.schemas()["persona"], personas.schemas()["domain"]
    assert persona["additionalProperties"] is False
    assert persona["$defs"]["AgentUseProfile"]["type"] == "array"
    assert persona["$defs"]["DomainUse"]["properties"]["frequency"]["enum"] == [
        "high",
        "mid",
        "low",
    ]
    openings = domain["$defs"]["OneOff"]["properties"]["openings"]
    assert [way["type"] for way in openings["anyOf"]] == ["string", "array"]
    assert domain["required"] == ["domain"]


def test_written_schemas_end_with_a_line_break() -> None:
    assert written("persona").endswith("}\n")


def test_every_public_name_exists() -> None:
    for name in personas.__all__:
        assert getattr(personas, name) is not None
    assert list(personas.__all__) == sorted(personas.__all__)
