"""Zep: a temporal knowledge graph, over its REST interface (version 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from pydantic import BaseModel

from memory_backends.adapters.http.backend import AtService, ServiceOptions
from memory_backends.adapters.http.ledger import Held
from memory_backends.adapters.http.service import key
from sim.errors import RunFailed
from sim.views import Session

PAGE = 50  # facts in one answer
AT_ONCE = 30  # messages in one request
DONE, FAILED = ("succeeded", "partial"), ("failed",)


class ZepOptions(ServiceOptions):
    """Zep's cloud, unless ``url`` names another place. The key is in ZEP_API_KEY."""

    url: str = "https://api.getzep.com/api/v4"


class Person(BaseModel):
    """A user and the graph that is theirs."""

    uuid: str
    graph_uuid: str


class Thread(BaseModel):
    """A conversation."""

    uuid: str


class Task(BaseModel):
    """Work that goes on after the answer."""

    uuid: str
    status: str


class Taken(BaseModel):
    """An answer to messages."""

    task: Task


class Edge(BaseModel):
    """A fact, and when it stopped being true."""

    uuid: str
    fact: str
    invalid_at: str | None = None


class Edges(BaseModel):
    """A page of facts."""

    items: list[Edge]
    next_cursor: str | None = None


class Zep(AtService):
    """Zep (Rasmussen et al. 2025): facts as edges of a graph, with the time they were true.

    A session is a thread of its own, its messages carry their simulated time; an entry is a fact,
    with the day on which it ceased to hold. The open core is ``graphiti``.
    """

    name = "zep"
    getting = "Zep's cloud, with a key in ZEP_API_KEY"
    Options: ClassVar[type[ZepOptions]] = ZepOptions
    options: ZepOptions

    def headers(self) -> Mapping[str, str]:
        """The key."""
        return {"authorization": f"Api-Key {key(self.name, 'ZEP_API_KEY')}"}

    def settle(self) -> None:
        """Make a user; Zep names it."""
        body = {"metadata": {"lifeworld": self.user_id}}
        self._user = self.service.ask("POST", "/users", Person, body=body)

    def leave(self) -> None:
        """Delete the user with their graph."""
        self.service.tell("DELETE", f"/users/{self._user.uuid}")

    def tell(self, session: Session) -> None:
        """Send the turns as a thread and wait until they are in the graph."""
        body = {"user_uuid": self._user.uuid}
        thread = self.service.ask("POST", "/threads", Thread, body=body)
        said = [
            {"role": turn.speaker, "content": turn.text, "reference_time": f"{turn.at:%FT%TZ}"}
            for turn in session.turns
            if turn.text.strip()
        ]
        for first in range(0, len(said), AT_ONCE):
            messages = {"messages": said[first : first + AT_ONCE]}
            path = f"/threads/{thread.uuid}/messages"
            taken = self.service.ask("POST", path, Taken, body=messages)
            self.service.wait("taken in the session", partial(self._is_done, taken.task))

    def held(self) -> Sequence[Held]:
        """All facts."""
        held: list[Held] = []
        cursor: dict[str, str] = {}
        while True:
            page = self._edges("edges/list", {}, PAGE, cursor)
            held += map(_told, page.items)
            if page.next_cursor is None:
                return held
            cursor = {"cursor": page.next_cursor}

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The facts that Zep ranks highest, by meaning, words and graph."""
        page = self._edges("search/edges", {"query": query}, min(k, PAGE), {})
        return [_told(edge) for edge in page.items[:k]]

    def delete(self, memory_id: str) -> None:
        """Delete a fact."""
        edge = self._ledger.key(memory_id)
        self.service.tell("DELETE", f"/graphs/{self._user.graph_uuid}/edges/{edge}")

    def _edges(self, what: str, body: object, size: int, cursor: Mapping[str, str]) -> Edges:
        path = f"/graphs/{self._user.graph_uuid}/{what}"
        return self.service.ask("POST", path, Edges, body=body, page_size=size, **cursor)

    def _is_done(self, task: Task) -> bool:
        now = self.service.ask("GET", f"/tasks/{task.uuid}", Task)
        if now.status in FAILED:
            raise RunFailed("the service 'zep' could not take in the session: its task failed")
        return now.status in DONE


def _told(edge: Edge) -> Held:
    until = f" (until {edge.invalid_at[:10]})" if edge.invalid_at else ""
    return Held(edge.uuid, edge.fact + until)
