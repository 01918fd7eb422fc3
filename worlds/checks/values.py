"""Values that could be mistaken: for one another, for a word of the world, or for a mark."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sim.text import contains, normal
from worlds import small_talk
from worlds.problems import Problem, error, warning
from worlds.unknown import Unknown
from worlds.wording import SLOT
from worlds.world import Edge, Entity, World

FEWEST, MOST = 5, 15  # MEME, section 3.2: pools of 5 to 15 values
TRACKED = 3  # values told in sequence, PROTOCOLS: tracking


def characters(world: World) -> Iterator[Problem]:
    """Values that a sentence cannot hold."""
    for entity in world.entities.values():
        forbidden = '"\n' if entity.kind == "literal" else '.!?"\n{}'
        for index, value in enumerate(entity.pool):
            where = f"entities.{entity.id}.pool.{index}"
            bad = [c for c in forbidden if c in value]
            if bad:
                yield error(where, f"{value!r} holds {bad[0]!r}, which would break its sentence")
            if not value.strip() or value != value.strip():
                yield error(where, f"{value!r} begins or ends with a blank, or is empty")
            if value in tuple(Unknown):
                yield error(where, f"{value!r} is how an unknown value is written")


def collisions(world: World) -> Iterator[Problem]:
    """Values that are part of one another, in one pool or in two. Null values are exempt."""
    for entity in world.entities.values():
        for value in dict.fromkeys(v for v in entity.pool if entity.pool.count(v) > 1):
            yield error(f"entities.{entity.id}.pool", f"{value!r} stands here twice")
    placed = [
        (f"entities.{entity.id}.pool.{entity.pool.index(value)}", normal(value), value)
        for entity in world.entities.values()
        for value in dict.fromkeys(entity.values)
    ]
    for one, other in combinations(placed, 2):
        inner, outer = sorted((one, other), key=lambda item: len(item[1]))
        if inner[1] in outer[1]:
            yield error(inner[0], f"{inner[2]!r} is part of the value {outer[2]!r} of {outer[0]}")


def common_words(world: World) -> Iterator[Problem]:
    """Values that also occur in the world's own sentences or in small talk."""
    texts = list(texts_of(world))
    everything = normal(" | ".join(text for _, text in texts))
    for entity in world.entities.values():
        for value in entity.values:
            if normal(value) in everything:
                place = f"entities.{entity.id}.pool.{entity.pool.index(value)}"
                where = next((w for w, text in texts if contains(text, value)), None)
                if where is not None:
                    yield error(place, f"{value!r} also occurs in the sentences of {where}")


def texts_of(world: World) -> Iterator[tuple[str, str]]:
    """Every sentence that may be said in this world, by its place, its slots blanked out."""
    yield from ((where, SLOT.sub("_", text)) for where, text in _texts(world))


def _texts(world: World) -> Iterator[tuple[str, str]]:
    for entity in world.entities.values():
        yield from ((f"entities.{entity.id}", text) for text in _wordings(entity))
    for index, edge in enumerate(world.edges):
        yield from ((f"edges.{index}", text) for text in _linking(edge))
    for index, triple in enumerate(world.triples):
        yield from ((f"triples.{index}", text) for text in triple.questions)
    for category, texts in world.small_talk.items():
        yield from ((f"small_talk.{category}", text) for text in texts)
    yield from (("small talk", text) for text in small_talk.everything())


def _linking(edge: Edge) -> tuple[str, ...]:
    return (*edge.wordings, *edge.implied_wordings, *edge.rule_wordings)


def _wordings(entity: Entity) -> tuple[str, ...]:
    asked = (*entity.questions, *entity.history)
    said = (*entity.states, *entity.changes, *entity.deletes, *entity.follow_ups)
    return (entity.phrase, *said, *asked)


def sizes(world: World) -> Iterator[Problem]:
    """Pools too small for what their entity is meant for."""
    for entity in world.entities.values():
        where, count = f"entities.{entity.id}.pool", len(entity.values)
        if entity.tracked and count < TRACKED:
            yield error(where, f"tracking tells {TRACKED} values, this pool has {count}")
        elif count < 2:
            yield error(where, f"a value to begin with and another are needed, there is {count}")
        elif not FEWEST <= len(entity.pool) <= MOST:
            yield warning(where, f"has {len(entity.pool)} values; {FEWEST} to {MOST} work best")
