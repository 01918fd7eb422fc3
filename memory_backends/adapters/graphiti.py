"""Graphiti: a temporal knowledge graph that a model builds, in an embedded graph store."""

from __future__ import annotations

import os
import re
import threading
import warnings
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, ClassVar

from pydantic import Field

from memory_backends.adapters.awaiting import Loop
from memory_backends.adapters.http.ledger import Held
from memory_backends.adapters.library import InLibrary, LibraryOptions
from sim.cast.letting import OpenDoor
from sim.views import Session, Turn

GROUP = "life"  # the store is one user's alone, so the group need not say whose
LARGEST = 2**32  # bytes of address space a store reserves; by default 8 TB, of which 15 fit
OPENING = threading.Lock()
NO_WORD = re.compile(r"[^\w]+")


class GraphitiOptions(LibraryOptions):
    """``threshold`` is the least cosine of what is found by meaning, the library's own default."""

    extra: ClassVar[str] = "graphiti"
    modules: ClassVar[tuple[str, ...]] = ("graphiti_core", "kuzu", "httpx")
    threshold: float = Field(default=0.6, ge=-1, le=1)


class Graphiti(InLibrary):
    """Graphiti (graphiti-core 0.31), the open core of Zep (Rasmussen et al. 2025), in Kuzu.

    A session is an episode with its simulated time as reference; an entry is a fact, an edge of
    the graph, with the day on which it ceased to hold. Four calls for the first session and about
    seven for each later one. Search fuses words and meaning by rank and asks no model.
    """

    name = "graphiti"
    getting = "pip install 'lifeworld[graphiti]'; a model under cast.library"
    Options: ClassVar[type[GraphitiOptions]] = GraphitiOptions
    options: GraphitiOptions

    def start(self, door: OpenDoor) -> None:
        """Open the library on a graph in memory."""
        self._loop = Loop()
        self._graph = self._loop.wait(self._opened(door))

    def stop(self) -> None:
        """Close the graph."""
        self._loop.wait(self._closed())
        self._loop.close()

    def tell(self, session: Session, turns: Sequence[Turn]) -> None:
        """Add the session as an episode."""
        made = _library()
        said = "\n".join(f"{turn.speaker}: {turn.text}" for turn in turns)
        self._loop.wait(
            self._graph.add_episode(
                name=session.id,
                episode_body=said,
                source=made.EpisodeType.message,
                source_description="a conversation with an assistant",
                reference_time=session.started_at.replace(tzinfo=UTC),
                group_id=GROUP,
            )
        )

    def held(self) -> Sequence[Held]:
        """All facts."""
        return [_told(edge) for edge in self._loop.wait(self._edges())]

    def found(self, query: str, k: int) -> Sequence[Held]:
        """The facts that words and meaning rank highest."""
        recipe = _library().RRF.model_copy(deep=True, update={"limit": k})  # one for all, by itself
        recipe.edge_config.sim_min_score = self.options.threshold
        sought = self._graph.search_(
            plain(query), config=recipe, group_ids=[GROUP], query_vector=self.vectors([query])[0]
        )
        return [_told(edge) for edge in self._loop.wait(sought).edges]

    def forget(self, key: str) -> None:
        """Delete a fact."""
        self._loop.wait(self._forgotten(key))

    async def _opened(self, door: OpenDoor) -> Any:
        made = _library()
        given = made.LLMConfig(
            api_key=door.key,
            model=door.model,
            small_model=door.model,
            base_url=door.url,
            temperature=0,
        )
        graph = made.Graphiti(
            graph_driver=made.driver(),
            llm_client=made.Once(config=given),
            embedder=made.Vectors(self),
            cross_encoder=made.OpenAIRerankerClient(config=given),
        )
        for query in made.get_fulltext_indices(graph.driver.provider):
            await graph.driver.execute_query(query)
        return graph

    async def _closed(self) -> None:
        await self._graph.llm_client.client.close()
        await self._graph.cross_encoder.client.close()
        self._graph.driver.client.close()
        self._graph.driver.db.close()

    async def _edges(self) -> list[Any]:
        made = _library()
        try:
            edges: list[Any] = await made.EntityEdge.get_by_group_ids(self._graph.driver, [GROUP])
        except made.GroupsEdgesNotFoundError:
            return []
        return edges

    async def _forgotten(self, key: str) -> None:
        edge = await _library().EntityEdge.get_by_uuid(self._graph.driver, key)
        await edge.delete(self._graph.driver)


def plain(query: str) -> str:
    """A query whose every mark is a space: to Kuzu's index ``?`` stands for any letter.

    >>> plain("Where did Mirela's son go?")
    'Where did Mirela s son go'
    """
    return " ".join(NO_WORD.sub(" ", query).split())


def _told(edge: Any) -> Held:
    ended: datetime | None = edge.invalid_at
    until = f" (until {ended:%Y-%m-%d})" if ended else ""
    return Held(edge.uuid, edge.fact + until)


class _Library:
    """What is used of the library, and what is changed in it."""

    def __init__(self) -> None:
        os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
        import kuzu
        from graphiti_core import Graphiti as Graph
        from graphiti_core.cross_encoder.openai_reranker_client import OpenAIRerankerClient
        from graphiti_core.driver.kuzu_driver import KuzuDriver
        from graphiti_core.edges import EntityEdge
        from graphiti_core.embedder.client import EmbedderClient
        from graphiti_core.errors import GroupsEdgesNotFoundError
        from graphiti_core.graph_queries import get_fulltext_indices
        from graphiti_core.llm_client.config import LLMConfig
        from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient
        from graphiti_core.nodes import EpisodeType
        from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF

        class Once(OpenAIGenericClient):
            """A model that is asked once: replies are kept, the same question has the same one."""

            async def _generate_response_with_retry(self, *asked: Any, **more: Any) -> Any:
                return await self._generate_response(*asked, **more)

        class Vectors(EmbedderClient):
            """The port of the library's embedders, over one of ours."""

            def __init__(self, memory: InLibrary) -> None:
                self._memory = memory

            async def create(self, input_data: Any) -> list[float]:
                """The vector of a text, or of the first of several."""
                text = input_data if isinstance(input_data, str) else next(iter(input_data))
                return self._memory.vectors([text])[0]

            async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
                """The vectors of texts."""
                return self._memory.vectors(input_data_list)

        self._kuzu, self._KuzuDriver = kuzu, KuzuDriver
        self.EntityEdge, self.EpisodeType, self.Graphiti = EntityEdge, EpisodeType, Graph
        self.GroupsEdgesNotFoundError, self.RRF = GroupsEdgesNotFoundError, EDGE_HYBRID_SEARCH_RRF
        self.LLMConfig, self.Once, self.Vectors = LLMConfig, Once, Vectors
        self.OpenAIRerankerClient = OpenAIRerankerClient
        self.get_fulltext_indices = get_fulltext_indices

    def driver(self) -> Any:
        """A driver of an empty graph in memory, small enough to be one of many.

        Graphiti's own leaves ``_database`` unset, which it then reads (getzep/graphiti#1258).
        """
        with OPENING, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Kuzu is no longer maintained
            driver = self._KuzuDriver(db=":memory:")
            driver.client.close()
            driver.db.close()
            driver.db = self._kuzu.Database(":memory:", max_db_size=LARGEST)
            driver.setup_schema()
            driver.client = self._kuzu.AsyncConnection(driver.db, max_concurrent_queries=1)
        driver._database = ""
        return driver


@cache
def _library() -> _Library:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return _Library()
