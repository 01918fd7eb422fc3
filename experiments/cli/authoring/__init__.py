"""``world``, ``persona`` and ``domain``: writing the data that lives are made of, and trying it."""

from experiments.cli.authoring.domain import domain
from experiments.cli.authoring.persona import persona
from experiments.cli.authoring.world import world

__all__ = ["domain", "persona", "world"]
