"""Memory systems in a process of their own, under an interpreter that the user names."""

from memory_backends.adapters.worker.libraries import (
    Cognee,
    HippoRag,
    LightMem,
    MemoryOs,
    MemOs,
    OwnWorker,
)

__all__ = ["Cognee", "HippoRag", "LightMem", "MemOs", "MemoryOs", "OwnWorker"]
