"""The door itself: requests of libraries go through the run's cache, limits, pacer and account."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sim.cast.cache import Kept
from sim.cast.cast import Cast, Played
from sim.cast.door.serving import Answer, Refusal, serve
from sim.cast.door.ticket import Ticket
from sim.cast.door.wire import embedded, listed
from sim.cast.models.company import Company
from sim.cast.models.endpoint import read
from sim.cast.models.faults import TooMuch
from sim.cast.models.line import Line
from sim.cast.models.parameters import TIMEOUT
from sim.cast.models.spec import parse_spec
from sim.errors import LifeworldError, RunEnded
from sim.seeds import token

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Embeds texts, should a library ask the door for that."""


class Door:
    """An OpenAI-compatible endpoint on loopback. Use as a context, and let libraries in by ticket.

    Whatever a library asks goes to one model of the company's. Replies are kept and replayed like
    any other; a limit that is reached, a model that is gone, and a reply that a replay lacks are
    answered with status 402, which no client tries again, and then raised by ``check``.
    """

    def __init__(
        self, company: Company, model: str, *, embed: Embed | None = None, timeout: float = TIMEOUT
    ) -> None:
        self._company, self._embed, self._timeout = company, embed, timeout
        self._line: Line = company.line(parse_spec(model))
        self._tickets: dict[str, Ticket] = {}
        self._lock = threading.Lock()
        self._ended: RunEnded | None = None
        self._server = serve(self.answer)

    @property
    def model(self) -> str:
        """What the one model behind the door is called."""
        return self._line.spec.model

    def let_in(self, role: str, cast: Cast, phase: Callable[[], str] | None = None) -> str:
        """The base URL for a library in a life and trial; its calls are booked under ``role``.

        ``phase`` says at each call what it is made for; by default that of the cast.
        """
        place = cast.place
        name = token(role, place.life, place.trial, "" if phase else place.phase, length=16)
        where = (lambda: place) if phase is None else (lambda: replace(place, phase=phase()))
        with self._lock:
            self._tickets[name] = Ticket(role, where, cast.book)
        return f"http://127.0.0.1:{self._server.server_port}/{name}/v1"

    def check(self) -> None:
        """Raise what ended the run behind a library's back, if anything did."""
        if self._ended is not None:
            raise self._ended

    def answer(self, path: str, payload: Mapping[str, Any]) -> Answer:
        """The body of the response to a request. Raises Refusal for what cannot be answered."""
        name, _, asked_for = path.strip("/").partition("/")
        ticket = self._tickets.get(name)
        if ticket is None:
            raise Refusal(401, "nobody was let in under this URL")
        match asked_for:
            case "v1/chat/completions":
                return self._completion(ticket, payload)
            case "v1/embeddings" if self._embed is not None:
                return embedded(payload, self._embed)
            case "v1/models":
                return listed(self._line.spec.model)
            case _:
                raise Refusal(404, f"there is no {asked_for!r} here")

    def _completion(self, ticket: Ticket, payload: Mapping[str, Any]) -> Answer:
        try:
            kept = self._kept(ticket, payload)
        except RunEnded as error:
            self._ended = error
            raise Refusal(402, str(error)) from error
        except TooMuch as fault:
            raise Refusal(400, fault.why) from fault
        except LifeworldError as error:
            raise Refusal(400, str(error)) from error
        counts = (kept.tokens_read, kept.tokens_written, kept.estimated)
        with self._lock:
            played = Played(None, *counts)
            ticket.book.note(ticket.role, self._line.spec.written, ticket.place, played)
        content: Answer = json.loads(kept.reply)
        return content

    def _kept(self, ticket: Ticket, payload: Mapping[str, Any]) -> Kept:
        cache = self._company.cache
        with self._lock:
            key = ticket.key(self._line.spec, payload)
        with cache.flight(key):
            kept = cache.find(key, ticket.place, ticket.role)
            if kept is None:
                kept = self._asked(ticket, payload, key)
                cache.keep(key, kept, ticket.place)
        return kept

    def _asked(self, ticket: Ticket, payload: Mapping[str, Any], key: str) -> Kept:
        content, answered = self._line.forward(payload, self._timeout, ticket.role, key)
        read(content)
        return Kept(
            role=ticket.role,
            model=self._line.spec.written,
            prompt="",
            messages=tuple(_spoken(message) for message in payload.get("messages", ())),
            reply=content.decode(),
            usable=True,
            why="",
            tokens_read=answered.tokens_read,
            tokens_written=answered.tokens_written,
            estimated=answered.estimated,
            calls=1,
        )

    def close(self) -> None:
        """Shut the door."""
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def _spoken(message: Mapping[str, Any]) -> tuple[str, str]:
    """A message as it is kept to be read: who, and the text or whatever else it holds."""
    content = message.get("content")
    text = content if isinstance(content, str) else json.dumps(message, ensure_ascii=False)
    return str(message.get("role", "")), text
