"""The lean client: one POST to an OpenAI-compatible endpoint, nothing in between.

Calling the endpoint directly takes a fifth of the processor time that the ``openai`` package and
LangChain's ``ChatOpenAI`` take for the same request (figures: docs/models.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx2

from sim.cast.models.exchange import Reply, Request
from sim.cast.models.faults import Fault, Passing, of_status
from sim.cast.models.spec import ModelSpec

CONNECTING = 10.0  # seconds
STREAMING = ("stream", "stream_options")
CONNECTIONS = 1024  # the pacer decides how many calls are under way, not the pool


class Endpoint:
    """A model behind a URL. One client serves all threads."""

    def __init__(self, spec: ModelSpec) -> None:
        self._spec = spec
        limits = httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
        self._http = httpx2.Client(limits=limits, follow_redirects=False)

    def complete(self, request: Request) -> Reply:
        """Post the request and read the reply. Raises Passing, Standing or TooMuch."""
        return read(self._post(body(request, self._spec.model), request.timeout))

    def forward(self, asked: Mapping[str, Any], timeout: float) -> tuple[bytes, Reply]:
        """Post somebody else's request, whatever is in it; the body of the response, and its reply.

        The model is ours, ``stream`` is left out. Raises as ``complete`` does.
        """
        payload = {name: value for name, value in asked.items() if name not in STREAMING}
        content = self._post(payload | {"model": self._spec.model}, timeout)
        return content, read(content)

    def _post(self, payload: Mapping[str, Any], timeout: float) -> bytes:
        key = self._spec.key
        try:
            answered = self._http.post(
                f"{self._spec.url}/chat/completions",
                content=json.dumps(payload).encode(),
                headers=_headers(key),
                timeout=httpx2.Timeout(timeout, connect=CONNECTING),
            )
        except httpx2.TimeoutException as late:
            raise Passing(f"no reply within {timeout:g} seconds") from late
        except httpx2.TransportError as broken:
            raise Passing(f"the connection failed: {type(broken).__name__}") from broken
        except httpx2.DecodingError as broken:
            raise Passing("the reply could not be decoded") from broken
        if not answered.is_success:
            raise of_status(answered.status_code, answered.text, answered.headers, key)
        return answered.content

    def close(self) -> None:
        """Close all connections."""
        self._http.close()


def _headers(key: str) -> dict[str, str]:
    bearer = {"authorization": f"Bearer {key}"} if key else {}
    return {"content-type": "application/json", **bearer}


def body(request: Request, model: str) -> dict[str, Any]:
    """The request as the endpoint wants it."""
    asked: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
    }
    if request.seed is not None:
        asked["seed"] = request.seed
    if request.schema is not None:
        named = {"name": request.schema_name, "schema": request.schema}
        asked["response_format"] = {"type": "json_schema", "json_schema": named}
    return asked


def read(content: bytes) -> Reply:
    """The reply in the body of a response. Raises Passing for a body that is none."""
    try:
        told = json.loads(content)
        choice = told["choices"][0]
        message = choice["message"]
        usage = told.get("usage") or {}
        return Reply(
            _text(message.get("content")),
            _count(usage.get("prompt_tokens")),
            _count(usage.get("completion_tokens")),
            cut=choice.get("finish_reason") == "length",
            refused=_refusal(choice, message),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise malformed(content.decode("utf-8", "replace")) from error


def malformed(text: str) -> Fault:
    """The fault of a body that holds no reply."""
    return Passing("the endpoint's reply has no message in it" if text else "the reply is empty")


def _text(content: object) -> str:
    """The text of a message, also of one that comes in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _count(given: object) -> int | None:
    return given if isinstance(given, int) and given >= 0 else None


def _refusal(choice: Any, message: Any) -> str:
    said = message.get("refusal")
    if isinstance(said, str) and said:
        return said
    filtered = choice.get("finish_reason") == "content_filter"
    return "the provider's filter held the reply back" if filtered else ""
