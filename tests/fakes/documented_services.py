"""Services as their documentation and their own clients describe them, kept in memory.

Each extracts what the user says, line by line, where the real one asks a model. A path, a field
or a parameter that is not documented is answered with an error, as a strict server would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Reply = tuple[int, object]
Route = tuple[str, str, Callable[..., Reply]]


class Documented:
    """Finds the route; checks names of fields and parameters against those documented."""

    fields: Mapping[str, set[str]] = {}

    def __init__(self) -> None:
        self.made = 0
        self.asked: list[tuple[str, str, dict[str, str], Any]] = []

    def routes(self) -> list[Route]:
        raise AssertionError("a service has routes")

    def __call__(self, method: str, path: str, params: dict[str, str], body: Any) -> Reply:
        self.asked.append((method, path, params, body))
        for wanted, pattern, answer in self.routes():
            found = re.fullmatch(pattern, path)
            if found and wanted == method:
                strange = ({*params} | {*(body or {})}) - self.fields.get(answer.__name__, set())
                if strange:
                    return 422, {"detail": f"unknown: {sorted(strange)}"}
                return answer(*found.groups(), params=params, body=body)
        return 404, {"detail": f"no route {method} {path}"}

    def name(self, kind: str) -> str:
        self.made += 1
        return f"{kind}-{self.made:08x}-0000-4000-8000-000000000000"


def shared(query: str, text: str) -> int:
    return len({*re.findall(r"\w+", query.lower())} & {*re.findall(r"\w+", text.lower())})


def nearest(query: str, items: list[Any], text: Callable[[Any], str], k: int) -> list[Any]:
    return sorted(items, key=lambda item: -shared(query, text(item)))[:k]


class LettaServer(Documented):
    """Agents with blocks and passages. Odd lines become passages, even ones lines of the block."""

    fields = {
        "create": {
            "name", "model", "embedding", "memory_blocks", "include_base_tools", "agent_type",
        },
        "message": {"messages", "max_steps"},
        "passages": {"after", "before", "limit", "search", "ascending"},
        "search": {"query", "top_k", "tags", "tag_match_mode", "start_datetime", "end_datetime"},
        "modify": {"value", "label", "limit"},
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.agents: dict[str, dict[str, Any]] = {}

    def routes(self) -> list[Route]:
        agent = r"/v1/agents/([^/]+)"
        return [
            ("POST", "/v1/agents/", self.create),
            ("DELETE", agent, self.remove),
            ("POST", f"{agent}/messages", self.message),
            ("GET", f"{agent}/core-memory/blocks/([^/]+)", self.block),
            ("PATCH", f"{agent}/core-memory/blocks/([^/]+)", self.modify),
            ("GET", f"{agent}/archival-memory", self.passages),
            ("GET", f"{agent}/archival-memory/search", self.search),
            ("DELETE", f"{agent}/archival-memory/([^/]+)", self.forget),
        ]

    def create(self, params: Any, body: Any) -> Reply:
        name = self.name("agent")
        blocks = {each["label"]: each["value"] for each in body["memory_blocks"]}
        self.agents[name] = {"blocks": blocks, "passages": []}
        return 200, {"id": name, "name": body["name"], "agent_type": "letta_v1_agent"}

    def remove(self, agent: str, params: Any, body: Any) -> Reply:
        del self.agents[agent]
        return 200, {}

    def message(self, agent: str, params: Any, body: Any) -> Reply:
        kept = self.agents[agent]
        lines = body["messages"][0]["content"].splitlines()
        said = [line[6:] for line in lines if line.startswith("user: ") and line[6:].strip()]
        for number, line in enumerate(said):
            known = {passage["text"] for passage in kept["passages"]}
            if number % 2 == 0:
                held = kept["blocks"]["human"].splitlines()
                kept["blocks"]["human"] = "\n".join(dict.fromkeys([*held, line]))
            elif line not in known:
                passage = {"id": self.name("passage"), "text": line, "embedding": None}
                kept["passages"].append({**passage, "created_at": "2026-01-01T00:00:00Z"})
        return 200, {"messages": [], "stop_reason": {"stop_reason": "end_turn"}, "usage": {}}

    def block(self, agent: str, label: str, params: Any, body: Any) -> Reply:
        value = self.agents[agent]["blocks"][label]
        return 200, {"id": "block-1", "label": label, "value": value, "limit": 5000}

    def modify(self, agent: str, label: str, params: Any, body: Any) -> Reply:
        self.agents[agent]["blocks"][label] = body["value"]
        return self.block(agent, label, params, body)

    def passages(self, agent: str, params: Any, body: Any) -> Reply:
        kept = self.agents[agent]["passages"]
        ids = [passage["id"] for passage in kept]
        first = ids.index(params["after"]) + 1 if "after" in params else 0
        return 200, kept[first : first + int(params["limit"])]

    def search(self, agent: str, params: Any, body: Any) -> Reply:
        kept = self.agents[agent]["passages"]
        found = nearest(params["query"], kept, lambda each: each["text"], int(params["top_k"]))
        results = [
            {"id": p["id"], "content": p["text"], "timestamp": "Jan 1, 2026", "tags": []}
            for p in found
        ]
        return 200, {"results": results, "count": len(results)}

    def forget(self, agent: str, passage: str, params: Any, body: Any) -> Reply:
        kept = self.agents[agent]
        kept["passages"] = [each for each in kept["passages"] if each["id"] != passage]
        return 200, {}


class ZepServer(Documented):
    """Users with a graph each; messages are taken in by a task that is done at the second look."""

    fields = {
        "create": {"user_id", "metadata", "email", "first_name", "last_name", "time_zone"},
        "thread": {"user_uuid"},
        "messages": {"messages", "ignore_roles", "return_context", "strict_ontology"},
        "listed": {"page_size", "cursor", "order_by", "order", "filters"},
        "search": {"page_size", "cursor", "query", "filters", "reranker", "mmr_lambda"},
    }

    def __init__(self) -> None:
        super().__init__()
        self.graphs: dict[str, list[dict[str, Any]]] = {}
        self.threads: dict[str, str] = {}
        self.tasks: dict[str, list[str]] = {}

    def routes(self) -> list[Route]:
        graph = r"/graphs/([^/]+)"
        return [
            ("POST", "/users", self.create),
            ("DELETE", "/users/([^/]+)", self.remove),
            ("POST", "/threads", self.thread),
            ("POST", "/threads/([^/]+)/messages", self.messages),
            ("GET", "/tasks/([^/]+)", self.task),
            ("POST", f"{graph}/edges/list", self.listed),
            ("POST", f"{graph}/search/edges", self.search),
            ("DELETE", f"{graph}/edges/([^/]+)", self.forget),
        ]

    def create(self, params: Any, body: Any) -> Reply:
        name = self.name("user")
        self.graphs[f"graph-of-{name}"] = []
        return 201, {"uuid": name, "graph_uuid": f"graph-of-{name}", "metadata": body["metadata"]}

    def remove(self, user: str, params: Any, body: Any) -> Reply:
        del self.graphs[f"graph-of-{user}"]
        return 202, {"task": {"uuid": self.name("task"), "status": "pending"}}

    def thread(self, params: Any, body: Any) -> Reply:
        name = self.name("thread")
        self.threads[name] = f"graph-of-{body['user_uuid']}"
        return 201, {"uuid": name, "user_uuid": body["user_uuid"]}

    def messages(self, thread: str, params: Any, body: Any) -> Reply:
        if len(body["messages"]) > 30:
            return 400, {"message": "at most 30 messages"}
        graph = self.graphs[self.threads[thread]]
        for message in body["messages"]:
            known = {edge["fact"] for edge in graph}
            if message["role"] == "user" and message["content"] not in known:
                edge = {"uuid": self.name("edge"), "fact": message["content"], "name": "SAID"}
                graph.append({**edge, "created_at": "2026-01-01T00:00:00Z", "invalid_at": None})
        task = self.name("task")
        self.tasks[task] = ["processing", "succeeded"]
        return 202, {"messages": [], "task": {"uuid": task, "status": "pending"}}

    def task(self, task: str, params: Any, body: Any) -> Reply:
        left = self.tasks[task]
        return 200, {"uuid": task, "status": left.pop(0) if len(left) > 1 else left[0]}

    def listed(self, graph: str, params: Any, body: Any) -> Reply:
        first, size = int(params.get("cursor", 0)), int(params["page_size"])
        page: dict[str, Any] = {"items": self.graphs[graph][first : first + size]}
        if first + size < len(self.graphs[graph]):
            page["next_cursor"] = str(first + size)
        return 200, page

    def search(self, graph: str, params: Any, body: Any) -> Reply:
        edges, size = self.graphs[graph], int(params["page_size"])
        found = nearest(body["query"], edges, lambda edge: edge["fact"], size)
        return 200, {"items": [{**edge, "score": 0.5} for edge in found]}

    def forget(self, graph: str, name: str, params: Any, body: Any) -> Reply:
        self.graphs[graph] = [each for each in self.graphs[graph] if each["uuid"] != name]
        return 202, {"task": {"uuid": self.name("task"), "status": "pending"}}


class MemobaseServer(Documented):
    """Users with a profile and events. Odd lines become events, even ones lines of the profile."""

    fields = {
        "create": {"data", "id"},
        "insert": {"blob_type", "fields", "blob_data", "wait_process"},
        "flush": {"wait_process"},
        "profile": {"max_token_size", "prefer_topics", "only_topics"},
        "events": {"topk", "max_token_size", "need_summary"},
        "search": {"query", "topk", "similarity_threshold", "time_range_in_days"},
    }

    def __init__(self) -> None:
        super().__init__()
        self.users: dict[str, dict[str, list[Any]]] = {}

    def routes(self) -> list[Route]:
        base = "/api/v1"
        return [
            ("POST", f"{base}/users", self.create),
            ("DELETE", f"{base}/users/([^/]+)", self.remove),
            ("POST", f"{base}/blobs/insert/([^/]+)", self.insert),
            ("POST", f"{base}/users/buffer/([^/]+)/chat", self.flush),
            ("GET", f"{base}/users/profile/([^/]+)", self.profile),
            ("GET", f"{base}/users/event/([^/]+)", self.events),
            ("GET", f"{base}/users/event/search/([^/]+)", self.search),
            ("DELETE", f"{base}/users/(profile|event)/([^/]+)/([^/]+)", self.forget),
        ]

    def wrapped(self, data: object) -> Reply:
        return 200, {"data": data, "errno": 0, "errmsg": ""}

    def create(self, params: Any, body: Any) -> Reply:
        name = self.name("user")
        self.users[name] = {"profile": [], "event": [], "buffer": []}
        return self.wrapped({"id": name})

    def remove(self, user: str, params: Any, body: Any) -> Reply:
        del self.users[user]
        return self.wrapped(None)

    def insert(self, user: str, params: Any, body: Any) -> Reply:
        self.users[user]["buffer"] += body["blob_data"]["messages"]
        return self.wrapped({"id": self.name("blob"), "chat_results": []})

    def flush(self, user: str, params: Any, body: Any) -> Reply:
        kept = self.users[user]
        said = [each["content"] for each in kept["buffer"] if each["role"] == "user"]
        kept["buffer"] = []
        for number, line in enumerate(said):
            kind, made = ("event", self._event) if number % 2 else ("profile", self._slot)
            if line not in {each["line"] for each in kept[kind]}:
                kept[kind].append({**made(line), "line": line})
        return self.wrapped([])

    def _event(self, line: str) -> dict[str, Any]:
        data = {"event_tip": line, "profile_delta": [], "event_tags": []}
        return {"id": self.name("event"), "event_data": data}

    def _slot(self, line: str) -> dict[str, Any]:
        attributes = {"topic": "life", "sub_topic": "said"}
        return {"id": self.name("slot"), "content": line, "attributes": attributes}

    def profile(self, user: str, params: Any, body: Any) -> Reply:
        return self.wrapped({"profiles": self.users[user]["profile"]})

    def events(self, user: str, params: Any, body: Any) -> Reply:
        latest_first = self.users[user]["event"][::-1]
        return self.wrapped({"events": latest_first[: int(params["topk"])]})

    def search(self, user: str, params: Any, body: Any) -> Reply:
        events, size = self.users[user]["event"], int(params["topk"])
        found = nearest(params["query"], events, lambda event: event["line"], size)
        return self.wrapped({"events": [{**event, "similarity": 0.5} for event in found]})

    def forget(self, kind: str, user: str, name: str, params: Any, body: Any) -> Reply:
        kept = self.users[user]
        kept[kind] = [each for each in kept[kind] if each["id"] != name]
        return self.wrapped(None)


class EverOsServer(Documented):
    """Projects with sessions; what is flushed becomes an episode a line, indexed at second look."""

    fields = {
        "added": {"session_id", "app_id", "project_id", "messages", "defer_extraction"},
        "flushed": {"session_id", "app_id", "project_id"},
        "got": {
            "user_id", "agent_id", "app_id", "project_id", "memory_type", "page", "page_size",
            "sort_by", "sort_order", "filters",
        },
        "searched": {
            "user_id", "agent_id", "app_id", "project_id", "query", "method", "top_k",
            "include_profile", "filters",
        },
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.buffers: dict[tuple[str, str], list[str]] = {}
        self.episodes: dict[str, list[dict[str, Any]]] = {}
        self.pending = 0

    def routes(self) -> list[Route]:
        base = "/api/v2/memory"
        return [
            ("POST", f"{base}/add", self.added),
            ("POST", f"{base}/flush", self.flushed),
            ("POST", f"{base}/get", self.got),
            ("POST", f"{base}/search", self.searched),
            ("GET", "/health", self.health),
        ]

    def enveloped(self, data: object) -> Reply:
        return 200, {"request_id": self.name("request"), "data": data}

    def added(self, params: Any, body: Any) -> Reply:
        said = [each["content"] for each in body["messages"] if each["role"] == "user"]
        self.buffers.setdefault((body["project_id"], body["session_id"]), []).extend(said)
        return self.enveloped({"message_count": len(body["messages"]), "status": "accumulated"})

    def flushed(self, params: Any, body: Any) -> Reply:
        kept = self.episodes.setdefault(body["project_id"], [])
        for line in self.buffers.pop((body["project_id"], body["session_id"]), []):
            if line not in {each["episode"] for each in kept}:
                episode = {"id": self.name("ep"), "subject": "Said", "episode": line}
                kept.append({**episode, "session_id": body["session_id"], "type": "Conversation"})
        self.pending = 1
        return self.enveloped({"status": "extracted"})

    def got(self, params: Any, body: Any) -> Reply:
        if not 1 <= body["page_size"] <= 100:
            return 422, {"detail": "page_size"}
        kept = self.episodes.get(body["project_id"], [])
        first = (body["page"] - 1) * body["page_size"]
        page = kept[first : first + body["page_size"]]
        return self.enveloped({"episodes": page, "profiles": [], "total_count": len(kept)})

    def searched(self, params: Any, body: Any) -> Reply:
        if not body["query"] or not 1 <= body["top_k"] <= 100:
            return 422, {"detail": "query or top_k"}
        kept = self.episodes.get(body["project_id"], [])
        found = nearest(body["query"], kept, lambda each: each["episode"], body["top_k"])
        return self.enveloped({"episodes": [{**each, "score": 0.5} for each in found]})

    def health(self, params: Any, body: Any) -> Reply:
        now, self.pending = self.pending, 0
        return 200, {"status": "ok", "version": "1.5.1", "cascade": {"pending": now}}
