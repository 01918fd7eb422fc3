"""What OpenAI-compatible clients expect to read: events of a stream, embeddings, models."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def events(answer: Mapping[str, Any]) -> str:
    """A whole reply as a stream: one event with all of it, one with the usage, the end."""
    head = {key: answer[key] for key in ("id", "created", "model") if key in answer}
    head |= {"object": "chat.completion.chunk"}
    choices = [
        {
            "index": choice.get("index", number),
            "delta": _delta(choice["message"]),
            "finish_reason": choice.get("finish_reason"),
        }
        for number, choice in enumerate(answer["choices"])
    ]
    sent: list[Mapping[str, Any]] = [head | {"choices": choices}]
    if answer.get("usage"):
        sent.append(head | {"choices": [], "usage": answer["usage"]})
    lines = [f"data: {json.dumps(event)}\n\n" for event in sent]
    return "".join([*lines, "data: [DONE]\n\n"])


def _delta(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as what is added to an empty one; calls of tools need their place."""
    calls = message.get("tool_calls") or []
    numbered = [{"index": number, **call} for number, call in enumerate(calls)]
    return {**message, **({"tool_calls": numbered} if numbered else {})}


def embedded(
    payload: Mapping[str, Any], embed: Callable[[Sequence[str]], Sequence[Sequence[float]]]
) -> dict[str, Any]:
    """The embeddings of the request's texts, as numbers or in base64, as it wants them."""
    given = payload.get("input", [])
    texts = [given] if isinstance(given, str) else [str(text) for text in given]
    packed = payload.get("encoding_format") == "base64"
    rows = [
        {"object": "embedding", "index": number, "embedding": _pack(row) if packed else list(row)}
        for number, row in enumerate([list(map(float, row)) for row in embed(texts)])
    ]
    usage = {"prompt_tokens": 0, "total_tokens": 0}
    return {"object": "list", "data": rows, "model": "lifeworld", "usage": usage}


def _pack(row: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()


def listed(model: str) -> dict[str, Any]:
    """The one model behind the door."""
    return {"object": "list", "data": [{"id": model, "object": "model", "owned_by": "lifeworld"}]}
