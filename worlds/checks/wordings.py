"""Sentences that lost a slot, a conditional or a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sim.errors import did_you_mean
from sim.text import contains, words
from worlds.needles import DEPEND, IMPLY
from worlds.problems import Problem, error
from worlds.wording import SLOT
from worlds.world import Edge, Entity, World

OPEN = frozenset({"depend", "depends", "if", "will"})  # words that say what was to be implied
WEAK = frozenset({"would", "might", "may", "could", "should", "probably", "perhaps", "consider"})


def wordings(world: World) -> Iterator[Problem]:
    """Every sentence on its own."""
    for entity in world.entities.values():
        yield from _entity(f"entities.{entity.id}", entity)
    for index, edge in enumerate(world.edges):
        yield from _dependency(f"edges.{index}", edge, world)
        yield from _implication(f"edges.{index}", edge, world)
        yield from _rule(f"edges.{index}", edge, world)
    for index, triple in enumerate(world.triples):
        yield from _slots(f"triples.{index}.questions", triple.questions, ())
    for category, texts in world.small_talk.items():
        yield from _small_talk(f"small_talk.{category}", texts)


def _entity(where: str, entity: Entity) -> Iterator[Problem]:
    yield from _slots(f"{where}.states", entity.states, ("value",))
    yield from _slots(f"{where}.changes", entity.changes, ("value",))
    for kind in ("questions", "history", "deletes", "follow_ups"):
        yield from _slots(f"{where}.{kind}", getattr(entity, kind), ())
    if entity.kind == "literal":
        for index, template in enumerate(entity.states):
            if '"{value}"' not in template:
                yield error(f"{where}.states.{index}", 'a literal stands in quotes: "{value}"')


def _small_talk(where: str, texts: tuple[str, ...]) -> Iterator[Problem]:
    """``{phrase}`` is allowed, once or several times; nothing else is."""
    yield from _slots(where, [text.replace("{phrase}", "_") for text in texts], ())


def _dependency(where: str, edge: Edge, world: World) -> Iterator[Problem]:
    yield from _slots(f"{where}.wordings", edge.wordings, ())
    for index, text in enumerate(edge.wordings):
        place = f"{where}.wordings.{index}"
        yield from _names_both(place, text, edge, world)
        if not any(contains(text, verb) for verb in DEPEND):
            yield error(place, f"does not say 'depends on': {text!r}")


def _implication(where: str, edge: Edge, world: World) -> Iterator[Problem]:
    yield from _slots(f"{where}.implied_wordings", edge.implied_wordings, ())
    for index, text in enumerate(edge.implied_wordings):
        place = f"{where}.implied_wordings.{index}"
        yield from _names_both(place, text, edge, world)
        if not any(contains(text, link) for link in IMPLY):
            yield error(place, f"shows no link ({', '.join(IMPLY)}): {text!r}")
        for word in sorted(OPEN.intersection(words(text))):
            yield error(place, f"says {word!r}, which is more than to imply: {text!r}")


def _rule(where: str, edge: Edge, world: World) -> Iterator[Problem]:
    yield from _slots(f"{where}.rule_wordings", edge.rule_wordings, ("trigger", "value"))
    for index, text in enumerate(edge.rule_wordings):
        place = f"{where}.rule_wordings.{index}"
        yield from _names_both(place, text, edge, world)
        found = words(SLOT.sub(" ", text))
        if found[:1] != ["if"] or "will" not in found:
            yield error(place, f"loses the conditional ('If ..., ... will ...'): {text!r}")
        for weak in sorted(WEAK.intersection(found)):
            yield error(place, f"weakens the rule by {weak!r}; it must be certain ('will')")


def _names_both(where: str, text: str, edge: Edge, world: World) -> Iterator[Problem]:
    for side, name in (("parent", edge.parent), ("child", edge.child)):
        phrase = world.entities[name].phrase
        if not contains(text, phrase):
            yield error(where, f"does not name the {side} ({phrase!r}): write {{{side}}}")


def _slots(where: str, templates: Iterable[str], wanted: tuple[str, ...]) -> Iterator[Problem]:
    for index, template in enumerate(templates):
        place, found = f"{where}.{index}", SLOT.findall(template)
        for slot in wanted:
            if found.count(slot) != 1:
                yield error(place, f"must hold {{{slot}}} once: {template!r}")
        for slot in found:
            if slot not in wanted:
                near = did_you_mean(slot, wanted)
                yield error(place, f"has no use for the slot {{{slot}}}{near}")
        if template.lstrip().startswith("{"):
            yield error(place, f"begins with a value; put a word before it: {template!r}")
