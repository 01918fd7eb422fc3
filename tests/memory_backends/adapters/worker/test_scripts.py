"""The scripts that come with it, against stand-ins for the libraries they drive.

The stand-ins have the names and the shapes that the libraries' sources have; what was run against
the libraries themselves stands in docs/workers_and_services.md.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from memory_backends.adapters.worker.surroundings import SCRIPTS, shipped
from memory_backends.adapters.worker.wire import sent
from memory_backends.conformance.script import little_life, session


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that all scripts begin with, under the name they know."""
    module = loaded("lifeworld_worker")
    monkeypatch.setitem(sys.modules, "lifeworld_worker", module)
    monkeypatch.setattr(module, "dimensions", lambda: 3)
    for name, value in {
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        "OPENAI_API_KEY": "ticket",
        "LIFEWORLD_MODEL": "any",
        "LLMLINGUA_MODEL": "weights",
    }.items():
        monkeypatch.setenv(name, value)
    return module


def fits(parts: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Put stand-ins where a script imports from."""
    for name, attributes in parts.items():
        module = ModuleType(name)
        module.__dict__.update(attributes)
        monkeypatch.setitem(sys.modules, name, module)


def life() -> list[dict[str, Any]]:
    return [sent(each) for each in little_life("ada")]


@pytest.mark.parametrize("name", ["lifeworld", *shipped()])
def test_scripts_import_nothing_of_ours_and_no_library_at_once(name: str) -> None:
    tree = ast.parse((SCRIPTS / f"{name}_worker.py").read_text(encoding="utf-8"))
    at_once = [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]
    named = [getattr(each, "module", None) or each.names[0].name for each in at_once]
    assert {each.partition(".")[0] for each in named} <= sys.stdlib_module_names
    anywhere = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    ours = {"sim", "memory_backends", "experiments", "worlds", "personas"}
    assert not ours & {(each.module or "").partition(".")[0] for each in anywhere}


class TestTheLoop:
    @pytest.fixture
    def run(self, loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
        def ran(memory: object, *asked: dict[str, Any]) -> list[dict[str, Any]]:
            replies = StringIO()
            replies.close = lambda: None  # type: ignore[method-assign]
            monkeypatch.setattr(loop, "_own_stdout", lambda: replies)
            monkeypatch.setattr(
                sys, "stdin", StringIO("".join(json.dumps(a) + "\n" for a in asked))
            )
            loop.serve(memory)
            return [json.loads(line) for line in replies.getvalue().splitlines()]

        return ran

    def test_a_method_is_called_with_its_arguments(self, run: Any) -> None:
        class Keeps:
            def search(self, query: str, k: int, at: str) -> list[Any]:
                return [query, k, at]

        asked = {"id": 4, "do": "search", "at": "1994-03-07", "query": "Where?", "k": 2}
        assert run(Keeps(), asked) == [{"id": 4, "done": ["Where?", 2, "1994-03-07"]}]

    def test_an_error_is_a_reply(self, run: Any) -> None:
        class Breaks:
            def reset(self) -> None:
                raise ValueError("no such table")

        (reply,) = run(Breaks(), {"id": 1, "do": "reset", "at": None})
        assert reply == {"id": 1, "failed": "ValueError: no such table"}

    def test_opening_and_closing_need_no_method_and_closing_ends_it(self, run: Any) -> None:
        replies = run(
            object(),
            {"id": 1, "do": "open"},
            {"id": 2, "do": "reset"},
            {"id": 3, "do": "close"},
            {"id": 4, "do": "reset"},
        )
        assert [each["id"] for each in replies] == [1, 2, 3]
        assert replies[1]["failed"] == "this worker cannot reset"


class TestWhatSessionsBecome:
    def test_exchanges_pair_what_was_said_with_the_reply(self, loop: ModuleType) -> None:
        said = sent(session(1, "ada", "I live in Brask.", "  ", "Bye."))
        said["turns"] = said["turns"][:5]  # the last is not replied to
        pairs = [(turn["text"], reply) for turn, reply in loop.exchanges(said)]
        assert pairs == [("I live in Brask.", "I see."), ("Bye.", "")]

    def test_two_turns_of_the_user_in_a_row_are_two_exchanges(self, loop: ModuleType) -> None:
        said = sent(session(1, "ada", "One.", "Two."))
        said["turns"] = [turn for turn in said["turns"] if turn["speaker"] == "user"]
        assert [turn["text"] for turn, _ in loop.exchanges(said)] == ["One.", "Two."]

    def test_a_transcript_stands_under_its_date(self, loop: ModuleType) -> None:
        assert loop.transcript(sent(session(1, "ada", "Hi."))).splitlines() == [
            "Conversation of 1994-03-07 09:00",
            "user: Hi.",
            "assistant: I see.",
        ]


class FakeMemoryOs:
    """Two pairs in the short term; what leaves it becomes a page that heats when it is found."""

    def __init__(self, **given: Any) -> None:
        self.given, self.pairs, self.known = given, [], []  # type: ignore[var-annotated]
        self.mid_term_memory = self.retriever = self
        self.short_term_memory = self.user_long_term_memory = self
        self.assistant_long_term_memory = self
        self.sessions: dict[str, Any] = {"t": {"details": [], "N_visit": 0}}
        self.access_frequency: dict[str, int] = {}

    def add_memory(self, said: str, reply: str, timestamp: str) -> None:
        self.pairs.append({"user_input": said, "agent_response": reply, "timestamp": timestamp})
        if len(self.pairs) > 2:
            self.sessions["t"]["details"].append(self.pairs.pop(0))
            self.known = [{"knowledge": f"has told {len(self.sessions['t']['details'])} things"}]

    def get_all(self) -> list[Any]:
        return list(self.pairs)

    def get_user_knowledge(self) -> list[Any]:
        return list(self.known)

    def get_assistant_knowledge(self) -> list[Any]:
        return []

    def get_user_profile_summary(self) -> str:
        return "None"

    def retrieve_context(self, user_query: str, user_id: str) -> dict[str, Any]:
        self.sessions["t"]["N_visit"] += 1
        self.access_frequency["t"] = 1
        return {
            "retrieved_pages": self.sessions["t"]["details"][:1],
            "retrieved_user_knowledge": self.known,
            "retrieved_assistant_knowledge": [],
        }

    def rebuild_heap(self) -> None: ...

    def save(self) -> None: ...


def test_memoryos_brings_all_terms_and_a_search_heats_nothing(
    loop: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits({"memoryos": {"Memoryos": FakeMemoryOs}}, monkeypatch)
    memory = loaded("memoryos_worker").MemoryOs()
    memory.open("ada", str(tmp_path), {"short_term_capacity": 2})
    for each in [*life()[:2], life()[1]]:
        memory.add(each)
    ids = [each["id"] for each in memory.get_all()]
    assert ids == ["s0001.0", "s0001.2", "s0002.0", "s0002.2", "s0002/knowledge/1"]
    found = memory.search("Where?", 1, "1994-12-31")
    assert [each["id"] for each in found] == [
        "s0001.0",
        "s0002/knowledge/1",
        "s0002.2",
        "s0002.0",
    ]
    assert memory.system.sessions["t"]["N_visit"] == 0
    assert memory.system.access_frequency == {}
    assert found[0]["created_at"] == "1994-03-07T09:00:00"
    assert memory.system.given["openai_base_url"] == os.environ["OPENAI_BASE_URL"]
    memory.reset()
    assert memory.get_all() == []


class FakeVectors:
    """What LightMem's ``Qdrant`` and ``LightMemory`` do, as far as the worker asks them."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.config = config
        self.points: list[dict[str, Any]] = []
        self.text_embedder = self.embedding_retriever = self

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> FakeVectors:
        return cls(config)

    def add_memory(
        self, messages: list[dict[str, Any]], force_segment: bool, force_extract: bool
    ) -> None:
        assert force_segment
        assert force_extract
        for message in messages:
            if message["role"] == "user":
                text = f"{message['time_stamp']} {message['content']}"
                self.points.append({"id": f"uuid-{len(self.points)}", "payload": {"memory": text}})

    def embed(self, text: str) -> list[float]:
        return [1.0, 0.0, 0.0]

    def search(self, query_vector: list[float], limit: int) -> list[dict[str, Any]]:
        return [{"id": point["id"], "score": 1.0} for point in self.points[:limit]]

    def get_all(self, with_vectors: bool = True) -> list[dict[str, Any]]:
        return list(self.points)

    def delete(self, name: str) -> None:
        self.points = [point for point in self.points if point["id"] != name]

    def reset(self) -> None:
        self.points = []


def test_lightmem_stores_dates_finds_and_forgets(
    loop: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits({"lightmem": {}, "lightmem.memory": {}}, monkeypatch)
    fits({"lightmem.memory.lightmem": {"LightMemory": FakeVectors}}, monkeypatch)
    memory = loaded("lightmem_worker").LightMem()
    memory.open("ada", str(tmp_path), {"extract_threshold": 0.5})
    for each in [*life()[:2], life()[0]]:
        memory.add(each)
    listed = memory.get_all()
    assert [each["id"] for each in listed] == ["s0001/0", "s0001/1", "s0002/2", "s0002/3"]
    assert listed[0]["text"].startswith("1994/03/07 (Mon) 09:00 I moved to Keldara")
    assert listed[2]["created_at"] == life()[1]["ended_at"]
    assert [each["id"] for each in memory.search("Where?", 1, "1994-12-31")] == ["s0001/0"]
    memory.delete("s0001/0")
    assert [each["id"] for each in memory.get_all()] == ["s0001/1", "s0002/2", "s0002/3"]
    config = memory.memory.config
    assert config["extract_threshold"] == 0.5
    assert config["pre_compressor"]["configs"]["llmlingua_config"]["model_name"] == "weights"
    memory.reset()
    assert memory.get_all() == []


class FakeHippo:
    """What ``HippoRAG`` does, as far as the worker asks it; a question "tie" has no phrases."""

    def __init__(self, **given: Any) -> None:
        self.kept: list[str] = []
        self.docs: list[str] = []
        self.chunk_embedding_store = self

    def index(self, docs: list[str]) -> None:
        self.kept += docs

    def retrieve(self, queries: list[str], num_to_retrieve: int) -> list[FakeHippo]:
        if queries == ["tie"]:
            raise AssertionError("No phrases found in the graph")
        self.docs = self.kept[:num_to_retrieve]
        return [self]

    def retrieve_dpr(self, queries: list[str], num_to_retrieve: int) -> list[FakeHippo]:
        self.docs = self.kept[::-1][:num_to_retrieve]
        return [self]

    def get_all_texts(self) -> list[str]:
        return list(self.kept)

    def delete(self, docs: list[str]) -> None:
        self.kept = [each for each in self.kept if each not in docs]


def test_hipporag_is_given_dates_and_falls_back_when_all_scores_tie(
    loop: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits({"hipporag": {"HippoRAG": FakeHippo}}, monkeypatch)
    memory = loaded("hipporag_worker").Hippo()
    memory.open("ada", str(tmp_path), {})
    assert memory.search("Where?", 3, "1994-12-31") == []
    for each in [*life()[:2], life()[1], sent(session(9, "ada"))]:
        memory.add(each)
    assert [each["id"] for each in memory.get_all()] == ["s0001", "s0002"]
    assert memory.get_all()[0]["text"].startswith("Conversation of 1994-03-07 09:00\nuser: I moved")
    assert [each["id"] for each in memory.search("Where?", 1, "1994-12-31")] == ["s0001"]
    assert [each["id"] for each in memory.search("tie", 1, "1994-12-31")] == ["s0002"]
    memory.delete("s0001")
    assert [each["id"] for each in memory.get_all()] == ["s0002"]
    memory.reset()
    assert memory.get_all() == []
