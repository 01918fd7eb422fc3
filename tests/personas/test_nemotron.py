"""People from files of Nemotron-Personas: what is read, put right, and refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import personas
from personas import nemotron
from personas.nemotron.leaning import domains_of, leanings
from personas.nemotron.person import LONGEST, NOWHERE, name_in
from personas.nemotron.values import listed, text
from personas.pool import POOL
from sim.errors import BadData

FULL: dict[str, Any] = {
    "uuid": "u1",
    "professional_persona": "Carmen Hollis-Reyes dispatches buses.",
    "sports_persona": "Carmen plans to swim across the lake.",
    "arts_persona": "Carmen sings.",
    "travel_persona": "Carmen drives far.",
    "culinary_persona": "Carmen bakes.",
    "persona": "Carmen Hollis-Reyes, a dispatcher with a good ear, grows dahlias.",
    "cultural_background": "Raised between two rivers.",
    "skills_and_expertise": "Routes.",
    "skills_and_expertise_list": "['spreadsheet modelling']",
    "hobbies_and_interests": "Dahlias.",
    "hobbies_and_interests_list": "['Growing dahlias in the garden', 'open-water swimming']",
    "career_goals_and_ambitions": "Hopes to head the depot.",
    "sex": "Female",
    "age": 47,
    "marital_status": "married_present",
    "education_level": "some_college",
    "bachelors_field": "no_degree",
    "occupation": "bus_driver",
    "city": "Millbrook",
    "state": "OH",
    "zipcode": "43000",
    "country": "USA",
}


def lines(tmp_path: Path, *rows: dict[str, Any] | str) -> Path:
    path = tmp_path / "people.jsonl"
    written = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    return path


def test_a_full_row_is_a_person(tmp_path: Path) -> None:
    found = nemotron.read(lines(tmp_path, FULL))
    (person,) = found.people
    assert (person.id, person.name, person.age) == (
        "carmen_hollis_reyes",
        "Carmen Hollis-Reyes",
        47,
    )
    assert person.place == "Millbrook, OH, USA"
    assert person.background == (
        "Carmen Hollis-Reyes, a dispatcher with a good ear, grows dahlias. Occupation: bus driver."
    )
    assert person.traits == ("fond of growing dahlias in the garden", "fond of open-water swimming")
    assert person.profile.balance() == (2, 2)
    assert (found.read, found.repaired, found.refused) == (1, (), ())


def test_an_imported_person_is_a_persona_file_that_passes(tmp_path: Path) -> None:
    (person,) = nemotron.read(lines(tmp_path, FULL)).people
    path = tmp_path / f"{person.id}.yaml"
    path.write_text(personas.to_yaml(person), encoding="utf-8")
    assert personas.load(path) == person
    assert personas.check(path) == []


def test_jsonl_and_parquet_give_the_same_people(tmp_path: Path) -> None:
    rows = [FULL, {**FULL, "uuid": "u2", "age": 20, "persona": "Bo Lund-Ek, a diver, reads."}]
    path = tmp_path / "people.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    assert nemotron.read(path) == nemotron.read(lines(tmp_path, *rows))


def test_lists_may_be_lists_or_texts_of_lists() -> None:
    for written in (
        ["quilting", "chess"],
        "['quilting', 'chess']",
        "quilting, chess",
        ("quilting", "chess"),
    ):
        assert listed({"hobbies_and_interests_list": written}, "hobbies") == ["quilting", "chess"]
    assert listed({"hobbies_and_interests_list": 7}, "hobbies") == []
    assert listed({}, "skills") == []
    assert listed({"skills_and_expertise_list": "[__import__('os')]"}, "skills") == [
        "[__import__('os')]"
    ]


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("Mary Alberti, a meticulous baker", "Mary Alberti"),
        ("Mary's garden", ""),
        ("José Luis Ortega's garden", "José Luis Ortega"),
        ("A tireless baker", ""),
        ("Mary bakes", ""),
        ("The Old Mill Road Players Club meets", ""),
        ("", ""),
        ("花子は料理が好き", ""),
    ],
)
def test_a_name_is_taken_from_the_beginning_of_a_text(told: str, name: str) -> None:
    assert name_in(told) == name


def test_fields_with_names_go_first(tmp_path: Path) -> None:
    given_names = {"first_name": "Ada", "last_name": "Brook"}
    (one,) = nemotron.read(lines(tmp_path, {**FULL, **given_names})).people
    (two,) = nemotron.read(lines(tmp_path, {**FULL, "name": "Ida Moor"})).people
    assert (one.name, two.name) == ("Ada Brook", "Ida Moor")


def test_national_editions_call_places_otherwise(tmp_path: Path) -> None:
    bare = {key: value for key, value in FULL.items() if key not in ("city", "state", "country")}
    (person,) = nemotron.read(
        lines(tmp_path, {**bare, "district": "Gangseo-gu", "province": "Busan", "country": "Korea"})
    ).people
    assert person.place == "Gangseo-gu, Busan, Korea"


def test_what_is_missing_is_put_right_and_said(tmp_path: Path) -> None:
    found = nemotron.read(lines(tmp_path, {"persona": "A quiet baker of sourdough."}))
    (person,), (remark,) = found.people, found.repaired
    assert 25 <= person.age <= 75
    assert person.place == NOWHERE
    assert str(remark) == (
        f"row 1 repaired: no age, {person.age} was drawn; no name, {person.name!r} was drawn; "
        "no place"
    )
    assert all(use.reason for use in person.profile.uses)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("not json", "the line is no JSON"),
        ("[1, 2]", "the line is no JSON object"),
        ({"age": 30}, "no text says who this is"),
        ({**FULL, "uuid": "u2", "age": 300}, "an age of 300 cannot be"),
        ({**FULL, "uuid": "u2", "age": -1}, "an age of -1 cannot be"),
        (FULL, "the uuid 'u1' was there before"),
    ],
)
def test_a_row_that_makes_no_person_is_refused_and_the_others_stay(
    tmp_path: Path, row: dict[str, Any] | str, why: str
) -> None:
    found = nemotron.read(lines(tmp_path, FULL, row))
    assert [str(remark) for remark in found.refused] == [f"row 2 refused: {why}"]
    assert found.summary == "2 rows read, 1 people made, 0 of them repaired, 1 rows refused"


def test_reading_stops_with_the_last_person_wanted(tmp_path: Path) -> None:
    rows = [{**FULL, "uuid": f"u{n}"} for n in range(5)]
    path = lines(tmp_path, *rows, "not json")
    some, everybody = nemotron.read(path, 3), nemotron.read(path)
    assert (some.read, len(some.people)) == (3, 3)
    assert (everybody.read, len(everybody.people)) == (6, 5)
    assert everybody.people[:3] == some.people
    assert personas.diversity(everybody.people).identical == 0  # though they are alike
    assert [person.id for person in some.people][1:] == [f"carmen_hollis_reyes_{n}" for n in (2, 3)]


def test_the_seed_decides(tmp_path: Path) -> None:
    path = lines(tmp_path, FULL)
    assert nemotron.read(path, seed=1) == nemotron.read(path, seed=1)
    assert len({nemotron.read(path, seed=n).people[0].profile.features for n in range(8)}) > 1


def test_hobbies_weigh_more_than_facets_and_carry_reasons(tmp_path: Path) -> None:
    (person,) = nemotron.read(lines(tmp_path, FULL)).people
    home = [use for use in person.profile.uses if use.domain == "home"]
    assert all(use.reason.startswith("Carmen enjoys growing dahlias in the garden") for use in home)
    uses = [each.uses.get("sport", 0) for each in leanings(FULL)]
    assert max(uses) == 2


def test_words_lead_to_domains() -> None:
    assert domains_of("Baking sourdough") == ("recipes",)
    assert domains_of("python scripting and trail running") == ("coding", "sport")
    assert domains_of("Sleeping") == ()


def test_there_are_words_for_every_domain() -> None:
    from personas.nemotron.fields import fields

    assert set(fields().words) == set(POOL)


def test_a_long_story_ends_with_a_sentence(tmp_path: Path) -> None:
    long = {**FULL, "persona": "Ann Lee sings. " * 80, "occupation": "singer"}
    (person,) = nemotron.read(lines(tmp_path, long)).people
    assert person.background.endswith("sings. Occupation: singer.")
    assert len(person.background) <= LONGEST + 25


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"people\.csv: name a file that ends in \.jsonl"):
        nemotron.read(tmp_path / "people.csv")
    with pytest.raises(BadData, match=r"gone\.jsonl"):
        nemotron.read(tmp_path / "gone.jsonl")
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR0")
    with pytest.raises(BadData, match="this is no Parquet file"):
        nemotron.read(broken)
    with pytest.raises(BadData, match="nobody in it can be made a person: row 1 refused: no text"):
        nemotron.read(lines(tmp_path, {"age": 3}))


@settings(deadline=None, max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from([*FULL, "first_name", "district"]),
        st.one_of(st.none(), st.text(max_size=40), st.integers(), st.lists(st.text(max_size=9))),
    )
)
def test_whatever_stands_in_a_row_it_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, row: dict[str, Any]
) -> None:
    path = lines(tmp_path_factory.mktemp("rows"), FULL, {**row, "uuid": "other"})
    found = nemotron.read(path)
    assert found.read == 2
    assert len(found.people) + len(found.refused) == 2
    for person in found.people:
        assert personas.Persona.model_validate(person.model_dump()) == person
    assert text(row, "persona") == text(row, "persona").strip()


def test_listing_people_loads_no_reader_of_parquet() -> None:
    code = "import sys, personas.nemotron; assert not {'pyarrow', 'pandas'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
