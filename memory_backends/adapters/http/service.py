"""A service that speaks JSON over HTTP, and says clearly what is wrong when something is."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import httpx2
from pydantic import TypeAdapter, ValidationError

from sim.errors import Misuse, RunFailed, folded
from sim.reasons import reason

A = TypeVar("A")
SHOWN = 200  # characters of an answer that an error shows
PAUSE = 0.5  # seconds between two looks at something that takes its time


class Service:
    """One service under one URL. Whatever it does not do as documented is RunFailed.

    ``timeout`` is in seconds, for each request; ``patience`` for work that a service goes on with
    after it has answered, looked at every ``pause`` seconds.
    """

    def __init__(
        self,
        name: str,
        url: str,
        headers: Mapping[str, str],
        *,
        timeout: float,
        patience: float,
        pause: float = PAUSE,
    ) -> None:
        self._name, self._url = name, url.rstrip("/")
        self._patience, self._pause = patience, pause
        self._client = httpx2.Client(headers=dict(headers), timeout=timeout)

    def ask(
        self,
        method: str,
        path: str,
        kind: type[A],
        *,
        body: object = None,
        **params: str | int | float | bool,
    ) -> A:
        """The answer to a request, read as ``kind``. Raises RunFailed when there is none."""
        content = self._content(method, path, body, params)
        try:
            answer = json.loads(content or b"null")
        except ValueError as error:
            why = f"answered what is no JSON: {_shown(content)}"
            raise self._failed(method, path, why) from error
        return self.read(method, path, kind, answer)

    def read(self, method: str, path: str, kind: type[A], answer: object) -> A:
        """A part of an answer, read as ``kind``. Raises RunFailed where it is something else."""
        try:
            return TypeAdapter(kind).validate_python(answer)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            why = f"{where}: {reason(first)}" if where else reason(first)
            raise self._failed(method, path, f"answered what is not documented: {why}") from error

    def tell(self, method: str, path: str, *, body: object = None) -> None:
        """Make a request whose answer says nothing but that it was done."""
        self._content(method, path, body, {})

    def wait(self, what: str, done: Callable[[], bool]) -> None:
        """Look again and again whether something is done, as long as patience lasts."""
        for _ in range(max(1, round(self._patience / max(self._pause, 0.001)))):
            if done():
                return
            time.sleep(self._pause)
        raise RunFailed(
            f"the service {self._name!r} at {self._url} had not {what} after {self._patience:g} "
            "seconds"
        )

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _content(self, method: str, path: str, body: object, params: Mapping[str, Any]) -> bytes:
        try:
            answer = self._client.request(
                method, self._url + path, json=body, params=dict(params) or None
            )
        except httpx2.TimeoutException as error:
            raise self._failed(method, path, "gave no answer in time") from error
        except httpx2.HTTPError as error:
            why = folded(str(error)) or type(error).__name__
            raise self._failed(method, path, f"cannot be reached: {why}") from error
        if not answer.is_success:
            why = f"answered {answer.status_code}: {_shown(answer.content)}"
            raise self._failed(method, path, why)
        return answer.content

    def _failed(self, method: str, path: str, what: str) -> RunFailed:
        return RunFailed(f"the service {self._name!r} at {self._url} {what} ({method} {path})")


def key(service: str, variable: str) -> str:
    """A key from the environment. Raises Misuse when there is none.

    >>> key("zep", "NO_SUCH_KEY")
    Traceback (most recent call last):
    ...
    sim.errors.Misuse: backend 'zep' needs a key: set NO_SUCH_KEY in the environment
    """
    found = os.environ.get(variable, "")
    if not found:
        raise Misuse(f"backend {service!r} needs a key: set {variable} in the environment")
    return found


def _shown(content: bytes) -> str:
    text = folded(content.decode("utf-8", "replace"))
    return text[:SHOWN] + (" ..." if len(text) > SHOWN else "") if text else "nothing"
