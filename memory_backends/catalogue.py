"""The backends by name. A class is imported when it is asked for, and not before."""

from __future__ import annotations

from memory_backends.base import MemoryBackend
from memory_backends.registry import Registry, Row

BACKENDS: Registry[MemoryBackend] = Registry(
    "backend",
    group="lifeworld.backends",
    base=MemoryBackend,
    built_in={
        "adaptive_k": "memory_backends.retrieval.adaptive_k:AdaptiveK",
        "bm25": "memory_backends.retrieval.bm25:Bm25",
        "cognee": "memory_backends.adapters.worker.libraries:Cognee",
        "dense": "memory_backends.retrieval.dense:Dense",
        "dynamic": "memory_backends.retrieval.dynamic:Dynamic",
        "everos": "memory_backends.adapters.http.everos:EverOs",
        "fact_graph": "memory_backends.facts.fact_graph:GraphMemory",
        "fact_store": "memory_backends.facts.fact_store:FactStore",
        "full_context": "memory_backends.references.full_context:FullContext",
        "graphiti": "memory_backends.adapters.graphiti:Graphiti",
        "hipporag": "memory_backends.adapters.worker.libraries:HippoRag",
        "hybrid": "memory_backends.retrieval.hybrid:Hybrid",
        "langmem": "memory_backends.adapters.langmem:LangMem",
        "letta": "memory_backends.adapters.http.letta:Letta",
        "light_mem": "memory_backends.facts.light_mem:LightMem",
        "lightmem": "memory_backends.adapters.worker.libraries:LightMem",
        "md_flat": "memory_backends.agents.md_flat:MdFlat",
        "mem0": "memory_backends.adapters.mem0:Mem0",
        "memobase": "memory_backends.adapters.http.memobase:Memobase",
        "memory_r1": "memory_backends.facts.memory_r1:MemoryR1",
        "memoryos": "memory_backends.adapters.worker.libraries:MemoryOs",
        "memos": "memory_backends.adapters.worker.libraries:MemOs",
        "notes": "memory_backends.agents.notes:Notes",
        "paged": "memory_backends.agents.paged:Paged",
        "propagating": "memory_backends.propagating.backend:Propagating",
        "query_rewriting": "memory_backends.retrieval.query_rewriting:QueryRewriting",
        "raptor": "memory_backends.retrieval.raptor:Raptor",
        "recency": "memory_backends.references.recency:Recency",
        "rmm": "memory_backends.facts.rmm:Rmm",
        "self_rag": "memory_backends.retrieval.self_rag:SelfRag",
        "simple_mem": "memory_backends.facts.simple_mem:SimpleMem",
        "store": "memory_backends.adapters.store:Store",
        "synthesis": "memory_backends.retrieval.synthesis:Synthesising",
        "tiered": "memory_backends.agents.tiered:Tiered",
        "wiki": "memory_backends.agents.wiki:Wiki",
        "window": "memory_backends.retrieval.window:Window",
        "worker": "memory_backends.adapters.worker.libraries:OwnWorker",
        "zep": "memory_backends.adapters.http.zep:Zep",
    },
    abilities=lambda kind: kind.capabilities().names(),
)


def create(spec: str, *, user_id: str, **options: object) -> MemoryBackend:
    """A backend for one user, by registered name or ``module:Class``.

    Raises UnknownName for a name nobody registered, Misuse for a wrong option.

    >>> create("recency", user_id="ada").name
    'recency'
    """
    return BACKENDS.create(spec, user_id, **options)


def resolve(spec: str) -> type[MemoryBackend]:
    """The class of a backend, to look at its capabilities before making one."""
    return BACKENDS.resolve(spec)


def names() -> list[str]:
    """The registered backends, sorted."""
    return BACKENDS.names()


def describe() -> list[Row]:
    """The registered backends with capabilities, options and how to get them."""
    return BACKENDS.describe()
