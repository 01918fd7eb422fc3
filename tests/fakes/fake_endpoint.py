"""An OpenAI-compatible server on loopback that answers like the script, slowly or badly if asked.

What it says depends on the request alone, so two runs against it are equal, whatever the order.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections import Counter
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from fake_replies import core, reply_to

FAULTS = (
    "busy",
    "busy_wait",
    "broken",
    "away",
    "hang",
    "reset",
    "truncated",
    "invalid",
    "page",
    "empty",
    "null",
    "refusal",
    "length",
)


class FakeEndpoint:
    """Serves while the context is open. ``share`` of the requests go wrong, in ``kinds`` of ways.

    At most ``in_a_row`` faults meet one prompt. ``hang`` is how long a hanging request hangs.
    """

    def __init__(
        self, *, share=0.0, kinds=FAULTS, in_a_row=3, latency=0.0, hang=2.0, counts=True, port=0,
        say=reply_to, seed="fake",
    ):  # fmt: skip
        self.share, self.kinds, self.in_a_row = share, kinds, in_a_row
        self.latency, self.hang, self.counts, self.say, self.seed = latency, hang, counts, say, seed
        self.requests, self.keys, self.prompts = [], set(), Counter()
        self.faults, self.faulted = Counter(), Counter()
        self.lock, self.closing = threading.Lock(), threading.Event()
        self.server = _Server(("127.0.0.1", port), _Handler)
        self.server.fake = self
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    @property
    def spec(self):
        return f"openai-compatible:any@{self.url}"

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *raised):
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def fault_for(self, asked):
        """The next fault for a prompt, or "" if it goes well; by the prompt and its count."""
        name = core(asked)
        with self.lock:
            self.requests.append(asked)
            self.prompts[name] += 1
            drawn = sha256(f"{self.seed}/{name}/{self.prompts[name]}".encode()).digest()
            wrong = drawn[0] / 256 < self.share and self.faults[name] < self.in_a_row
            if not wrong:
                return ""
            self.faults[name] += 1
            kind = self.kinds[drawn[1] % len(self.kinds)]
            self.faulted[kind] += 1
            return kind


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 512

    def handle_error(self, request, client_address):
        """A client that hung up is none of the server's business."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *said):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        fake = self.server.fake
        if self.headers["authorization"]:
            fake.keys.add(self.headers["authorization"])
        kind = fake.fault_for(asked)
        time.sleep(fake.latency)
        getattr(self, f"_{kind}" if kind else "_well")(asked)

    def _well(self, asked, **changes):
        said = self.server.fake.say(asked)
        text = said if isinstance(said, str) else json.dumps(said)  # tool calls are no text
        told = {"content": said} if isinstance(said, str) else {"content": None, **said}
        message = {"role": "assistant"} | told | changes.pop("message", {})
        choice = {"index": 0, "message": message, "finish_reason": "stop"} | changes
        told = {"object": "chat.completion", "choices": [choice]}
        if self.server.fake.counts:
            read = sum(len(m["content"] or "") for m in asked["messages"]) // 4
            told["usage"] = {"prompt_tokens": read, "completion_tokens": len(text) // 4}
        self._send(200, json.dumps(told))

    def _send(self, status, text, kind="application/json", **headers):
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _busy(self, asked):
        self._send(429, '{"error": {"message": "slow down"}}')

    def _busy_wait(self, asked):
        self._send(429, '{"error": {"message": "slow down"}}', retry_after_ms="5")

    def _broken(self, asked):
        self._send(500, "oops")

    def _away(self, asked):
        self._send(503, "")

    def _hang(self, asked):
        self.server.fake.closing.wait(self.server.fake.hang)
        self.close_connection = True

    def _reset(self, asked):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def _truncated(self, asked):
        self.send_response(200)
        self.send_header("content-length", "1000")
        self.end_headers()
        self.wfile.write(b'{"choices": [{"mess')
        self.close_connection = True

    def _invalid(self, asked):
        self._send(200, '{"choices": [{"message": {"content": "Hel')

    def _page(self, asked):
        self._send(200, "<html>proxy</html>", "text/html")

    def _empty(self, asked):
        self._send(200, '{"choices": []}')

    def _null(self, asked):
        self._send(200, '{"choices": null}')

    def _refusal(self, asked):
        self._well(asked, message={"content": None, "refusal": "I would rather not."})

    def _length(self, asked):
        self._well(asked, message={"content": '{"wh'}, finish_reason="length")
