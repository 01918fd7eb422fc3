"""Runs whose roles are played by a model: faults, limits, replay, kills, judges, secrets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from fake_endpoint import FakeEndpoint
from fake_replies import reply_to, role_of

import experiments
from experiments.cli.spending import played_by
from experiments.estimating import estimate
from experiments.folder import RunFolder
from experiments.lives import compose, seats
from experiments.piloting import pilot
from experiments.recipe import identify, load_recipe
from experiments.running.casting import spent
from sim.cast.models.retrying import Retries
from sim.errors import EndpointFailed, JournalMismatch, LimitReached, MissingReply, Misuse

TINY: dict[str, Any] = {
    "name": "tiny",
    "seed": 11,
    "studies": ["dependency"],
    "lives": {
        "count": 2,
        "months": 3,
        "checkpoint_every": 3,
        "world": "first_home",
        "storyline": {"introductions": 3, "reveals": 8, "changes": 1, "follow_ups": [0, 0]},
        "skeleton": {
            "projects": {"high": 1, "mid": 1, "low": 1},
            "events": {"high": [1, 1], "mid": [1, 1], "low": [1, 1]},
            "spacing_days": {"high": 60, "mid": 80, "low": 90},
        },
    },
    "trials": [{"backends": ["recency", "none"], "k": 8}],
}
SAME = ("lives", "sessions", "writes", "probes", "scores", "funnel", "gating", "failures")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Retries(first=0.001, longest=0.002)
    monkeypatch.setattr("sim.cast.models.company.Retries", lambda: quick)


def played(fake: FakeEndpoint, **more: Any) -> dict[str, Any]:
    return TINY | {"cast": {"default": {fake.spec: {"timeout": 0.5}}}} | more


@pytest.fixture(scope="module")
def server() -> Any:
    with FakeEndpoint() as fake:
        yield fake


@pytest.fixture(scope="module")
def whole(server: FakeEndpoint, tmp_path_factory: pytest.TempPathFactory) -> experiments.Run:
    """A run by the model without a hitch, and the only one that asks for everything."""
    return experiments.run(played(server), tmp_path_factory.mktemp("models") / "whole")


def test_the_model_plays_every_role(whole: experiments.Run, server: FakeEndpoint) -> None:
    costs = whole.tables["costs"]
    assert set(costs["role"]) == {"user", "assistant", "reveal_checker", "answerer", "judge"}
    assert set(costs["player"]) == {server.spec}
    assert not costs["estimated"].any()
    assert len(whole.tables["failures"]) == 0
    scores = whole.tables["probes"]
    assert scores["score"].notna().all()


def test_the_account_holds_what_the_server_saw(
    whole: experiments.Run, server: FakeEndpoint
) -> None:
    account = spent(whole.folder)
    assert sum(one.calls for one in account) == len(server.requests)
    assert all(one.usd is None and not one.estimated for one in account)


def test_prompts_are_in_the_journal_and_part_of_the_identity(
    whole: experiments.Run, server: FakeEndpoint
) -> None:
    lines = (whole.folder.lives / f"{whole.lives[0]}.jsonl").read_text().splitlines()
    usage = [r for r in map(json.loads, lines) if r["record"] == "usage"]
    assert usage
    assert all(r["prompt"].count("/") == 1 for r in usage)
    contents = identify(load_recipe(played(server))).parts["contents"]
    assert {key for key in contents if key.startswith("prompt ")} >= {"prompt user", "prompt judge"}
    scripted = identify(load_recipe(TINY)).parts["contents"]
    assert not any(key.startswith("prompt ") for key in scripted)


def test_limits_and_prices_are_not_part_of_the_identity(server: FakeEndpoint) -> None:
    plain = identify(load_recipe(played(server)))
    assert identify(load_recipe(played(server, limits={"calls": 9}))).hash == plain.hash
    warm = {"cast": {"default": {server.spec: {"temperature": 0.5}}}}
    assert identify(load_recipe(TINY | warm)).hash != plain.hash


def test_with_faults_on_a_third_of_requests_the_tables_are_the_same(
    whole: experiments.Run, tmp_path: Path
) -> None:
    with FakeEndpoint(share=0.3, hang=1.0) as faulty:
        run = experiments.run(played(faulty), tmp_path / "faulty")
    assert len(faulty.faulted) > 8
    for name in SAME:
        assert run.tables[name].equals(whole.tables[name]), name


def copied(run: experiments.Run, to: Path) -> Path:
    """The folder of a run of which only the header and the replies are left."""
    to.mkdir()
    for name in ("run.json", "cache.sqlite"):
        (to / name).write_bytes((run.path / name).read_bytes())
    return to


def test_replay_asks_nothing_and_ends_in_the_same_bytes(
    whole: experiments.Run, server: FakeEndpoint, tmp_path: Path, left_by: Any
) -> None:
    before = len(server.requests)
    run = experiments.run(played(server), copied(whole, tmp_path / "r"), cache="replay")
    assert len(server.requests) == before
    assert left_by(run.path) == left_by(whole.path)


def test_replay_names_the_first_reply_that_is_missing(server: FakeEndpoint, tmp_path: Path) -> None:
    before = len(server.requests)
    with pytest.raises(MissingReply, match="role 'user' in life"):
        experiments.run(played(server), tmp_path / "r", cache="replay")
    assert len(server.requests) == before


def test_a_limit_ends_the_run_on_record_and_a_higher_one_goes_on(
    whole: experiments.Run, tmp_path: Path, left_by: Any, server: FakeEndpoint
) -> None:
    began = len(server.requests)
    with pytest.raises(LimitReached, match="60 of 60 calls"):
        experiments.run(played(server, limits={"calls": 60}), tmp_path / "r")
    assert len(server.requests) - began == 60
    ended = json.loads((tmp_path / "r" / "ended.json").read_text())
    assert (ended["reason"], ended["limit"], ended["used"]) == ("LimitReached", "calls", 60)
    run = experiments.run(played(server, limits={"calls": 10_000}), tmp_path / "r")
    assert not (tmp_path / "r" / "ended.json").exists()
    assert left_by(run.path) == left_by(whole.path)
    assert sum(one.calls for one in spent(run.folder)) == len(server.requests) - began


def test_money_is_limited_only_where_its_price_is_known(
    server: FakeEndpoint, tmp_path: Path
) -> None:
    with pytest.raises(Misuse, match=r"limits.usd needs the price of 'openai-compatible:any"):
        experiments.run(played(server, limits={"usd": 5}), tmp_path / "r")
    assert not (tmp_path / "r").exists()
    (tmp_path / "prices.yaml").write_text(
        "as_of: 2026-11-01\nmodels: {any: {read: 10, written: 10}}\n"
    )
    priced = played(server, limits={"usd": 0.02}, prices=str(tmp_path / "prices.yaml"))
    with pytest.raises(LimitReached, match=r"of 0.02 usd"):
        experiments.run(priced, tmp_path / "r")
    assert 0.02 <= sum(one.usd or 0 for one in spent(RunFolder(tmp_path / "r"))) < 0.04


def test_a_dead_endpoint_is_a_sentence_and_the_run_goes_on_later(
    whole: experiments.Run, tmp_path: Path
) -> None:
    dead = FakeEndpoint()
    port = dead.server.server_port
    dead.server.server_close()
    recipe = played(dead)
    with pytest.raises(EndpointFailed, match="gives no reply: the connection failed"):
        experiments.run(recipe, tmp_path / "r")
    assert json.loads((tmp_path / "r" / "ended.json").read_text())["reason"] == "EndpointFailed"
    with FakeEndpoint(port=port):
        run = experiments.run(recipe, tmp_path / "r")
    for name in SAME:
        assert run.tables[name].equals(whole.tables[name]), name


_RUN = """
import sys, json
import experiments
experiments.run(json.loads(sys.argv[1]), sys.argv[2])
"""


def test_killed_again_and_again_no_committed_reply_is_asked_for_twice(
    whole: experiments.Run, tmp_path: Path
) -> None:
    out = tmp_path / "r"
    with FakeEndpoint(latency=0.01) as fake:
        recipe = played(fake)
        command = [sys.executable, "-c", _RUN, json.dumps(recipe), str(out)]
        for calls in (40, 110, 200):
            running = subprocess.Popen(command)
            while len(fake.requests) < calls and running.poll() is None:
                time.sleep(0.005)
            os.kill(running.pid, signal.SIGKILL)
            running.wait()
        run = experiments.run(recipe, out)
    for name in SAME:
        assert run.tables[name].equals(whole.tables[name]), name
    # what was under way when a process died may be asked for once more, nothing else
    assert sum(fake.prompts.values()) - len(fake.prompts) <= 3 * TINY["lives"]["count"]


def test_no_address_but_the_endpoint_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: set[Any] = set()
    connect = socket.socket.connect

    def watch(self: socket.socket, address: Any) -> None:
        called.add(address)
        if address[0] != "127.0.0.1":
            raise AssertionError(f"the run called {address}")
        connect(self, address)

    def resolve(host: str, *rest: Any, **more: Any) -> Any:
        if host != "127.0.0.1":
            raise AssertionError(f"the run looked {host} up")
        return lookup(host, *rest, **more)

    lookup = socket.getaddrinfo
    monkeypatch.setattr(socket.socket, "connect", watch)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    one = played_life()
    with FakeEndpoint() as fake:
        port = fake.server.server_port
        experiments.run(one | {"cast": {"default": fake.spec}}, tmp_path / "r")
    assert called == {("127.0.0.1", port)}


def played_life() -> dict[str, Any]:
    return TINY | {"lives": TINY["lives"] | {"count": 1}, "trials": [{"backend": "recency"}]}


def test_the_key_is_nowhere_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-top-secret")
    with FakeEndpoint() as fake:
        monkeypatch.setenv("OPENAI_BASE_URL", fake.url)
        experiments.run(played_life() | {"cast": {"default": "openai:gpt-x"}}, tmp_path / "r")
    assert fake.keys == {"Bearer sk-top-secret"}
    assert {asked["model"] for asked in fake.requests} == {"gpt-x"}
    for path in (tmp_path / "r").rglob("*"):
        if path.is_file():
            assert b"sk-top-secret" not in path.read_bytes(), path


def test_a_run_is_judged_again_by_others_and_nothing_else_is_asked(
    whole: experiments.Run, tmp_path: Path
) -> None:
    scripted = experiments.run(TINY, tmp_path / "r", workers=1)
    journals = {p.name: p.read_bytes() for p in scripted.folder.lives.iterdir()}
    with FakeEndpoint() as fake:
        again = experiments.rejudge(scripted.path, judges=[fake.spec, fake.spec])
    assert {asked["response_format"]["json_schema"]["name"] for asked in fake.requests} == {"judge"}
    assert {p.name: p.read_bytes() for p in again.folder.lives.iterdir()} == journals
    first, panel = json.loads(again.folder.agreement.read_text())
    assert first["answers"] == len(again.tables["probes"])
    assert 0 < first["same"] <= first["answers"]
    assert panel["share"] == 1  # the fake always says the same
    verdicts = again.tables["probes"]
    assert verdicts["score"].notna().all()


def test_another_judge_must_be_a_model(whole: experiments.Run) -> None:
    with pytest.raises(Misuse, match="'gpt-5' is no model"):
        experiments.rejudge(whole.path, judges="gpt-5")


def test_another_model_is_another_run(whole: experiments.Run, server: FakeEndpoint) -> None:
    with pytest.raises(JournalMismatch, match="cast"):
        experiments.run(TINY | {"cast": {"user": server.spec}}, whole.path)


def test_the_estimate_is_near_what_is_used(whole: experiments.Run, server: FakeEndpoint) -> None:
    expected = estimate(load_recipe(played(server)))
    used = spent(whole.folder)
    for name in ("calls", "tokens_read"):
        foreseen = sum(getattr(one, name) for one in expected)
        needed = sum(getattr(one, name) for one in used)
        assert foreseen == pytest.approx(needed, rel=0.25), name


def test_a_scripted_recipe_asks_no_model(tmp_path: Path) -> None:
    assert estimate(load_recipe(TINY)) == []
    run = experiments.run(played_life(), tmp_path / "r", workers=1)
    assert not run.folder.cache.exists()
    assert spent(run.folder) == []


def test_the_preset_for_a_model_is_small() -> None:
    recipe = load_recipe("quickstart_model", played_by("openai-compatible:any@http://127.0.0.1/v1"))
    expected = {one.role: one for one in estimate(recipe)}
    assert set(expected) == {"user", "reveal_checker", "answerer", "gate", "judge"}
    assert sum(one.calls for one in expected.values()) < 200
    for one in expected.values():
        assert one.tokens_read / one.calls < 1_000  # far below 8,192


_SCRIPTED = """
import json, sys
import experiments
experiments.run(json.loads(sys.argv[1]), sys.argv[2], workers=1)
heavy = ("openai", "httpx2", "langchain_core", "sim.cast.models")
print([name for name in heavy if name in sys.modules])
"""


def test_a_scripted_run_imports_nothing_of_models(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _SCRIPTED, json.dumps(played_life()), str(tmp_path / "r")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_life_that_cannot_be_lived_fails_alone_and_the_run_goes_on(tmp_path: Path) -> None:
    """The user of one life says nothing usable, try after try: that life is a failure, no more."""
    recipe = load_recipe(TINY)
    first, second = seats(recipe)
    silent = compose(recipe, first).persona.name

    def say(asked: Any) -> str:
        mute = role_of(asked) == "user" and silent in json.dumps(asked, ensure_ascii=False)
        return "" if mute else reply_to(asked)

    with FakeEndpoint(say=say) as fake:
        run = experiments.run(played(fake), tmp_path / "run")
    failed = run.tables["lives"].set_index("life")["failed"].to_dict()
    assert failed == {first.life: True, second.life: False}
    (failure,) = run.tables["failures"].to_dict("records")
    assert (failure["life"], failure["where"]) == (first.life, "life")
    assert set(run.tables["probes"]["life"]) == {second.life}
    assert "user" in set(run.tables["costs"]["role"])


def test_a_model_writes_the_projects_and_why_ways_change_if_it_is_named_for_that(
    tmp_path: Path,
) -> None:
    lives = {k: v for k, v in TINY["lives"].items() if k not in ("world", "storyline")}
    recipe = TINY | {
        "studies": ["retention"],
        "lives": lives | {"count": 1, "months": 8, "checkpoint_every": 4, "shift": {"month": 5}},
        "trials": [{"backend": "recency"}],
    }
    with FakeEndpoint() as fake:
        cast = {"skeleton_writer": fake.spec, "transition_narrator": fake.spec}
        run = experiments.run(recipe | {"cast": cast}, tmp_path / "run")
    sessions = run.tables["sessions"]
    assert "My plan" in set(sessions[sessions["long_horizon"]]["topic"])
    costs = run.tables["costs"].set_index("role")
    assert set(costs.loc[["skeleton_writer", "transition_narrator"], "phase"]) == {"skeleton"}
    assert run.tables["retention"]["required"].sum() > 0
    assert not run.tables["lives"]["failed"].any()
    (journal,) = (tmp_path / "run/lives").iterdir()
    moments = [json.loads(line) for line in journal.read_text().splitlines()]
    (shift,) = [m for m in moments if m["record"] == "moment" and m["what"] == "shift"]
    assert shift["detail"]["narrative"].startswith("After a change at home")


def test_a_pilot_lives_one_life_for_real_and_the_run_goes_on_from_it(tmp_path: Path) -> None:
    with FakeEndpoint() as fake:
        expected = pilot(load_recipe(played(fake)), tmp_path / "run")
        piloted = len(fake.requests)
        run = experiments.run(played(fake), tmp_path / "run")
    assert piloted < len(fake.requests)
    calls = sum(one.calls for one in expected)
    assert calls == 2 * piloted  # two lives, one of which was lived
    used = sum(one.calls for one in spent(run.folder))
    assert used == len(fake.requests)
    assert abs(calls - used) <= 0.25 * used


def test_a_scripted_recipe_needs_no_pilot(tmp_path: Path) -> None:
    assert pilot(load_recipe(TINY), tmp_path / "run") == []
    assert not (tmp_path / "run").exists()
