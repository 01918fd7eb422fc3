"""A world to start from: small, commented, and sound."""

from __future__ import annotations

import re
from pathlib import Path

from sim.errors import Misuse

_TEMPLATE = Path(__file__).parent / "templates" / "starter.yaml"
SCHEMA_FILE = "world.schema.json"  # stands beside the world, the first line points to it
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def starter(name: str) -> str:
    """The text of a new world file, which passes ``check`` as it is.

    Raises Misuse for a name that is not lower case letters, digits and underscores.

    >>> starter("my_world").splitlines()[0]
    '# yaml-language-server: $schema=world.schema.json'
    """
    if not _NAME.fullmatch(name):
        raise Misuse(f"a world is named in lower case with underscores, such as my_town: {name!r}")
    return _TEMPLATE.read_text(encoding="utf-8").replace("NAME", name)
