"""Every sentence with every value, read back through the lexicon: it must say what was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from sim.lexicon import Asking, Statement
from sim.text import carries, normal
from worlds import needles, small_talk
from worlds.problems import Problem, error
from worlds.wording import all_rules, askings_of, fill
from worlds.world import Edge, Entity, World


def statements(world: World) -> Iterator[Problem]:
    """Sentences about entities and edges."""
    for entity in world.entities.values():
        where = f"entities.{entity.id}"
        yield from _spoken(world, entity, "state", f"{where}.states")
        yield from _spoken(world, entity, "change", f"{where}.changes")
        for index, text in enumerate(entity.deletes):
            yield from _read(
                world, f"{where}.deletes.{index}", text, Statement("forget", entity.id)
            )
    for index, edge in enumerate(world.edges):
        yield from _edge(world, edge, f"edges.{index}")
    for text in _chatter(world):
        if world.lexicon().read(text):
            yield error("small talk", f"{text!r} is read as a fact of this world")


def _spoken(world: World, entity: Entity, act: str, where: str) -> Iterator[Problem]:
    templates = entity.states if act == "state" else entity.changes
    for (index, template), value in product(enumerate(templates), entity.pool):
        said = Statement("state" if act == "state" else "change", entity.id, value)
        yield from _read(world, f"{where}.{index}", fill(template, value=value), said)


def _edge(world: World, edge: Edge, where: str) -> Iterator[Problem]:
    said = Statement("depend", edge.child, parent=edge.parent)
    for name in ("wordings", "implied_wordings"):
        for index, text in enumerate(getattr(edge, name)):
            yield from _read(world, f"{where}.{name}.{index}", text, said)
    for text, trigger, value in all_rules(edge):
        said = Statement("rule", edge.child, value, edge.parent, trigger)
        yield from _read(world, f"{where}.rule_wordings", text, said)


def _read(world: World, where: str, text: str, said: Statement) -> Iterator[Problem]:
    found = world.lexicon().read(text)
    if found != (said,):
        heard = ", ".join(_in_words(statement) for statement in found) or "nothing"
        yield error(where, f"{text!r} is read as {heard} instead of {_in_words(said)}")


def _in_words(said: Statement) -> str:
    told = [said.act, said.entity, said.parent, said.trigger, said.value]
    return " / ".join(repr(part) for part in told if part)


def _chatter(world: World) -> Iterator[str]:
    for entity in world.entities.values():
        yield from (fill(text, phrase=entity.phrase) for text in small_talk.everything())
        about = (*entity.follow_ups, *world.small_talk.get(entity.category, ()))
        yield from (fill(text, phrase=entity.phrase) for text in about)


def questions(world: World) -> Iterator[Problem]:
    """Questions that belong to two entities, or to two forms."""
    owners: dict[str, Asking] = {}
    for asking in askings_of(world):
        first = owners.setdefault(normal(asking.text).rstrip(" .!?"), asking)
        if (first.form, first.entities) != (asking.form, asking.entities):
            where = f"entities.{asking.entities[0]}.questions"
            yield error(where, f"{asking.text!r} is also a question about {first.entities[0]!r}")


def recognition(world: World) -> Iterator[Problem]:
    """Facts that would be recognised in a sentence that tells another fact."""
    yield from _changes(world)
    for (first, edge), (_, other) in permutations(enumerate(world.edges), 2):
        child, parent = (world.entities[name].phrase for name in (edge.child, edge.parent))
        both = [text for text in (*other.wordings, *other.implied_wordings)
                if carries(text, (child, parent))]  # fmt: skip
        told = (needles.of_dependency(t, child, parent) for t in _linking(edge))
        if both and any(_in_any(sought, both) for sought in told):
            about = f"{other.parent!r} -> {other.child!r}"
            yield error(f"edges.{first}", f"would be recognised in a sentence on {about}")
    yield from _requests(world)


def _changes(world: World) -> Iterator[Problem]:
    for entity in world.entities.values():
        waiting = [t for e in world.edges if e.parent == entity.id for t in e.rule_wordings]
        taken = {normal(needles.anchor(template, "trigger")) for template in waiting}
        for index, template in enumerate(entity.changes):
            if normal(needles.anchor(template, "value")) in taken:
                where = f"entities.{entity.id}.changes.{index}"
                yield error(where, f"{template!r} cannot be told from a rule that names the value")


def _requests(world: World) -> Iterator[Problem]:
    deletable = [entity for entity in world.entities.values() if entity.deletable]
    for one, other in permutations(deletable, 2):
        for text in one.deletes:
            if _in_any(needles.of_request(text), other.deletes):
                where = f"entities.{one.id}.deletes"
                yield error(where, f"{text!r} would be recognised in a request about {other.id!r}")


def _linking(edge: Edge) -> tuple[str, ...]:
    return (*edge.wordings, *edge.implied_wordings)


def _in_any(sought: tuple[str, ...], texts: Iterable[str]) -> bool:
    return any(carries(text, sought) for text in texts)
