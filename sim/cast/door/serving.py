"""HTTP on loopback: one thread a connection, JSON in, JSON or a stream of events out."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sim.cast.door.wire import events

Answer = dict[str, Any]
Answering = Callable[[str, Mapping[str, Any]], Answer]
LARGEST = 32 * 1024 * 1024  # bytes of a request


class Refusal(Exception):
    """What is answered instead: an HTTP status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        self.status, self.why = status, why
        super().__init__(why)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    answering: Answering

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up in the middle is no concern of the run."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keep quiet: what was asked stands in the cache."""

    def do_GET(self) -> None:
        """Only the list of models is got."""
        self._answer({})

    def do_POST(self) -> None:
        """Everything else is posted."""
        try:
            size = min(int(self.headers.get("content-length", 0)), LARGEST)
            asked = json.loads(self.rfile.read(size) or b"{}")
        except ValueError:
            self._send(400, _error("the request is no JSON"))
            return
        self._answer(asked if isinstance(asked, dict) else {})

    def _answer(self, asked: Mapping[str, Any]) -> None:
        try:
            answer = self.server.answering(self.path, asked)
        except Refusal as refusal:
            self._send(refusal.status, _error(refusal.why))
            return
        if asked.get("stream"):
            self._send(200, events(answer), "text/event-stream")
        else:
            self._send(200, json.dumps(answer))

    def _send(self, status: int, text: str, kind: str = "application/json") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(answering: Answering) -> _Server:
    """A server on a free port of loopback, already serving."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.answering = answering
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return server


def _error(why: str) -> str:
    return json.dumps({"error": {"message": why, "type": "lifeworld"}})
