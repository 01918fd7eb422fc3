"""Each adapter against its service as documented: the rules, the requests, the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from documented_services import (
    Documented,
    EverOsServer,
    LettaServer,
    MemobaseServer,
    ZepServer,
)

import memory_backends
from memory_backends import MemoryBackend, conformance
from memory_backends.conformance.script import AFTERWARDS, little_life, long_life, session
from sim.errors import LacksCapability, Misuse, RunFailed

SERVERS: dict[str, type[Documented]] = {
    "everos": EverOsServer,
    "letta": LettaServer,
    "memobase": MemobaseServer,
    "zep": ZepServer,
}


@pytest.fixture
def made(serve: Callable[..., Any]) -> Iterator[Callable[..., tuple[MemoryBackend, Any]]]:
    """A backend and the service behind it; closed at the end."""
    backends: list[MemoryBackend] = []

    def make(name: str, **options: Any) -> tuple[MemoryBackend, Any]:
        server = SERVERS[name]()
        url = serve(server).url
        backend = memory_backends.create(name, user_id="ada", url=url, pause=0, **options)
        backends.append(backend)
        return backend, server

    yield make
    for each in backends:
        each.close()


@pytest.mark.parametrize("name", SERVERS)
def test_it_keeps_the_rules(name: str, serve: Callable[..., Any]) -> None:
    url = serve(SERVERS[name]()).url
    report = conformance.check(
        lambda user: memory_backends.create(name, user_id=user, url=url, pause=0), size=120
    )
    assert report.failed == ()
    lacking = {"answer": "it cannot answer"}
    if name == "everos":
        lacking["delete"] = "it cannot delete"
    assert dict(report.skipped) == lacking


@pytest.mark.parametrize("name", SERVERS)
def test_names_and_dates_are_simulated_and_the_same_each_time(
    name: str, made: Callable[..., tuple[MemoryBackend, Any]]
) -> None:
    seen = []
    for backend, server in (made(name), made(name)):
        server.made = 100 * len(seen)  # names of the service's making, other ones each time
        for each in little_life("ada"):
            backend.add(each)
        seen.append(backend.get_all())
    assert seen[0] == seen[1]
    ends = [each.ended_at for each in little_life("ada")]
    assert sorted({memory.created_at for memory in seen[0]}) == ends
    assert seen[0][0].sessions == ("s0001",)


@pytest.mark.parametrize("name", ["letta", "memobase", "zep"])
def test_the_place_is_removed_at_the_end(
    name: str, made: Callable[..., tuple[MemoryBackend, Any]]
) -> None:
    backend, server = made(name)
    backend.add(little_life("ada")[0])
    places = {"letta": "agents", "memobase": "users", "zep": "graphs"}[name]
    assert len(getattr(server, places)) == 1
    backend.close()
    backend.close()
    assert getattr(server, places) == {}


@pytest.mark.parametrize("name", SERVERS)
def test_what_was_never_used_asks_nothing(
    name: str, made: Callable[..., tuple[MemoryBackend, Any]]
) -> None:
    backend, server = made(name)
    backend.close()
    assert server.asked == []


@pytest.mark.parametrize("name", SERVERS)
def test_a_long_list_comes_page_by_page(
    name: str, made: Callable[..., tuple[MemoryBackend, Any]]
) -> None:
    backend, _ = made(name)
    for each in long_life("ada", 230):
        backend.add(each)
    assert len(backend.get_all()) == 230
    backend.close()


@pytest.mark.parametrize("name", SERVERS)
def test_two_trials_of_one_user_stay_apart(name: str, serve: Callable[..., Any]) -> None:
    url = serve(SERVERS[name]()).url
    one, other = (
        memory_backends.create(name, user_id="ada", url=url, pause=0) for _ in ("one", "other")
    )
    one.add(session(1, "ada", "I live in Keldara."))
    assert other.get_all() == []
    one.close()
    other.close()


def test_letta_keeps_lines_and_passages_apart(
    made: Callable[..., tuple[MemoryBackend, Any]],
) -> None:
    backend, server = made("letta")
    backend.add(little_life("ada")[0])
    (agent,) = server.agents.values()
    line, passage = backend.get_all()
    assert line.text == "I moved to Keldara and rented a flat above the bakery."
    assert passage.text == "My neighbour repairs clocks and plays the cello at night."
    backend.delete(line.id)
    assert agent["blocks"]["human"] == ""
    assert len(agent["passages"]) == 1
    backend.delete(passage.id)
    assert agent["passages"] == []
    (told,) = [body for _, path, _, body in server.asked if path.endswith("/messages")]
    assert "Conversation of 1994-03-07 09:00\nuser: I moved" in told["messages"][0]["content"]


def test_letta_rewrites_a_line_and_it_is_dated_anew(
    made: Callable[..., tuple[MemoryBackend, Any]],
) -> None:
    backend, server = made("letta")
    one, other = little_life("ada")[:2]
    backend.add(one)
    (agent,) = server.agents.values()
    agent["blocks"]["human"] = "Lives in Brask now."
    backend.add(other)
    texts = {memory.text: memory.sessions for memory in backend.get_all()}
    assert texts["Lives in Brask now."] == ("s0002",)
    assert not any("Keldara" in text for text in texts)


def test_zep_tells_until_when_a_fact_held(
    made: Callable[..., tuple[MemoryBackend, Any]],
) -> None:
    backend, server = made("zep")
    backend.add(little_life("ada")[0])
    (edges,) = server.graphs.values()
    edges[0]["invalid_at"] = "1994-04-01T00:00:00Z"
    texts = [memory.text for memory in backend.get_all()]
    assert texts[0] == "I moved to Keldara and rented a flat above the bakery. (until 1994-04-01)"
    (sent,) = [body for _, path, _, body in server.asked if path.endswith("/messages")]
    assert sent["messages"][0]["reference_time"] == "1994-03-07T09:00:00Z"


def test_zep_sends_no_more_at_once_than_it_takes(
    made: Callable[..., tuple[MemoryBackend, Any]],
) -> None:
    backend, server = made("zep")
    backend.add(session(1, "ada", *(f"Line {number}." for number in range(40))))
    sizes = [len(b["messages"]) for _, path, _, b in server.asked if path.endswith("/messages")]
    assert sizes == [30, 30, 20]
    assert len(backend.get_all()) == 40


def test_zep_says_when_its_task_failed(made: Callable[..., tuple[MemoryBackend, Any]]) -> None:
    backend, server = made("zep")
    server.task = lambda task, params, body: (200, {"uuid": task, "status": "failed"})
    server.task.__name__ = "task"
    with pytest.raises(RunFailed, match="could not take in the session: its task failed"):
        backend.add(little_life("ada")[0])


def test_memobase_says_what_went_wrong_under_status_200(
    made: Callable[..., tuple[MemoryBackend, Any]],
) -> None:
    backend, server = made("memobase")
    server.wrapped = lambda data: (200, {"data": None, "errno": 500, "errmsg": "no tokens left"})
    with pytest.raises(RunFailed, match="could not POST /api/v1/users: no tokens left"):
        backend.get_all()


def test_everos_waits_until_a_session_is_indexed(
    made: Callable[..., tuple[MemoryBackend, Any]],
) -> None:
    backend, server = made("everos")
    backend.add(little_life("ada")[0])
    assert [path for _, path, _, _ in server.asked].count("/health") == 2
    sent = server.asked[0][3]
    assert sent["messages"][0]["timestamp"] == 763_030_800_000  # 7 March 1994, 9:00 UTC
    assert len(backend.search("Where?", k=500, at=AFTERWARDS)) == 2
    with pytest.raises(LacksCapability):
        backend.delete("s0001/0")


@pytest.mark.parametrize(
    ("name", "key"), [("zep", "ZEP_API_KEY"), ("memobase", "MEMOBASE_API_KEY")]
)
def test_a_missing_key_is_said_before_anything_is_run(
    name: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(key)
    with pytest.raises(Misuse, match=f"backend '{name}' needs a key: set {key}"):
        memory_backends.create(name, user_id="ada")


def test_keys_are_sent_as_each_service_wants_them(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LETTA_API_KEY", "l-key")
    sent = {}
    for name, server in SERVERS.items():
        served = serve(server())
        backend = memory_backends.create(name, user_id="ada", url=served.url, pause=0)
        backend.get_all()
        backend.close()
        sent[name] = {each.get("authorization") for each in served.headers}
    assert sent == {
        "everos": {None},
        "letta": {"Bearer l-key"},
        "memobase": {"Bearer secret"},
        "zep": {"Api-Key z-key"},
    }
