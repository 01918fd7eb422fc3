"""A persona as the file that ``load`` reads back."""

from __future__ import annotations

import yaml

from personas.persona import Persona

WIDTH = 96  # characters of a line


def to_yaml(persona: Persona) -> str:
    """The text of a persona's file; what has its default is left out.

    >>> import personas
    >>> to_yaml(personas.load("emeric_thorne")).splitlines()[0]
    'id: emeric_thorne'
    """
    written = persona.model_dump(mode="json", exclude_defaults=True)
    written["profile"] = written["profile"]["uses"]
    return str(yaml.safe_dump(written, sort_keys=False, allow_unicode=True, width=WIDTH))
