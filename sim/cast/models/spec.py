"""What a recipe calls a model: ``openai:MODEL``, ``openai-compatible:MODEL@URL``, and others."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from sim.errors import Misuse

SCRIPTED = "scripted"
OPENAI_URL = "https://api.openai.com/v1"
COMPATIBLE_KEY = "LIFEWORLD_API_KEY"
"""Where the key of an ``openai-compatible`` endpoint comes from: never OpenAI's own key."""

Kind = Literal["endpoint", "named"]


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model that a recipe named. ``url`` is "" unless an endpoint is called directly.

    ``key_from`` names the environment variable that holds the key; the key itself is never kept.
    """

    written: str
    kind: Kind
    provider: str
    model: str
    url: str = ""
    key_from: str = ""

    @property
    def key(self) -> str:
        """The key, read when it is needed; "" without one."""
        return os.environ.get(self.key_from, "") if self.key_from else ""


def parse_spec(written: str) -> ModelSpec:
    """Read the name of a model.

    >>> parse_spec("openai-compatible:small@http://127.0.0.1:8812/v1").url
    'http://127.0.0.1:8812/v1'
    >>> parse_spec("anthropic:claude-opus-4-6").provider
    'anthropic'

    Raises Misuse for what is no name of a model, saying what one looks like.
    """
    provider, colon, model = written.strip().partition(":")
    if not colon or not provider or not model:
        raise Misuse(
            f"{written!r} is no model: write openai:MODEL, openai-compatible:MODEL@URL, "
            f"PROVIDER:MODEL, module:factory or {SCRIPTED}"
        )
    if provider == "openai":
        url = os.environ.get("OPENAI_BASE_URL") or OPENAI_URL
        return ModelSpec(written, "endpoint", provider, model, _url(url, written), "OPENAI_API_KEY")
    if provider == "openai-compatible":
        return _compatible(written, model)
    return ModelSpec(written, "named", provider, model)


def _compatible(written: str, named: str) -> ModelSpec:
    model, at, url = named.partition("@")
    if not at or not model:
        raise Misuse(f"{written!r} names no endpoint: write openai-compatible:MODEL@URL")
    url = _url(url, written)
    return ModelSpec(written, "endpoint", "openai-compatible", model, url, COMPATIBLE_KEY)


def _url(url: str, written: str) -> str:
    """The URL of an endpoint. One with a password in it would end up in journals."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Misuse(f"the endpoint of {parts_of(written)!r} is no http or https URL: {url!r}")
    if parts.username or parts.password or parts.query:
        raise Misuse(
            f"the endpoint of {parts_of(written)!r} has a user, password or query in its URL, "
            f"which would be written into the run: put the key into {COMPATIBLE_KEY} instead"
        )
    return url.rstrip("/")


def parts_of(written: str) -> str:
    """A spec without its URL, for messages that must not show what a URL may hold."""
    return written.partition("@")[0]
