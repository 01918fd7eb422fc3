"""What goes to a model and what comes back, whichever library carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Speaks = Literal["system", "user", "assistant"]
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Speaks
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One call. ``schema`` None asks for plain text; ``schema_name`` is the role's name.

    ``timeout`` is in seconds.
    """

    messages: tuple[Message, ...]
    schema_name: str = ""
    schema: Schema | None = None
    temperature: float = 0.0
    max_tokens: int = 256
    seed: int | None = None
    timeout: float = 60.0

    def text(self) -> str:
        """All messages, to estimate tokens by."""
        return "\n".join(message.content for message in self.messages)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said. Tokens are the provider's counts, or None where it gives none.

    ``cut`` says that it ran out of room; ``refused`` is its refusal, "" if it did not refuse.
    """

    text: str
    tokens_read: int | None = None
    tokens_written: int | None = None
    cut: bool = False
    refused: str = ""


class ChatClient(Protocol):
    """Carries one request to a model. Raises ``Passing`` or ``Standing`` faults (``faults``)."""

    def complete(self, request: Request) -> Reply:
        """The model's reply."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...
