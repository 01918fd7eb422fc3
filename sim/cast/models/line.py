"""The line to a model: every call is counted, paced, tried again, and never more than allowed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sim.cast.limits import Spending
from sim.cast.models.endpoint import Endpoint
from sim.cast.models.exchange import ChatClient, Reply, Request
from sim.cast.models.faults import Passing, Standing, TooMuch
from sim.cast.models.retrying import Retries
from sim.cast.models.spec import ModelSpec
from sim.cast.pacing import Pacer
from sim.errors import EndpointFailed, Stopped
from sim.text import estimated_tokens

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply with its tokens; ``estimated`` where the provider did not count them."""

    reply: Reply
    tokens_read: int
    tokens_written: int
    estimated: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One model for all roles and threads of a run."""

    spec: ModelSpec
    client: ChatClient
    spending: Spending
    pacer: Pacer
    retries: Retries
    off: threading.Event

    def complete(self, request: Request, role: str, name: str) -> Answered:
        """The model's answer. ``name`` seeds the jitter of retries.

        Raises EndpointFailed when there is none, LimitReached before spending too much, Stopped
        when the run was called off, and TooMuch for a prompt that the model cannot take.
        """
        return self._carried(lambda: self._once(request, role), name)

    def forward(
        self, asked: Mapping[str, Any], timeout: float, role: str, name: str
    ) -> tuple[bytes, Answered]:
        """A library's own request, counted, paced and tried again as ours are.

        Returns the body of the response. Raises as ``complete`` does.
        """
        return self._carried(lambda: self._forwarded(asked, timeout, role), name)

    def _carried(self, call: Callable[[], T], name: str) -> T:
        waiting = replace(self.retries, sleep=self._wait)
        try:
            return waiting.carry_out(call, name)
        except TooMuch:
            raise
        except Passing as fault:
            why = f"{fault.why} ({waiting.attempts} attempts)"
            raise EndpointFailed(self.spec.written, why) from fault
        except Standing as fault:
            raise EndpointFailed(self.spec.written, fault.why) from fault

    def _once(self, request: Request, role: str) -> Answered:
        with self._turn(role):
            answered = counted(self.client.complete(request), request.text())
        self._entered(role, answered)
        return answered

    def _forwarded(
        self, asked: Mapping[str, Any], timeout: float, role: str
    ) -> tuple[bytes, Answered]:
        if not isinstance(self.client, Endpoint):
            raise TooMuch(f"{self.spec.written} is no endpoint that a library could be led to")
        with self._turn(role):
            content, reply = self.client.forward(asked, timeout)
        answered = counted(reply, json.dumps(asked.get("messages", "")))
        self._entered(role, answered)
        return content, answered

    @contextmanager
    def _turn(self, role: str) -> Iterator[None]:
        with self.pacer.turn():
            self._go_on()
            self.spending.open_call(role, self.spec.written)
            yield

    def _entered(self, role: str, answered: Answered) -> None:
        read, written = answered.tokens_read, answered.tokens_written
        self.spending.enter(role, self.spec.written, read, written, estimated=answered.estimated)

    def _wait(self, seconds: float) -> None:
        self.off.wait(seconds)
        self._go_on()

    def _go_on(self) -> None:
        if self.off.is_set():
            raise Stopped("the run was called off")


def counted(reply: Reply, asked: str) -> Answered:
    """A reply with the provider's counts, or with estimates where it gives none."""
    read, written = reply.tokens_read, reply.tokens_written
    estimated = read is None or written is None
    return Answered(
        reply,
        estimated_tokens(asked) if read is None else read,
        estimated_tokens(reply.text) if written is None else written,
        estimated,
    )
