"""JSON schemas of the data files, for editors that complete and check while one types."""

from __future__ import annotations

import json
from typing import Any

from personas.domains.pack import DomainPack
from personas.persona import Persona


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON schemas of persona and domain files, by the kind of file.

    >>> sorted(schemas())
    ['domain', 'persona']
    """
    return {"domain": DomainPack.model_json_schema(), "persona": Persona.model_json_schema()}


def written(kind: str) -> str:
    """One schema as the text that is shipped in ``library/schemas``."""
    return json.dumps(schemas()[kind], indent=2, sort_keys=True) + "\n"
