"""Dialogues are made once and used by runs that then say the same; they are checked and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import experiments
from experiments.cli.main import app
from experiments.dialogues import Dialogues
from experiments.dialogues.checking import check
from experiments.dialogues.making import make
from experiments.dialogues.statistics import Variety, statistics
from experiments.recipe import load_recipe
from sim.errors import BadData, JournalMismatch, Misuse

GIVEN = {
    "name": "talk",
    "studies": ["dependency"],
    "lives": {
        "count": 3,
        "episodes": {
            "worlds": ["first_home"], "filler_tokens": 1500, "pool": 40, "embedder": "hashing"
        },
    },
    "trials": {"backends": ["oracle", "bm25"]},
}  # fmt: skip


def recipe(**given):
    return load_recipe({**GIVEN, **given})


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Dialogues:
    return make(recipe(), tmp_path_factory.mktemp("talk") / "dialogues", workers=1)


def test_every_life_is_there_with_all_it_said(made: Dialogues) -> None:
    assert made.lives == [f"first_home-000{n}" for n in (1, 2, 3)]
    for life in made.lives:
        sources = [r["source"] for r in made.records(life) if r["record"] == "session"]
        assert sources.count("introduction") == 4
        assert "domain" in sources


def test_a_run_over_dialogues_says_and_scores_the_same(made: Dialogues, tmp_path: Path) -> None:
    fresh = experiments.run(recipe(), tmp_path / "fresh", workers=1)
    again = experiments.run(recipe(dialogues=str(made.path)), tmp_path / "again", workers=1)
    for table in ("sessions", "probes", "scores"):
        assert fresh.tables[table].equals(again.tables[table])
    assert again.tables["costs"].query("phase == 'dialogue'").empty


def test_changed_words_are_used_as_they_are(made: Dialogues, tmp_path: Path) -> None:
    import shutil

    from sim import journal

    other = tmp_path / "other"
    shutil.copytree(made.path, other)
    path = other / "lives" / f"{made.lives[0]}.jsonl"
    records = list(journal.read(path))
    first = next(record for record in records if record["record"] == "session")
    first["turns"][0]["text"] = "Good grief."
    journal.write(path, records)
    run = experiments.run(recipe(dialogues=str(other)), tmp_path / "run", workers=1)
    lines = (run.path / "lives" / path.name).read_text()
    assert "Good grief." in lines
    plain = recipe(dialogues=str(made.path))
    from experiments.recipe import identify

    assert identify(plain).hash != identify(recipe(dialogues=str(other))).hash


def test_dialogues_of_other_lives_are_refused(made: Dialogues) -> None:
    from experiments.recipe import check as checked

    with pytest.raises(JournalMismatch, match="seed: 7 there, 8 now"):
        checked(recipe(dialogues=str(made.path), seed=8))
    checked(recipe(dialogues=str(made.path), trials={"backend": "none"}))


def test_dialogues_need_lives(made: Dialogues) -> None:
    with pytest.raises(BadData, match="policy off"):
        recipe(dialogues=str(made.path), policy="on")
    with pytest.raises(Misuse, match="makes no dialogues of its own"):
        make(recipe(policy="on"), made.path)


def test_a_life_that_is_missing_is_named(made: Dialogues) -> None:
    with pytest.raises(BadData, match="life 'nobody' are missing"):
        made.told("nobody")
    with pytest.raises(Misuse, match="lifeworld corpus make"):
        Dialogues.open(made.path / "lives")


def test_making_again_keeps_what_is_there(made: Dialogues) -> None:
    before = made.fingerprint()
    assert make(recipe(), made.path, workers=1).fingerprint() == before


def test_scripted_dialogues_have_no_finding(made: Dialogues) -> None:
    assert list(check(made)) == []


def test_figures_of_a_handful_of_messages() -> None:
    variety = Variety()
    talk = [("user", "a b a."), ("assistant", "yes"), ("user", "A  b a."), ("user", "c.")]
    turns = [{"id": f"s1.{n}", "speaker": who, "text": text} for n, (who, text) in enumerate(talk)]
    variety.take("one", turns, frozenset({"s1.0"}))  # "a b a" tells a fact
    variety.take("two", [{"id": "s1.0", "speaker": "user", "text": "c."}])
    row = variety.row()
    assert (row["sessions"], row["turns"]) == (2, 5)
    assert row["distinct_1"] == round(3 / 8, 4)  # a, b, c of a b a a b a c c
    assert row["distinct_2"] == round(2 / 4, 4)  # "a b", "b a", each said twice
    assert row["repeated"] == round(2 / 4, 4)  # four sentences, two different ones
    assert row["facts_in_two_lives"] == 0.0
    assert row["others_in_two_lives"] == 1.0  # without "a b a" there is only "c"


def test_sentences_are_counted_one_by_one_and_as_often_as_they_are_said() -> None:
    variety = Variety()
    for life, text in (("one", "Hi. I hum."), ("one", "Hi. Oh."), ("two", "Hi. I sing.")):
        variety.take(life, [{"id": "s1.0", "speaker": "user", "text": text}])
    variety.take("two", [{"id": "s2.0", "speaker": "user", "text": "I hum."}], frozenset({"s2.0"}))
    row = variety.row()
    assert row["repeated"] == round(3 / 7, 4)  # "Hi." twice, "I hum." once
    assert row["facts_in_two_lives"] == 1.0  # "I hum." is told by both
    assert row["others_in_two_lives"] == round(3 / 5, 4)  # "Hi." of Hi Hi Oh Hi I-sing


def test_nothing_said_has_no_shares() -> None:
    row = Variety().row()
    assert [row[name] for name in ("distinct_1", "repeated", "facts_in_two_lives")] == [None] * 3


def test_statistics_have_a_row_a_kind_and_one_for_all(made: Dialogues) -> None:
    rows = {row["kind"]: row for row in statistics(made)}
    assert list(rows) == ["change", "filler", "introduction", "all"]
    assert rows["introduction"]["sessions"] == 12
    assert rows["all"]["sessions"] == sum(r["sessions"] for k, r in rows.items() if k != "all")
    assert 0 < rows["all"]["distinct_1"] < rows["all"]["distinct_3"] <= 1


def test_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "talk.yaml"
    path.write_text(json.dumps(GIVEN))
    out, runner = tmp_path / "out", CliRunner()
    done = runner.invoke(app, ["corpus", "make", str(path), "--out", str(out), "--workers", "1"])
    assert done.exit_code == 0
    assert "3 lives" in done.output
    assert "no finding" in runner.invoke(app, ["corpus", "check", str(out)]).output
    rows = json.loads(runner.invoke(app, ["corpus", "stats", str(out), "--json"]).stdout)
    assert rows[-1]["kind"] == "all"
    assert "kept 40" in runner.invoke(app, ["corpus", "stats", str(out)]).output


def test_a_grave_finding_fails_the_check(made: Dialogues, tmp_path: Path) -> None:
    import shutil

    from sim import journal

    other = tmp_path / "spoilt"
    shutil.copytree(made.path, other)
    path = other / "lives" / f"{made.lives[0]}.jsonl"
    records = list(journal.read(path))
    session = next(r for r in records if r["record"] == "session" and r["tellings"])
    turn = session["tellings"][0]["turn"]
    next(t for t in session["turns"] if t["id"] == turn)["text"] = "Never mind."
    journal.write(path, records)
    done = CliRunner().invoke(app, ["corpus", "check", str(other)])
    assert done.exit_code == 1
    assert "HIGH" in done.output


def test_what_holds_no_fact_is_rarely_said_alike_by_two_lives(made: Dialogues) -> None:
    rows = {row["kind"]: row for row in statistics(made)}
    assert rows["introduction"]["others_in_two_lives"] < 0.25
