"""Memobase: a user's profile by topics, and events, over its REST interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from pydantic import BaseModel

from memory_backends.adapters.http.backend import AtService, ServiceOptions
from memory_backends.adapters.http.ledger import Held
from memory_backends.adapters.http.service import key
from sim.errors import RunFailed
from sim.views import Session

D = TypeVar("D")
EVERYTHING = 1_000_000  # tokens of a profile, events of a life
FOR_EVER = 36_500  # days back that events are looked for


class MemobaseOptions(ServiceOptions):
    """``similarity`` is the least an event must have. The token is in MEMOBASE_API_KEY."""

    url: str = "http://127.0.0.1:8019"
    similarity: float = 0.2


class Envelope(BaseModel):
    """What every answer is wrapped in: what went wrong stands here, under status 200."""

    data: object = None
    errno: int
    errmsg: str


class Named(BaseModel):
    """Something that was made."""

    id: str


class Attributes(BaseModel):
    """Where in a profile something stands."""

    topic: str
    sub_topic: str


class Slot(BaseModel):
    """One line of a profile."""

    id: str
    content: str
    attributes: Attributes

    def __str__(self) -> str:
        return f"{self.attributes.topic}, {self.attributes.sub_topic}: {self.content}"


class Profile(BaseModel):
    """A user's profile."""

    profiles: list[Slot]


class Delta(BaseModel):
    """What an event changed in a profile."""

    content: str


class Happened(BaseModel):
    """What an event is about."""

    event_tip: str | None = None
    profile_delta: list[Delta] = []


class Event(BaseModel):
    """An event."""

    id: str
    event_data: Happened


class Events(BaseModel):
    """Events, latest or nearest first."""

    events: list[Event]


class Memobase(AtService):
    """Memobase: a profile by topics, kept up to date, and events that can be searched.

    An entry is a line of the profile or an event. A search shows the whole profile, as Memobase's
    own context does, and the nearest events.
    """

    name = "memobase"
    getting = "a server: Memobase's own or its cloud; option url"
    ignores_k = True
    Options: ClassVar[type[MemobaseOptions]] = MemobaseOptions
    options: MemobaseOptions

    def headers(self) -> Mapping[str, str]:
        """The token."""
        return {"authorization": f"Bearer {key(self.name, 'MEMOBASE_API_KEY')}"}

    def settle(self) -> None:
        """Make a user; Memobase names it."""
        body = {"data": {"lifeworld": self.user_id}}
        self._user = self._ask("POST", "users", Named, body=body).id

    def leave(self) -> None:
        """Delete the user."""
        self._ask("DELETE", f"users/{self._user}", object)

    def tell(self, session: Session) -> None:
        """Insert the turns and have the buffer worked off before the answer comes."""
        messages = [
            {"role": turn.speaker, "content": turn.text, "created_at": f"{turn.at:%F %T}"}
            for turn in session.turns
            if turn.text.strip()
        ]
        blob = {"blob_type": "chat", "blob_data": {"messages": messages}}
        self._ask("POST", f"blobs/insert/{self._user}", object, body=blob, wait_process=True)
        self._ask("POST", f"users/buffer/{self._user}/chat", object, wait_process=True)

    def held(self) -> Sequence[Held]:
        """The profile, then all events, the earliest first."""
        events = self._ask("GET", f"users/event/{self._user}", Events, topk=EVERYTHING).events
        return [*self._profile(), *map(_told, events[::-1])]

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The profile, then the nearest events."""
        found = self._ask(
            "GET",
            f"users/event/search/{self._user}",
            Events,
            query=query,
            topk=k,
            similarity_threshold=self.options.similarity,
            time_range_in_days=FOR_EVER,
        )
        return [*self._profile(), *map(_told, found.events)]

    def delete(self, memory_id: str) -> None:
        """Delete a line of the profile, or an event."""
        kind, _, name = self._ledger.key(memory_id).partition(" ")
        self._ask("DELETE", f"users/{kind}/{self._user}/{name}", object)

    def _profile(self) -> list[Held]:
        path = f"users/profile/{self._user}"
        slots = self._ask("GET", path, Profile, max_token_size=EVERYTHING).profiles
        return [Held(f"profile {slot.id}", str(slot)) for slot in slots]

    def _ask(
        self,
        method: str,
        path: str,
        kind: type[D],
        *,
        body: object = None,
        **params: str | int | float | bool,
    ) -> D:
        """What stands in the envelope; errors stand there too."""
        path = f"/api/v1/{path}"
        reply = self.service.ask(method, path, Envelope, body=body, **params)
        if reply.errno != 0:
            raise RunFailed(f"the service 'memobase' could not {method} {path}: {reply.errmsg}")
        return self.service.read(method, path, kind, reply.data)


def _told(event: Event) -> Held:
    about = event.event_data
    told = about.event_tip or "; ".join(delta.content for delta in about.profile_delta)
    return Held(f"event {event.id}", told)
