"""Models that other libraries bring: ``PROVIDER:MODEL`` through LangChain, ``module:factory``."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sim.cast.models.exchange import ChatClient, Reply, Request
from sim.cast.models.faults import Fault, Passing, Standing, shortened
from sim.cast.models.spec import ModelSpec
from sim.errors import Misuse

MALFORMED = (json.JSONDecodeError, IndexError, TypeError)
"""What a LangChain client raises for a reply without a message in it (no ``is_retryable``)."""


def open_named(spec: ModelSpec) -> ChatClient:
    """The client of a model that is no endpoint of ours.

    Raises Misuse when nothing of that name is installed, saying what to install.
    """
    if _is_factory(spec):
        return _made(spec)
    return LangChainClient(_chat_model(spec), spec)


def _is_factory(spec: ModelSpec) -> bool:
    """Whether a spec names a function of an importable module, not a provider and its model."""
    if not spec.model.isidentifier():
        return False
    try:
        return find_spec(spec.provider) is not None
    except (ImportError, ValueError):
        return False


def _made(spec: ModelSpec) -> ChatClient:
    """What the user's factory makes: a client of ours, or a LangChain chat model."""
    factory = getattr(import_module(spec.provider), spec.model, None)
    if not callable(factory):
        raise Misuse(f"the module {spec.provider!r} has no function {spec.model!r} (cast)")
    made = factory()
    if hasattr(made, "complete"):
        client: ChatClient = made
        return client
    if hasattr(made, "invoke"):
        return LangChainClient(made, spec)
    raise Misuse(
        f"{spec.written!r} makes a {type(made).__name__}: it must make something with "
        "complete(request), or a LangChain chat model"
    )


def _chat_model(spec: ModelSpec) -> Any:
    os.environ.setdefault("LANGSMITH_TRACING", "false")  # langchain reads it when imported
    try:
        from langchain.chat_models import init_chat_model
    except ImportError as error:
        raise Misuse(
            f"the model {spec.written!r} needs LangChain and its integration for "
            f"{spec.provider!r}: pip install langchain langchain-{spec.provider}"
        ) from error
    try:
        return init_chat_model(spec.model, model_provider=spec.provider, max_retries=0)
    except ImportError as error:
        raise Misuse(
            f"the model {spec.written!r} needs LangChain's integration for {spec.provider!r}: "
            f"pip install langchain-{spec.provider}"
        ) from error
    except ValueError as error:
        raise Misuse(f"the model {spec.written!r} is unknown: {shortened(str(error))}") from error


class LangChainClient:
    """A LangChain chat model as a client of ours."""

    def __init__(self, model: Any, spec: ModelSpec) -> None:
        self._model, self._spec = model, spec

    def complete(self, request: Request) -> Reply:
        """Invoke the model. Raises Passing or Standing, whatever the library calls it."""
        messages = [(message.role, message.content) for message in request.messages]
        try:
            return _reply(self._model.invoke(messages, **_options(request)))
        except Exception as error:
            raise _fault(error) from error

    def close(self) -> None:
        """LangChain's clients close themselves."""


def _options(request: Request) -> dict[str, Any]:
    """Options that every integration passes on; a schema goes in the OpenAI form."""
    options: dict[str, Any] = {
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
    }
    if request.seed is not None:
        options["seed"] = request.seed
    if request.schema is not None:
        named = {"name": request.schema_name, "schema": request.schema}
        options["response_format"] = {"type": "json_schema", "json_schema": named}
    return options


def _reply(message: Any) -> Reply:
    usage: Mapping[str, int] = getattr(message, "usage_metadata", None) or {}
    about: Mapping[str, Any] = getattr(message, "response_metadata", None) or {}
    kept: Mapping[str, Any] = getattr(message, "additional_kwargs", None) or {}
    content = message.content
    if isinstance(content, list):
        parts = (part.get("text", "") if isinstance(part, dict) else part for part in content)
        content = "".join(parts)
    ended = about.get("finish_reason") or about.get("stop_reason")
    return Reply(
        content,
        usage.get("input_tokens"),
        usage.get("output_tokens"),
        cut=ended in ("length", "max_tokens"),
        refused=str(kept.get("refusal") or ""),
    )


def _fault(error: Exception) -> Fault:
    why = f"{type(error).__name__}: {shortened(str(error))}"
    passing = getattr(error, "is_retryable", False) or isinstance(error, MALFORMED)
    return Passing(why) if passing or isinstance(error, OSError) else Standing(why)
