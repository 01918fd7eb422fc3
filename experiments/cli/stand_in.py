"""A model that always says the same, a little late: what ``lifeworld bench`` measures against.

Run as a process of its own (``python -m experiments.cli.stand_in SECONDS``), it writes its base URL
on the first line and serves until its standard input is closed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from sim.cast.door.serving import Answer, serve

SAID = "I see, that is good to know."


def said(asked: Mapping[str, Any]) -> str:
    """The reply: a sentence, or the least that fits the schema of the request."""
    form = asked.get("response_format")
    return json.dumps(least(form["json_schema"]["schema"])) if form else SAID


def least(schema: Mapping[str, Any]) -> Any:
    """The least value of a schema.

    >>> least({"type": "object", "properties": {"told": {"type": "array"}, "why": {"enum": ["a"]}}})
    {'told': [], 'why': 'a'}
    """
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: least(part) for name, part in schema["properties"].items()}
    return {"array": [], "boolean": True, "integer": 0, "string": ""}[schema["type"]]


def answer(asked: Mapping[str, Any], late: float) -> Answer:
    """The body of the response, ``late`` seconds after it was asked for."""
    time.sleep(late)
    message = {"role": "assistant", "content": said(asked)}
    usage = {"prompt_tokens": 1, "completion_tokens": 1}
    return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}


def main() -> None:
    """Serve until nobody listens any more."""
    late = float(sys.argv[1])
    server = serve(lambda path, asked: answer(asked, late))  # noqa: ARG005
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
