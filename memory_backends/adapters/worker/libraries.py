"""The libraries that have a worker of their own; each needs an interpreter where it is installed.

Their models are called through the endpoint a run names, and their simulated dates are stamped by
the workers. What was run for real, and with what, stands in docs/workers_and_services.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from memory_backends.adapters.worker.backend import (
    ForgettingInWorker,
    InWorker,
    WorkerOptions,
)


class ScriptOptions(WorkerOptions):
    """``script`` ends in .py, or names one that comes with Lifeworld; it is given ``options``.

    With ``model`` it is also given the model that the run names for libraries.
    """

    script: str
    options: dict[str, object] = {}
    model: bool = False


class OwnWorker(ForgettingInWorker):
    """Any memory behind a script of yours that answers JSON lines, in any interpreter."""

    name = "worker"
    getting = "built in; the script is yours"
    Options: ClassVar[type[ScriptOptions]] = ScriptOptions
    options: ScriptOptions

    @property
    def script(self) -> str:
        """The user's."""
        return self.options.script

    @property
    def own_options(self) -> Mapping[str, object]:
        """The user's."""
        return self.options.options

    @property
    def wants_model(self) -> bool:
        """As the user says."""
        return self.options.model


class Cognee(ForgettingInWorker):
    """Cognee in its own interpreter: a knowledge graph, searched for passages (cognee 1.6.5)."""

    name = "cognee"
    calls_models = True
    getting = "pip install cognee, in an interpreter of its own: option python"
    native_time = False


class HippoRag(ForgettingInWorker):
    """HippoRAG 2 in its own interpreter: facts over passages, by PageRank (Gutiérrez et al. 2025).

    Passages are sessions.
    """

    name = "hipporag"
    calls_models = True
    getting = "pip install --no-deps hipporag, in an interpreter of its own: option python"
    native_time = False


class LightMem(ForgettingInWorker):
    """LightMem in its own interpreter, from its source (Fang et al. 2025); segments by LLMLingua-2.

    ``light_mem`` is the reimplementation that needs neither.
    """

    name = "lightmem"
    calls_models = True
    getting = "its repository and LLMLingua-2, in an interpreter of its own: option python"


class MemOs(ForgettingInWorker):
    """MemOS in its own interpreter: its ``general_text`` memory, in a local Qdrant (2.0.33)."""

    name = "memos"
    calls_models = True
    getting = "pip install MemoryOS qdrant-client, in an interpreter of its own: option python"


class MemoryOsOptions(WorkerOptions):
    """Capacities in pairs, topics and pieces of knowledge; ``heat`` at which one is analysed."""

    short_term: int = Field(default=7, ge=1)
    mid_term: int = Field(default=2000, ge=1)
    long_term: int = Field(default=100, ge=1)
    heat: float = Field(default=5.0, gt=0)


class MemoryOs(InWorker):
    """MemoryOS of BAI-LAB in its own interpreter: three terms with heat (Kang et al. 2025).

    A search brings all that its own prompt would show. ``paged`` is the reimplementation.
    """

    name = "memoryos"
    calls_models = True
    getting = "pip install --no-deps memoryos-pro, in an interpreter of its own: option python"
    ignores_k = True
    Options: ClassVar[type[MemoryOsOptions]] = MemoryOsOptions
    options: MemoryOsOptions

    @property
    def own_options(self) -> Mapping[str, object]:
        """The library's names for them."""
        return {
            "short_term_capacity": self.options.short_term,
            "mid_term_capacity": self.options.mid_term,
            "long_term_knowledge_capacity": self.options.long_term,
            "mid_term_heat_threshold": self.options.heat,
        }
