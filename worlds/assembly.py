"""From a world file to a world: defaults are derived from noun phrases, slots are filled."""

from __future__ import annotations

from worlds import wording
from worlds.propagation import Rule
from worlds.schema import ConstraintEntry, EdgeEntry, EntityEntry, TripleEntry, WorldFile
from worlds.world import Constraint, Edge, Entity, Triple, World


def assemble(file: WorldFile) -> World:
    """The world that a file describes. Every name in the file must be known."""
    reasons = {**wording.REASONS, **file.patterns}
    return World(
        name=file.name,
        description=file.description,
        entities={name: _entity(name, entry) for name, entry in file.entities.items()},
        edges=tuple(_edge(entry, file, reasons[entry.pattern]) for entry in file.edges),
        triples=tuple(_triple(entry) for entry in file.triples),
        constraints=tuple(_constraint(entry) for entry in file.constraints),
        small_talk={name: tuple(texts) for name, texts in file.small_talk.items()},
    )


def _entity(name: str, entry: EntityEntry) -> Entity:
    literal, phrase = entry.kind == "literal", entry.phrase
    states = wording.LITERAL_STATES if literal else wording.STATES
    questions = wording.LITERAL_QUESTIONS if literal else wording.QUESTIONS
    return Entity(
        id=name,
        phrase=phrase,
        category=entry.category,
        pool=tuple(entry.pool),
        kind=entry.kind,
        deletable="deletable" in entry.marks,
        tracked="tracked" in entry.marks,
        nulls=tuple(entry.nulls),
        states=wording.filled(entry.states, states, phrase=phrase),
        changes=() if literal else wording.filled(entry.changes, wording.CHANGES, phrase=phrase),
        questions=wording.filled(entry.questions, questions, phrase=phrase),
        history=() if literal else wording.filled(entry.history, wording.HISTORY, phrase=phrase),
        deletes=wording.filled(entry.deletes, wording.DELETES, phrase=phrase),
        follow_ups=wording.filled(entry.follow_ups, (), phrase=phrase),
    )


def _edge(entry: EdgeEntry, file: WorldFile, reason: str) -> Edge:
    phrases = {
        "child": file.entities[entry.child].phrase,
        "parent": file.entities[entry.parent].phrase,
    }
    clause = wording.reason_clause(reason)
    return Edge(
        parent=entry.parent,
        child=entry.child,
        pattern=entry.pattern,
        rules=tuple(Rule(entry.parent, w, entry.child, t) for w, t in entry.rules.items()),
        wordings=wording.filled(entry.wordings, wording.DEPENDENCIES, reason=clause, **phrases),
        implied_wordings=wording.filled(
            entry.implied_wordings, wording.IMPLICATIONS, reason=clause, **phrases
        ),
        rule_wordings=wording.filled(entry.rule_wordings, wording.RULES, **phrases),
    )


def _triple(entry: TripleEntry) -> Triple:
    first, second, third = entry.entities
    return Triple((first, second, third), tuple(entry.questions))


def _constraint(entry: ConstraintEntry) -> Constraint:
    return Constraint(entry.entity, entry.value, entry.other, tuple(entry.excluded))


def disassemble(world: World) -> WorldFile:
    """The file of a world, every wording written out."""
    return WorldFile(
        name=world.name,
        description=world.description,
        entities={name: _entity_entry(entity) for name, entity in world.entities.items()},
        edges=[_edge_entry(edge) for edge in world.edges],
        triples=[
            TripleEntry(entities=list(t.entities), questions=list(t.questions))
            for t in world.triples
        ],
        constraints=[
            ConstraintEntry(
                entity=c.entity, value=c.value, other=c.other, excluded=list(c.excluded)
            )
            for c in world.constraints
        ],
        patterns=_own_patterns(world),
        small_talk={name: list(texts) for name, texts in world.small_talk.items()},
    )


def _entity_entry(entity: Entity) -> EntityEntry:
    return EntityEntry(
        phrase=entity.phrase,
        category=entity.category,
        pool=list(entity.pool),
        kind=entity.kind,
        marks=[m for m in ("deletable", "tracked") if getattr(entity, m)],
        nulls=list(entity.nulls),
        states=list(entity.states),
        changes=list(entity.changes),
        questions=list(entity.questions),
        history=list(entity.history),
        deletes=list(entity.deletes),
        follow_ups=list(entity.follow_ups),
    )


def _edge_entry(edge: Edge) -> EdgeEntry:
    return EdgeEntry(
        child=edge.child,
        parent=edge.parent,
        pattern=edge.pattern,
        rules={rule.when: rule.then for rule in edge.rules},
        wordings=list(edge.wordings),
        implied_wordings=list(edge.implied_wordings),
        rule_wordings=list(edge.rule_wordings),
    )


def _own_patterns(world: World) -> dict[str, str]:
    """Pattern names outside the shipped ones; their reasons already stand in the wordings."""
    named = dict.fromkeys(edge.pattern for edge in world.edges)
    return {name: "" for name in named if name not in wording.REASONS}
