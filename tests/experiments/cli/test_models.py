"""Models on the command line: the preset, estimates, replay, other judges, prompts."""

import json
import shutil

import pytest
from fake_endpoint import FakeEndpoint

from sim.cast.models.parts import NAMES
from sim.cast.models.prompting import prompt_of


@pytest.fixture(scope="module")
def server():
    with FakeEndpoint() as fake:
        yield fake


@pytest.fixture(scope="module")
def played(server, tmp_path_factory):
    """The quickstart for a model, played by the fake one."""
    from typer.testing import CliRunner

    from experiments.cli.main import app

    out = tmp_path_factory.mktemp("cli") / "qm"
    said = CliRunner().invoke(app, ["quickstart", "--model", server.spec, "--out", str(out)])
    assert said.exit_code == 0, said.output
    return out, said.output


def test_quickstart_with_a_model_ends_with_what_it_asked(played, server):
    out, said = played
    assert "tokens_read" in said
    assert "openai-compatible:any" in said
    assert f" {len(server.requests)} " in said
    assert (out / "report.html").exists()
    header = json.loads((out / "run.json").read_text())
    assert header["recipe"]["cast"]["default"] == "scripted"


def test_the_preset_holds_no_more_than_twelve_sessions(played, lifeworld):
    rows = json.loads(lifeworld("tables", played[0], "sessions", "--json").out)
    assert 8 <= len(rows) <= 12


def test_estimate_says_calls_tokens_and_asks_nothing(lifeworld, server):
    before = len(server.requests)
    said = lifeworld(
        "run", "quickstart_model", "--estimate", "--json", "--set", f"cast.default={server.spec}"
    )
    rows = json.loads(said.out)
    assert [row["role"] for row in rows][-1] == "all"
    assert rows[-1]["calls"] == sum(row["calls"] for row in rows[:-1]) > 100
    assert len(server.requests) == before


def test_estimate_of_a_scripted_recipe_is_empty(lifeworld):
    said = lifeworld("run", "quickstart_model", "--estimate")
    assert "no model would be asked" in said.out


def test_replay_of_a_run_that_was_never_made_names_the_call(lifeworld, tmp_path, server):
    cast = f"cast.default={server.spec}"
    said = lifeworld(
        "run", "quickstart_model", "--cache", "replay", "--set", cast, "--out", tmp_path / "r"
    )
    assert said.code == 1
    assert "the cache holds no reply for role 'user'" in said.sentence


def test_prompts_behind_a_question_are_shown_word_for_word(played, lifeworld):
    rows = json.loads(lifeworld("tables", played[0], "probes", "--json").out)
    row = next(row for row in rows if row["kind"] != "exact_recall")
    said = lifeworld("show", played[0], "--probe", row["probe"], "--life", row["life"], "--prompts")
    assert said.code == 0
    by = "played by openai-compatible:any, prompt"
    assert f"answerer {by} {prompt_of('answerer').name}" in said.out
    assert f"judge {by} {prompt_of('judge').name}" in said.out
    assert "You answer a user's question from your notes" in said.out
    assert f"Question: {json.dumps(row['question'])}" in said.out


def test_prompts_behind_a_session_stand_with_their_turns(played, lifeworld):
    rows = json.loads(lifeworld("tables", played[0], "sessions", "--json").out)
    said = lifeworld("show", played[0], "--life", rows[0]["life"], "--session", 1, "--prompts")
    users = rows[0]["turns"] // 2
    assert 1 < said.out.count("user played by") <= users  # what is said word for word has no prompt
    assert said.out.count("assistant played by") == 0  # it stayed scripted
    assert "Task: begin the conversation." in said.out


def test_prompts_need_a_place_and_a_model(lifeworld, run, played):
    assert "--prompts needs --probe or --session" in lifeworld("show", run, "--prompts").sentence
    rows = json.loads(lifeworld("tables", run, "sessions", "--json").out)
    said = lifeworld("show", run, "--life", rows[0]["life"], "--session", 1, "--prompts")
    assert "no model played in it" in said.sentence


def test_other_judges_judge_and_the_agreement_is_said(run, tmp_path, lifeworld, server):
    copy = shutil.copytree(run, tmp_path / "copy")
    said = lifeworld("judge", copy, "--cast", f"judge={server.spec}")
    assert said.code == 0
    assert "verdicts are the same, kappa " in said.out


def test_roles_are_listed_with_version_and_hash_of_their_prompts(lifeworld):
    rows = {row["name"]: row for row in json.loads(lifeworld("list", "roles", "--json").out)}
    for name in NAMES:
        prompt = prompt_of(name)
        assert (rows[name]["prompt"], rows[name]["hash"]) == (prompt.version, prompt.hash)
