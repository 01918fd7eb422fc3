"""How a world is put into words: default sentences, slots, and the lexicon that reads them back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING

from sim.lexicon import Asking, Form, Lexicon, Pattern
from sim.seeds import token

if TYPE_CHECKING:
    from worlds.world import Edge, Entity, World

SLOT = re.compile(r"\{(\w*)\}")

STATES = (
    "{phrase} is {value}.",
    "At the moment {phrase} is {value}.",
    "Just so you know, {phrase} is {value}.",
    "For your notes, {phrase} is {value}.",
    "In case it ever matters, {phrase} is {value}.",
    "If anybody asks, {phrase} is {value}.",
)
LITERAL_STATES = (
    '{phrase} is "{value}".',
    'Word for word, {phrase} is "{value}".',
    'Please keep this exactly as it stands: {phrase} is "{value}".',
    'To the letter, {phrase} is "{value}".',
)
CHANGES = (
    "{phrase} is now {value}.",
    "Something changed: {phrase} is now {value}.",
    "As of this week {phrase} is now {value}.",
    "You should know that {phrase} has become {value}.",
    "It took a while to decide, but {phrase} has become {value}.",
)
QUESTIONS = (
    "What is {phrase}?",
    "Can you tell me what {phrase} is at present?",
    "Remind me, what is {phrase} these days?",
    "What do you have down as {phrase}?",
)
LITERAL_QUESTIONS = (
    "What is {phrase}, word for word?",
    "Can you give me the exact text of {phrase}?",
    "How does {phrase} go, to the letter?",
)
HISTORY = (
    "What has {phrase} been over time, from the earliest to the latest?",
    "Can you list everything that {phrase} has been so far, in order?",
    "Take me through all that {phrase} has ever been, oldest first, would you?",
)
DELETES = (
    "Please forget {phrase}.",
    "I would like you to forget {phrase}.",
    "Please remove {phrase} from your memory.",
    "Kindly erase {phrase} from whatever you keep of me.",
)

DEPENDENCIES = (
    "{child} depends on {parent}{reason}; if {parent} changes, {child} will change too.",
    "Keep in mind that {child} depends on {parent}{reason}, so a change there changes it as well.",
    "You should know that {child} depends on {parent}{reason}; once that changes, so will this.",
    "As it happens, {child} depends on {parent}{reason}, and it will not outlast a change there.",
    "I should explain that {child} depends on {parent}{reason}: when {parent} changes, the other "
    "has to follow.",
    "None of this is carved in stone, for {child} depends on {parent}{reason}, and will change "
    "along with it.",
    "It helps to know that {child} depends on {parent}{reason}; let {parent} change, and {child} "
    "cannot stay as it is.",
    "There is a string attached, because {child} depends on {parent}{reason}, and a change of "
    "the second moves the first.",
)
IMPLICATIONS = (  # explicitness level 2: the link shows, what a change would do is not said
    "{child} came about because of {parent}.",
    "It was because of {parent} that {child} turned out the way it did.",
    "Back then {child} was picked to suit {parent}{reason}.",
    "{child} is the way it is on account of {parent}.",
    "It is thanks to {parent} that {child} is what it is.",
    "Naturally {child} was settled with an eye to {parent}{reason}.",
    "{child} made sense in view of {parent}{reason}.",
)
RULES = (
    "If {parent} becomes {trigger}, {child} will be {value}.",
    "If {parent} changes to {trigger}, {child} will be {value}.",
    "If one day {parent} becomes {trigger}, then {child} will be {value}.",
    "If {parent} is {trigger} one day, {child} will be {value} from then on.",
    "If it comes to {parent} being {trigger}, {child} will be {value}.",
    "If {parent} gives way to {trigger}, {child} will be {value}, that much is settled.",
    "If things go that way and {parent} becomes {trigger}, {child} will be {value}.",
)
# The names of the patterns are those of MEME, appendix B.1 (11 personal, 6 of software projects).
REASONS = {
    "general": "",
    "proximity": "since I pick what is close by",
    "company_policy": "because the people I work for decide it",
    "life_event": "because something like that turns everything around",
    "medical_causation": "for medical reasons",
    "priority_shift": "because it settles what comes first",
    "infrastructure": "because of what is available there",
    "distance": "because of the way I have to travel",
    "activity_facility": "because one needs the right place for it",
    "schedule_conflict": "because the two have to fit into one week",
    "preference": "as a matter of taste",
    "curriculum": "because the course prescribes it",
    "tech_compatibility": "because the two have to be compatible",
    "derived_config": "because it is derived from that",
    "data_layer": "because the data have to fit",
    "infra_coupling": "because both run on the same infrastructure",
    "team_assignment": "because that is how we are staffed",
    "auth_coupling": "because access is granted through it",
}


def fill(template: str, **slots: str) -> str:
    """The template with the given slots filled; others stay. It begins with a capital letter.

    >>> fill("{phrase} is {value}.", phrase="my commute")
    'My commute is {value}.'
    """
    text = SLOT.sub(lambda slot: slots.get(slot[1], slot[0]), template)
    return text[:1].upper() + text[1:]


def filled(given: Iterable[str], default: Iterable[str], **slots: str) -> tuple[str, ...]:
    """The author's wordings, or else the default ones, with slots filled."""
    return tuple(fill(template, **slots) for template in tuple(given) or tuple(default))


def reason_clause(reason: str) -> str:
    """A reason as the tail of a clause.

    >>> reason_clause("for medical reasons"), reason_clause("")
    (', for medical reasons', '')
    """
    return f", {reason}" if reason else ""


def question_of(wordings: tuple[str, ...], *about: str) -> str:
    """One of several wordings of a question, always the same for the same subject."""
    return wordings[int(token("asking", *about), 16) % len(wordings)]


def lexicon_of(world: World) -> Lexicon:
    """Every sentence and question of a world, for reading back what was said."""
    return Lexicon(tuple(_unique(patterns_of(world))), tuple(askings_of(world)))


def patterns_of(world: World) -> Iterator[Pattern]:
    """The sentences. The plain forms can always be read, also when the author has others."""
    for entity in world.entities.values():
        plain = LITERAL_STATES[:1] if entity.kind == "literal" else STATES[:1]
        stated = (*entity.states, *filled((), plain, phrase=entity.phrase))
        yield from (Pattern("state", entity.id, template) for template in stated)
        if entity.kind == "value":
            reported = (*entity.changes, *filled((), CHANGES[:1], phrase=entity.phrase))
            yield from (Pattern("change", entity.id, template) for template in reported)
        yield from (Pattern("forget", entity.id, template) for template in entity.deletes)
    for edge in world.edges:
        linked = (*edge.wordings, *edge.implied_wordings)
        yield from (Pattern("depend", edge.child, t, edge.parent) for t in linked)
        yield from (Pattern("rule", edge.child, t, edge.parent) for t in edge.rule_wordings)


def askings_of(world: World) -> Iterator[Asking]:
    """The questions."""
    for entity in world.entities.values():
        form: Form = "literal" if entity.kind == "literal" else "current"
        yield from (Asking(text, form, (entity.id,)) for text in entity.questions)
        yield from (Asking(text, "history", (entity.id,)) for text in entity.history)
    for triple in world.triples:
        yield from (Asking(text, "joint", triple.entities) for text in triple.questions)


def _unique(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    return iter(dict.fromkeys(patterns))


def all_statements(entity: Entity) -> Iterator[tuple[str, str]]:
    """Every sentence that states or reports a value of the entity, with that value."""
    for template, value in product((*entity.states, *entity.changes), entity.pool):
        yield fill(template, value=value), value


def all_rules(edge: Edge) -> Iterator[tuple[str, str, str]]:
    """Every sentence that states a rule of the edge, with its trigger and its outcome."""
    for template, rule in product(edge.rule_wordings, edge.rules):
        yield fill(template, trigger=rule.when, value=rule.then), rule.when, rule.then
