"""Bad input: one sentence with the place and the nearest right name, and nothing is lost."""

import json
import shutil

import pytest
import yaml

import worlds


@pytest.fixture
def refused(lifeworld, recipe, tmp_path):
    """Run the small recipe with changes; the sentence with which it is refused."""

    def call(*changes, out="r"):
        args = [part for change in changes for part in ("--set", change)]
        said = lifeworld("run", recipe, "--out", tmp_path / out, "--workers", 1, *args)
        assert said.code == 2
        return said.sentence

    return call


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("trials.0.backends=[bm52]", "no backend is called 'bm52': did you mean 'bm25'?"),
        ("trials.0.gate=univrsal", "no gate is called 'univrsal': did you mean 'universal'?"),
        ("trials.0.reader=idael", "no reader is called 'idael': did you mean 'ideal'?"),
        ("lives.world=first_hme", "no world is called 'first_hme': did you mean 'first_home'?"),
        ("studies=[retenton]", "no study is called 'retenton': did you mean 'retention'?"),
        ("lives.mnths=3", "lives: no key is called 'mnths': did you mean 'months'?"),
        ("trails=1", "no key is called 'trails': did you mean 'trials'?"),
        ("lives.personas=[emeric_thorn]", "did you mean 'emeric_thorne'?"),
        ("trials.0.backends=bm25[k2=1]", "backend 'bm25' has no option 'k2'"),
        ("lives.months=soon", "lives.months: 'soon' cannot stand here"),
        ("lives.months", "override 'lives.months' has no value: write it as a.b=c"),
        ("cast={jugde: scripted}", "did you mean 'judge'?"),
        ("lives.personas=[]", "lives.personas: [] cannot stand here: it must be a list of 1 item"),
        ("lives.personas={sample: 0}", "lives.personas.sample: 0 cannot stand here: it must be 1"),
        ("lives.personas=3", "it must be 'library', or a mapping of keys to values, or a list"),
        ("lives.engine=inlin", "must be 'inline' or 'langgraph': did you mean 'inline'?"),
        ("trials.0.backends=['bm25[k1=abc']", "'bm25[k1=abc' has a bracket too many or too few"),
        (
            "trials.0.backends=['bm25[k1=abc]']",
            "'k1' of backend 'bm25' cannot be 'abc': it must be",
        ),
        ("trials.0.backends=[no_such_mod:X]", "there is no module 'no_such_mod' here"),
        ("lives.world=no_such.yaml", "no_such.yaml, file: there is no such file"),
        ("lives.skeleton={greeting_share: 2}", "greeting_share: 2 cannot stand here: it must be 1"),
    ],
)
def test_a_recipe_that_cannot_be_carried_out(refused, tmp_path, change, sentence):
    assert sentence in refused(change)
    assert not (tmp_path / "r").exists()


def test_a_recipe_nobody_knows(lifeworld):
    said = lifeworld("run", "locomo_retreival")
    assert said.code == 2
    assert said.sentence.startswith(
        "no recipe is called 'locomo_retreival': did you mean 'locomo_retrieval'?"
    )


@pytest.mark.parametrize("what", ["world", "persona", "domain"])
def test_a_check_of_what_is_not_there_is_misuse(lifeworld, tmp_path, what):
    (tmp_path / f"my_{what}.yaml").write_text("name: x\n")
    said = lifeworld(what, "check", tmp_path / f"my_{what[:-1]}.yaml")
    assert said.code == 2
    assert said.sentence.endswith(f"there is no such file: did you mean 'my_{what}.yaml'?")
    said = lifeworld(what, "check", "nobody_knows_it")
    assert (said.code, f"no {what} is called 'nobody_knows_it'" in said.sentence) == (2, True)
    said = lifeworld(what, "check", f"{tmp_path}/")
    assert (said.code, "this is a folder: name a file in it" in said.sentence) == (2, True)


def test_a_folder_is_no_recipe(lifeworld, recipe):
    said = lifeworld("run", recipe.parent)
    assert said.code == 2
    assert said.sentence.endswith("this is a folder: name a file in it, such as small.yaml")


@pytest.mark.parametrize(("what", "near"), [("backend", "backends"), ("Reader", "readers")])
def test_a_list_nobody_knows_gets_the_nearest(lifeworld, what, near):
    said = lifeworld("list", what)
    assert (said.code, f"did you mean {near!r}?" in said.sentence) == (2, True)


def test_a_file_where_a_folder_should_be(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert "file is a file: name a folder for the run" in refused(out="file/deep/r")


def test_no_more_than_three_differences_are_named(refused, run, tmp_path):
    shutil.copytree(run, tmp_path / "r")
    sentence = refused(
        "lives.months=4", "lives.checkpoint_every=2", "seed=4", "trials=[{backend: dense}]"
    )
    named, _, rest = sentence.partition("what differs: ")[2].partition("; and ")
    assert len(named.split("; ")) == 3
    assert rest.partition(" more; nothing was changed")[0].isdigit()


def test_a_run_of_another_recipe_is_left_alone(refused, run, tmp_path):
    shutil.copytree(run, tmp_path / "r")
    before = {p: p.read_bytes() for p in (tmp_path / "r").rglob("*.*") if p.is_file()}
    sentence = refused("seed=4")
    assert "holds another run; what differs: recipe.seed: 3 there, 4 now" in sentence
    assert {p: p.read_bytes() for p in before} == before


def test_a_journal_that_was_cut_off(lifeworld, recipe, run, tmp_path):
    copy = shutil.copytree(run, tmp_path / "r")
    journal = sorted((copy / "lives").glob("*.jsonl"))[0]
    journal.write_text(journal.read_text()[:-200])
    said = lifeworld("run", recipe, "--out", copy, "--workers", 1)
    assert said.code == 2
    lines = journal.read_text().splitlines()
    assert f"{journal}, line {len(lines)}: the journal is damaged or cut off here" in said.sentence


def test_tables_of_a_run_with_a_damaged_journal_say_so(lifeworld, run, tmp_path):
    copy = shutil.copytree(run, tmp_path / "r")
    sound = lifeworld("tables", copy, "scores", "--json")
    assert (sound.code, sound.err) == (0, "")
    journal = sorted((copy / "lives").glob("*.jsonl"))[0]
    *kept, _ = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(kept))
    said = lifeworld("tables", copy, "scores", "--json")
    assert (said.code, said.out) == (0, sound.out)
    assert f"{journal}, after line {len(kept)}: the journal is damaged" in said.sentence
    assert said.sentence.startswith("what you see was made before this happened")
    page = (copy / "report.html").read_bytes()
    refused = lifeworld("report", copy)  # it reads the journals
    assert (refused.code, "after line" in refused.sentence) == (2, True)
    assert (copy / "report.html").read_bytes() == page


# --- worlds ---------------------------------------------------------------------------------------


def broken_world(path, change):
    """The starter with one line changed."""
    content = yaml.safe_load(worlds.starter(path.stem))
    change(content)
    path.write_text(yaml.safe_dump(content))
    return path


def cycle(content):
    first = content["edges"][0]
    content["edges"].append({"parent": first["child"], "child": first["parent"]})


def unknown_entity(content):
    content["edges"][0]["parent"] = content["edges"][0]["parent"] + "x"


def value_inside_another(content):
    pool = next(iter(content["entities"].values()))["pool"]
    pool.append(f"{pool[0]} Annexe")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (cycle, ["edges", "in a circle"]),
        (unknown_entity, ["edges.0.parent", "did you mean"]),
        (value_inside_another, ["entities.", "Annexe"]),
    ],
)
def test_a_world_that_cannot_be_used(lifeworld, refused, tmp_path, change, words):
    path = broken_world(tmp_path / "bad_world.yaml", change)
    sentence = refused(f"lives.world={path}")
    assert all(word in sentence for word in ["bad_world.yaml", *words])
    checked = lifeworld("world", "check", path)
    assert checked.code == 1
    assert all(word in checked.out for word in words)


# --- corpora --------------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path, lifeworld):
    talk = {
        "speaker_a": "Ana", "speaker_b": "Ben", "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": "I keep bees."}],
    }  # fmt: skip
    asked = {"question": "What?", "answer": "Bees", "evidence": ["D1:1", "D7:7"], "category": 4}
    samples = [{"sample_id": f"conv-{n}", "conversation": talk, "qa": [asked]} for n in (1, 2)]
    source = tmp_path / "locomo.json"
    source.write_text(json.dumps(samples))
    assert lifeworld("import", "locomo", source, "--out", tmp_path / "corpus").code == 0
    return tmp_path / "corpus"


def test_a_corpus_that_was_cut_off(lifeworld, corpus, tmp_path):
    path = corpus / "sessions.jsonl"
    path.write_text(path.read_text()[:-30])
    said = lifeworld(
        "run", "locomo_retrieval", "--set", f"corpus={corpus}", "--out", tmp_path / "r"
    )
    assert said.code == 2
    assert f"{path}, line 2: the file is cut off here" in said.sentence
    assert not (tmp_path / "r").exists()


def test_a_corpus_that_is_not_there(lifeworld, tmp_path):
    said = lifeworld("run", "locomo_retrieval", "--set", f"corpus={tmp_path}/no", "--out", tmp_path)
    assert said.code == 2
    assert "this is no corpus" in said.sentence


def test_the_import_says_what_was_refused(lifeworld, corpus, tmp_path):
    source = tmp_path / "locomo.json"
    rows = json.loads(lifeworld("import", "locomo", source, "--out", tmp_path / "2", "--json").out)
    assert rows == [
        {"outcome": "refused", "what": "evidence that names no turn", "count": 2,
         "places": "conv-1, question 0; conv-2, question 0"},
    ]  # fmt: skip


def test_a_recipe_over_a_corpus_scores_ranks(lifeworld, corpus, tmp_path):
    args = ("--set", f"corpus={corpus}", "--set", "trials=[{backend: oracle, k: 5}]")
    said = lifeworld("run", "locomo_retrieval", *args, "--out", tmp_path / "r", "--workers", 1)
    assert said.code == 0
    rows = json.loads(lifeworld("tables", tmp_path / "r", "scores", "--json").out)
    kinds = {row["kind"] for row in rows}
    assert kinds == {"single_hop", "all"}
    assert {row["scored"] for row in rows} == {0}  # one session of one turn: nothing to rank


def test_a_format_nobody_knows(lifeworld, tmp_path):
    said = lifeworld("import", "locmo", tmp_path, "--out", tmp_path / "c")
    assert (said.code, said.sentence) == (
        2, "no format is called 'locmo': did you mean 'locomo'? (known: locomo)",
    )  # fmt: skip


def test_a_simulated_life_has_no_questions_of_a_corpus(refused):
    assert "asks the questions of a corpus" in refused("studies=[retrieval]")


def test_that_is_said_by_a_dry_run_and_before_anything_else(lifeworld, recipe):
    changes = ("studies=[retrieval]", "trials.0.backends=[bm52]")
    args = [part for change in changes for part in ("--set", change)]
    said = lifeworld("run", recipe, "--dry", *args)
    assert (said.code, "asks the questions of a corpus" in said.sentence) == (2, True)
