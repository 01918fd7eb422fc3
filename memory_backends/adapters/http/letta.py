"""Letta: an agent that edits its own memory, over the server's REST interface."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import BaseModel

from memory_backends.adapters.http.backend import AtService, ServiceOptions, transcript
from memory_backends.adapters.http.ledger import Held
from sim.views import Session

ASKED = """\
This conversation has just ended. Take it into your memory: what is worth keeping, what has \
changed, and what you were asked to forget. Answer with one word.

"""
PAGE = 100  # passages in one answer


class LettaOptions(ServiceOptions):
    """``model`` and ``embedding`` are handles that the server knows."""

    url: str = "http://127.0.0.1:8283"
    model: str = "openai/gpt-4o-mini"
    embedding: str = "openai/text-embedding-3-small"


class Agent(BaseModel):
    """An agent, as far as one needs it."""

    id: str


class Block(BaseModel):
    """A block of core memory."""

    label: str
    value: str


class Passage(BaseModel):
    """A passage of archival memory."""

    id: str
    text: str


class Hit(BaseModel):
    """A passage that was found."""

    id: str
    content: str


class Hits(BaseModel):
    """An answer to a search."""

    results: list[Hit]


class Letta(AtService):
    """A Letta agent (MemGPT, Packer et al. 2023) on a server: core memory and archival passages.

    Each session is one message to the agent, which edits its blocks and passages as it likes; an
    entry is a line of its ``human`` block or a passage. A search shows the whole block, as the
    agent's own prompt does, and the nearest passages; it asks no model. Conversations themselves
    (recall memory) are not looked at. ``tiered`` is the reimplementation.
    """

    name = "letta"
    getting = "a server: Letta's own or its cloud; option url"
    ignores_k = True
    Options: ClassVar[type[LettaOptions]] = LettaOptions
    options: LettaOptions

    def headers(self) -> Mapping[str, str]:
        """A key where the environment has one; a server of one's own may need none."""
        found = os.environ.get("LETTA_API_KEY", "")
        return {"authorization": f"Bearer {found}"} if found else {}

    def settle(self) -> None:
        """Make an agent with an empty ``human`` block."""
        body = {
            "name": f"lifeworld-{self.user_id}",
            "model": self.options.model,
            "embedding": self.options.embedding,
            "memory_blocks": [
                {"label": "human", "value": ""},
                {"label": "persona", "value": "I remember what people tell me."},
            ],
            "include_base_tools": True,
        }
        self._path = f"/v1/agents/{self.service.ask('POST', '/v1/agents/', Agent, body=body).id}"

    def leave(self) -> None:
        """Delete the agent."""
        self.service.tell("DELETE", self._path)

    def tell(self, session: Session) -> None:
        """Send the transcript as one message."""
        message = {"role": "user", "content": ASKED + transcript(session)}
        self.service.tell("POST", f"{self._path}/messages", body={"messages": [message]})

    def held(self) -> Sequence[Held]:
        """The lines of the block, then all passages."""
        held = list(self._lines())
        after: dict[str, str] = {}
        while True:
            page = self.service.ask(
                "GET", f"{self._path}/archival-memory", list[Passage], limit=PAGE, **after
            )
            held += [Held(passage.id, passage.text) for passage in page]
            if len(page) < PAGE:
                return held
            after = {"after": page[-1].id}

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The lines of the block, and the nearest passages."""
        hits = self.service.ask(
            "GET", f"{self._path}/archival-memory/search", Hits, query=query, top_k=k
        )
        return [*self._lines(), *(Held(hit.id, hit.content) for hit in hits.results)]

    def delete(self, memory_id: str) -> None:
        """Delete a passage, or take a line out of the block."""
        key = self._ledger.key(memory_id)
        label, line, text = key.partition("\n")
        if not line:
            self.service.tell("DELETE", f"{self._path}/archival-memory/{key}")
            return
        kept = [each.text for each in self._lines() if each.text != text]
        path = f"{self._path}/core-memory/blocks/{label}"
        self.service.tell("PATCH", path, body={"value": "\n".join(kept)})

    def _lines(self) -> list[Held]:
        path = f"{self._path}/core-memory/blocks/human"
        block = self.service.ask("GET", path, Block)
        lines = [line.strip() for line in block.value.splitlines()]
        return [Held(f"human\n{line}", line) for line in dict.fromkeys(lines) if line]
