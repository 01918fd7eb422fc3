"""persona sample and persona import: people in rows and files, and how alike they are."""

import json

import pytest
import yaml
from fake_endpoint import FakeEndpoint

import personas


@pytest.fixture
def file(tmp_path):
    told = [
        {"uuid": "1", "persona": "Ann Lee-Marsh, a baker, grows beans.", "age": 40, "city": "Suva"},
        {"uuid": "2", "persona": "A tall man who sings.", "age": 61, "city": "Suva"},
        {"uuid": "3", "age": 61},
    ]
    path = tmp_path / "them.jsonl"
    path.write_text("\n".join(map(json.dumps, told)))
    return path


def test_people_are_imported_and_the_rest_is_said(lifeworld, file, tmp_path):
    said = lifeworld("persona", "import", file, "--out", tmp_path / "p", "--json")
    assert said.code == 0
    rows = json.loads(said.out)
    assert [row["age"] for row in rows] == [40, 61]
    assert rows[0]["id"] == "ann_lee_marsh"
    assert all(lifeworld("persona", "check", row["file"]).code == 0 for row in rows)
    repaired, refused, counts = said.err.splitlines()
    assert "row 2 repaired: no name" in repaired
    assert refused == "lifeworld: row 3 refused: no text says who this is"
    assert counts == "lifeworld: 3 rows read, 2 people made, 1 of them repaired, 1 rows refused"


def test_the_first_so_many_are_taken(lifeworld, file):
    said = lifeworld("persona", "import", file, "--count", 1, "--json")
    assert len(json.loads(said.out)) == 1
    assert said.err.startswith("lifeworld: 1 rows read")


def test_a_file_that_is_none_is_refused(lifeworld, tmp_path):
    said = lifeworld("persona", "import", tmp_path / "gone.jsonl")
    assert (said.code, "gone.jsonl" in said.sentence) == (2, True)
    said = lifeworld("persona", "import", tmp_path / "people.csv")
    assert (said.code, "name a file that ends in" in said.sentence) == (2, True)


def test_a_sample_says_how_alike_its_people_are(lifeworld):
    said = lifeworld("persona", "sample", 12, "--seed", 3)
    spread = personas.diversity(personas.sample(12, 3))
    assert said.out.splitlines()[-1] == str(spread)
    assert "0 of 66 pairs are identical" in str(spread)
    assert "pairs" not in lifeworld("persona", "sample", 1).out


def test_models_may_make_people(lifeworld, tmp_path):
    with FakeEndpoint() as server:
        cast = ["--cast", f"profile_assigner={server.spec}", "--cast", "plausibility=scripted"]
        said = lifeworld("persona", "sample", 2, "--out", tmp_path / "p", "--json", *cast)
        assert said.code == 0, said.err
        assert len(server.requests) >= 2
    written = [yaml.safe_load(file.read_text()) for file in sorted((tmp_path / "p").iterdir())]
    assert all(use["reason"].startswith("It suits") for one in written for use in one["profile"])


def test_several_models_may_check_a_person(lifeworld):
    with FakeEndpoint() as server:
        cast = ["--cast", f"plausibility={server.spec}", "--cast", f"plausibility={server.spec}"]
        said = lifeworld("persona", "check", "odalys_brandt", *cast)
        assert (said.code, said.out.strip()) == (0, "persona odalys_brandt: no problems")
        assert len(server.requests) == 2


def test_a_role_that_makes_no_people_is_refused(lifeworld):
    said = lifeworld("persona", "sample", 2, "--cast", "judge=scripted")
    assert said.code == 2
    assert "known: plausibility, profile_assigner" in said.sentence


def test_dialogues_say_how_alike_their_people_are(lifeworld, tmp_path):
    recipe = tmp_path / "r.yaml"
    recipe.write_text(
        "studies: retention\nlives: {personas: {sample: 3}, months: 2}\ntrials: {backend: none}\n"
    )
    assert lifeworld("corpus", "make", recipe, "--out", tmp_path / "c", "--workers", 1).code == 0
    said = lifeworld("corpus", "stats", tmp_path / "c")
    assert said.code == 0
    assert "profiles of two people have " in said.out
    assert "of 3 pairs are identical" in said.out
    assert all(
        row["kind"]
        for row in json.loads(lifeworld("corpus", "stats", tmp_path / "c", "--json").out)
    )
