"""Data files to start from, commented; they pass their check as they are."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Literal

from sim.errors import Misuse

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def template(what: Literal["persona", "domain"], name: str) -> str:
    """The text of a new file. Raises Misuse for a name that could not be its id.

    >>> "id: ada_lin" in template("persona", "ada_lin")
    True
    """
    if not _NAME.fullmatch(name):
        raise Misuse(
            f"a {what} is named in lower case with underscores, such as my_{what}, not {name!r}: "
            "name the file so"
        )
    text = files(__package__).joinpath(f"{what}.yaml").read_text(encoding="utf-8")
    return text.replace("NAME", name)
