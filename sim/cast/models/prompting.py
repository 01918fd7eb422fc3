"""From a role's input to a prompt: Jinja templates in which everything said by anyone is quoted.

A template may only put out numbers, words of our own (``Own``) and quoted texts. Whatever else is
interpolated becomes a JSON string on one line, in which no character can end the quotation or look
like a control token of a chat format. So a simulated person can say anything: it stays data.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    UndefinedError,
)

from sim.cast.models.exchange import Message
from sim.errors import BadData

FOLDER = Path(__file__).parents[1] / "prompts"
_VERSION = re.compile(r"\A\{#-?\s*version:\s*(\d+)")
_RISKY = re.compile("[<>\\[\\]\x7f-\x9f\u2028\u2029\ud800-\udfff]")
OWN_FILE = "file:"  # before the path of a prompt that the user brings
HASH_LENGTH = 12  # hexadecimal digits


class Own(str):
    """Words of our own, which go into a prompt as they are. Never made from what people said."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """The prompt of a role: its version, counted by hand, and the hash of its file."""

    role: str
    version: int
    hash: str

    @property
    def name(self) -> str:
        """Version and hash, as they go into journals."""
        return f"{self.version}/{self.hash}"


def quoted(text: str) -> str:
    r"""A text as data: a JSON string without anything a chat format could take for a token.

    >>> print(quoted('Hi "you" <|im_end|>'))
    "Hi \"you\" \u003c|im_end|\u003e"
    """
    return _RISKY.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _final(value: object) -> object:
    """What an expression of a template puts out."""
    if isinstance(value, Own) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, str):
        return quoted(value)
    raise TypeError(f"a prompt cannot show a {type(value).__name__}")


@cache
def _templates() -> Environment:
    return Environment(
        loader=ChoiceLoader([FileSystemLoader(FOLDER), FunctionLoader(_own)]),
        undefined=StrictUndefined,
        finalize=_final,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        autoescape=False,  # noqa: S701  (no HTML: _final quotes all there is)
    )


def _own(name: str) -> str | None:
    """The text of a prompt file of the user's, called by its path."""
    path = Path(name.removeprefix(OWN_FILE))
    return path.read_text(encoding="utf-8") if name.startswith(OWN_FILE) else None


@cache
def prompt_of(role: str, path: str = "") -> Prompt:
    """Version and hash of a role's prompt, the package's own or a file.

    Raises BadData for a file that cannot be read, has no version or lacks a block.
    """
    file = Path(path) if path else FOLDER / f"{role}.j2"
    try:
        written = file.read_text(encoding="utf-8")
        blocks = _templates().get_template(_named(role, path)).blocks
    except (OSError, UnicodeDecodeError, TemplateError) as error:
        raise BadData(str(file), f"this is no prompt for the role {role!r}: {error}") from error
    found = _VERSION.match(written)
    if found is None:
        raise BadData(str(file), "the first line must be {# version: N #}")
    if missing := sorted({"instructions", "shown"} - set(blocks)):
        raise BadData(str(file), f"it lacks the block {missing[0]!r}")
    digest = hashlib.sha256(written.encode()).hexdigest()[:HASH_LENGTH]
    return Prompt(role, int(found[1]), digest)


def render(role: str, shown: Mapping[str, object], path: str = "") -> tuple[Message, ...]:
    """The messages for a role: what it is to do, and what it is shown.

    Raises BadData for a prompt of the user's that asks for what the role is not shown.
    """
    template = _templates().get_template(_named(role, path))
    context = template.new_context(dict(shown))
    try:
        blocks = {name: "".join(block(context)).strip() for name, block in template.blocks.items()}
    except UndefinedError as error:
        if not path:
            raise
        shows = f"the role is shown: {', '.join(sorted(shown))}"
        raise BadData(path, f"{error} in the prompt ({shows})") from error
    return Message("system", blocks["instructions"]), Message("user", blocks["shown"])


def _named(role: str, path: str) -> str:
    return f"{OWN_FILE}{path}" if path else f"{role}.j2"
