"""EverOS (EverMemOS): episodes in Markdown, over the REST interface of its server (version 2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar, Literal
from uuid import uuid4

from pydantic import BaseModel

from memory_backends.adapters.http.backend import AtService, ServiceOptions
from memory_backends.adapters.http.ledger import Held
from sim.views import Session, Turn

PAGE = 100  # the most that one answer may bring
BASE = "/api/v2/memory"
OWNER = "user"


class EverOsOptions(ServiceOptions):
    """``method`` is how it searches; none of these asks a model."""

    url: str = "http://127.0.0.1:8000"
    method: Literal["keyword", "vector", "hybrid"] = "hybrid"


class Episode(BaseModel):
    """What happened, told in the third person."""

    id: str
    subject: str
    episode: str


class Episodes(BaseModel):
    """Episodes on a page, or those found."""

    episodes: list[Episode]


class Answer(BaseModel):
    """EverOS's envelope."""

    data: Episodes


class Cascade(BaseModel):
    """What is still to be indexed."""

    pending: int


class Health(BaseModel):
    """How the server is doing."""

    cascade: Cascade | None = None


class EverOs(AtService):
    """EverOS, the server of EverMemOS: conversations cut into episodes, with facts and a profile.

    An entry is an episode; messages carry their simulated time. A life is a project of its own in
    the server; what a released server keeps cannot be deleted over this interface, so give a run a
    root of its own and throw it away. The profile is not looked at.
    """

    name = "everos"
    getting = "a server: pip install everos (Python 3.12), everos server start"
    Options: ClassVar[type[EverOsOptions]] = EverOsOptions
    options: EverOsOptions

    def settle(self) -> None:
        """Name a project that nobody else has; the server makes it at the first message."""
        self._project = f"life-{uuid4().hex}"  # it keeps lives apart and is recorded nowhere

    def leave(self) -> None:
        """Nothing can be removed: the project is left behind."""

    def tell(self, session: Session) -> None:
        """Send the turns, have the session closed, and wait until it can be found."""
        scope = {"session_id": session.id, "project_id": self._project}
        said = [_message(turn) for turn in session.turns if turn.text.strip()]
        self.service.tell("POST", f"{BASE}/add", body={**scope, "messages": said})
        self.service.tell("POST", f"{BASE}/flush", body=scope)
        self.service.wait("indexed the session", self._is_indexed)

    def held(self) -> Sequence[Held]:
        """All episodes, the earliest first."""
        held: list[Held] = []
        page = 1
        while True:
            asked = {"memory_type": "episode", "page": page, "page_size": PAGE}
            found = self._episodes("get", {**asked, "sort_order": "asc"})
            held += found
            if len(found) < PAGE:
                return held
            page += 1

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The episodes that it ranks highest; it brings a hundred at most."""
        if not query.strip():
            return []
        asked = {"query": query, "method": self.options.method, "top_k": min(k, PAGE)}
        return self._episodes("search", asked)[:k]

    def _episodes(self, what: str, asked: dict[str, object]) -> list[Held]:
        body = {"user_id": OWNER, "project_id": self._project, **asked}
        answer = self.service.ask("POST", f"{BASE}/{what}", Answer, body=body)
        return [Held(each.id, f"{each.subject}: {each.episode}") for each in answer.data.episodes]

    def _is_indexed(self) -> bool:
        cascade = self.service.ask("GET", "/health", Health).cascade
        return cascade is None or cascade.pending == 0


def _message(turn: Turn) -> dict[str, object]:
    return {
        "sender_id": OWNER if turn.speaker == "user" else "assistant",
        "role": turn.speaker,
        "timestamp": _milliseconds(turn.at),
        "content": turn.text,
    }


def _milliseconds(at: datetime) -> int:
    """Simulated time as the epoch knows it, taken for UTC."""
    return int(at.replace(tzinfo=UTC).timestamp() * 1000)
