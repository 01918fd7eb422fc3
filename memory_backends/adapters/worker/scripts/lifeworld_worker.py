"""Answers the requests of Lifeworld's ``worker`` backend, one JSON object a line.

Runs in any Python from 3.9 on and needs nothing but the standard library. Lifeworld puts this
folder on the worker's path, so a script of one's own begins with ``from lifeworld_worker import
serve`` and ends with ``serve(MyMemory())``. Whatever else is printed goes to the error stream.
"""

from __future__ import annotations

import json
import os
import sys
import types
import urllib.request
from contextlib import nullcontext
from datetime import datetime
from typing import Any, Callable, ContextManager, Iterator, TextIO

FIELDS = {
    "open": ("user_id", "folder", "options"),
    "add": ("session",),
    "search": ("query", "k", "at"),
    "get_all": (),
    "delete": ("memory_id",),
    "reset": (),
    "close": (),
}
"""What a worker may be asked to do, and the arguments with which its memory is called."""

Travel = Callable[[Any], ContextManager[Any]]


def serve(memory: object, *, clock: bool = False) -> None:
    """Answer requests until the stream ends or the memory is closed.

    ``memory`` has methods called like the requests, with the arguments in ``FIELDS``; sessions
    and dates come as they are in JSON. With ``clock`` each request is carried out at its
    simulated time: for libraries that read the clock (needs the package time-machine).
    """
    replies = _own_stdout()
    travel = _travelling() if clock else _staying
    for line in sys.stdin:
        asked = json.loads(line)
        replies.write(json.dumps(_reply(memory, asked, travel)) + "\n")
        replies.flush()
        if asked["do"] == "close":
            return


def _reply(memory: object, asked: dict[str, Any], travel: Travel) -> dict[str, Any]:
    """What came of a request: ``done`` with its result, or ``failed`` with a sentence."""
    method = getattr(memory, asked["do"], None)
    if method is None:
        if asked["do"] in ("open", "close"):
            return {"id": asked["id"], "done": None}
        return {"id": asked["id"], "failed": f"this worker cannot {asked['do']}"}
    try:
        with travel(asked.get("at")):
            done = method(**{name: asked[name] for name in FIELDS[asked["do"]]})
    except Exception as error:  # noqa: BLE001  (a library's: told to whoever asked)
        return {"id": asked["id"], "failed": f"{type(error).__name__}: {error}"}
    return {"id": asked["id"], "done": done}


def _own_stdout() -> TextIO:
    """The stream for replies; from now on everything that is printed goes to the error stream."""
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    own = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return own


def _staying(_: Any) -> ContextManager[Any]:
    return nullcontext()


def _travelling() -> Travel:
    import time_machine

    def travel(at: Any) -> ContextManager[Any]:
        when = datetime.fromisoformat(at) if at else None
        return time_machine.travel(when, tick=True) if when else nullcontext()

    return travel


def entry(
    name: str, text: str, session: dict[str, Any], turns: tuple[str, ...] = (), at: str = ""
) -> dict[str, Any]:
    """A memory as Lifeworld wants it, of a session; its date is the session's end or ``at``."""
    created_at = at or session["ended_at"]
    return {
        "id": name,
        "text": text,
        "created_at": created_at,
        "sessions": [session["id"]],
        "turns": list(turns),
    }


def transcript(session: dict[str, Any]) -> str:
    """A session as text, under its date, one line a turn."""
    lines = [f"{turn['speaker']}: {turn['text']}" for turn in session["turns"]]
    return "\n".join([f"Conversation of {session['started_at'][:16].replace('T', ' ')}", *lines])


def exchanges(session: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """What the user said, turn by turn, and what was replied; nothing said, no exchange."""
    asked: dict[str, Any] | None = None
    for turn in session["turns"]:
        if turn["speaker"] == "user":
            if asked is not None and asked["text"].strip():
                yield asked, ""
            asked = turn
        elif asked is not None and asked["text"].strip():
            yield asked, turn["text"]
            asked = None
    if asked is not None and asked["text"].strip():
        yield asked, ""


def embed(texts: list[str]) -> list[list[float]]:
    """Embeddings of texts, by the endpoint that Lifeworld named."""
    body = json.dumps({"model": embedding_model(), "input": texts, "encoding_format": "float"})
    request = urllib.request.Request(  # noqa: S310  (the URL is Lifeworld's own)
        f"{os.environ['OPENAI_BASE_URL']}/embeddings",
        body.encode(),
        {
            "content-type": "application/json",
            "authorization": f"Bearer {os.environ['OPENAI_API_KEY']}",
        },
    )
    with urllib.request.urlopen(request) as reply:  # noqa: S310
        found = json.loads(reply.read())["data"]
    return [each["embedding"] for each in sorted(found, key=lambda each: each["index"])]


def language_model() -> str:
    """The name of the model behind the endpoint."""
    return os.environ["LIFEWORLD_MODEL"]


def dimensions() -> int:
    """How long an embedding is."""
    return len(embed(["size"])[0])


def embedding_model() -> str:
    """The name under which embeddings are asked for; any will do, it has but one."""
    return "text-embedding-3-small"


def lend_sentence_transformers() -> None:
    """Let ``sentence_transformers`` embed by the endpoint: no model is downloaded, no torch."""
    import numpy

    class SentenceTransformer:
        max_seq_length = 512

        def __init__(self, *_: Any, **__: Any) -> None: ...

        def encode(self, texts: Any, **_: Any) -> Any:
            one = isinstance(texts, str)
            found = numpy.array(embed([texts] if one else list(texts)), dtype=numpy.float32)
            return found[0] if one else found

        def get_sentence_embedding_dimension(self) -> int:
            return dimensions()

    lent = types.ModuleType("sentence_transformers")
    lent.SentenceTransformer = SentenceTransformer  # type: ignore[attr-defined]
    sys.modules["sentence_transformers"] = lent
