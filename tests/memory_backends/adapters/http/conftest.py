"""A server on loopback that answers what a service's documentation says, and nothing else."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

Reply = tuple[int, object]
Answering = Callable[[str, str, dict[str, str], Any], Reply]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    answering: Answering
    headers_seen: list[Mapping[str, str]]
    lock: threading.Lock

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is what some tests want."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, *_: Any) -> None: ...

    def _answer(self) -> None:
        split = urlsplit(self.path)
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        with self.server.lock:
            self.server.headers_seen.append(dict(self.headers.items()))
            status, content = self.server.answering(
                self.command, split.path, dict(parse_qsl(split.query)), json.loads(raw or b"null")
            )
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_DELETE = _answer  # noqa: N815


class Served:
    """Where the server is, and the headers of the requests it had."""

    def __init__(self, server: _Server) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}"
        self.headers = server.headers_seen


@contextmanager
def serving(answering: Answering) -> Iterator[Served]:
    server = _Server(("127.0.0.1", 0), _Handler)
    server.answering, server.headers_seen = answering, []
    server.lock = threading.Lock()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield Served(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def serve() -> Iterator[Callable[[Answering], Served]]:
    """Serve with a function; whatever was started is stopped."""
    open_now = []

    def started(answering: Answering) -> Served:
        context = serving(answering)
        open_now.append(context)
        return context.__enter__()

    yield started
    for context in open_now:
        context.__exit__(None, None, None)


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of nobody."""
    monkeypatch.setenv("ZEP_API_KEY", "z-key")
    monkeypatch.setenv("MEMOBASE_API_KEY", "secret")
    monkeypatch.delenv("LETTA_API_KEY", raising=False)
