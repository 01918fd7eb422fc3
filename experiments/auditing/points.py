"""Layer 2: what a fact must not lose when it is put into words (MEME, figure 14, points a to d)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from experiments.auditing.findings import Finding, Point, Severity
from experiments.auditing.heard import Conveyed
from memory_backends.retrieval.words import stems
from sim.facts import Fact
from sim.lexicon import sentences
from sim.text import contains
from worlds import World

IF = re.compile(r"\b(?:if|when|once|should|in case|as soon as|whenever|suppose)\b", re.IGNORECASE)
WILL = re.compile(r"\bwill\b|\w['’]ll\b", re.IGNORECASE)
STATED = re.compile(r"\bdepend|\bdetermine|\bhinge|\bdecided by\b|\bturns? on\b", re.IGNORECASE)
IMPLIED = re.compile(
    r"\bbecause|\bsince\b|\bto suit\b|\bdue to\b|\baccount of\b|\bthanks to\b|\ban eye to\b"
    r"|\bin view of\b|\btied to\b|\bso that\b|\bfits?\b",
    re.IGNORECASE,
)
WHOSE = frozenset({"my", "our"})
SILENT, IMPLYING = 3, 2  # levels of explicitness


@dataclass(frozen=True, slots=True)
class Auditor:
    """Looks at facts of a world in words; ``level`` is how explicitly dependencies are told.

    Facts that belong to no world are looked at for their own words alone.
    """

    world: World | None = None
    level: int = 0

    def findings(self, one: Conveyed, session: str) -> Iterator[Finding]:
        """What is wrong with a fact as it was said."""
        fact, text = one.reveal.fact, one.turn.text
        for point, severity, what in self._wrong(fact, text, verbatim=one.verbatim):
            yield Finding(severity, point, what, session, one.turn.id, fact.id)

    def _wrong(
        self, fact: Fact, text: str, *, verbatim: bool
    ) -> Iterator[tuple[Point, Severity, str]]:
        if fact.kind in ("value", "change"):
            yield from self._value(fact, text, verbatim=verbatim)
        elif fact.kind == "rule":
            yield from self._rule(fact, text)
        elif fact.kind == "dependency":
            yield from self._dependency(fact, text)
        elif not verbatim:
            severity: Severity = "MEDIUM" if fact.kind == "request" else "LOW"
            yield "value", severity, f"a {fact.kind} was told in words that cannot be traced"

    def _value(
        self, fact: Fact, text: str, *, verbatim: bool
    ) -> Iterator[tuple[Point, Severity, str]]:
        if not all(contains(text, value) for value in fact.values):
            yield "value", "HIGH", f"a {fact.kind} was told without its value"
        elif not verbatim:
            yield "value", "MEDIUM", f"a {fact.kind} was told in words that cannot be traced"
        if not self._names(fact.attribute, text):
            yield "entity", "MEDIUM", f"a {fact.kind} does not say what it is about"

    def _rule(self, fact: Fact, text: str) -> Iterator[tuple[Point, Severity, str]]:
        parent, trigger, target = fact.values
        whole = [s for s in sentences(text) if contains(s, trigger) and contains(s, target)]
        if not whole:
            yield "conditional", "HIGH", "a rule lost its trigger or its target"
            return
        if not IF.search(whole[0]):
            yield "conditional", "HIGH", "a rule is no condition any more"
        if not WILL.search(whole[0]):
            yield "conditional", "MEDIUM", "a rule does not say 'will'"
        for entity in (parent, fact.attribute):
            if not self._names(entity, text):
                yield "entity", "MEDIUM", "a rule does not say what it is about"
        if self.level > 0:
            yield "dependency", "HIGH", f"a rule was told at explicitness {self.level}"

    def _dependency(self, fact: Fact, text: str) -> Iterator[tuple[Point, Severity, str]]:
        if self.level >= SILENT:
            yield "dependency", "HIGH", f"a dependency was told at explicitness {self.level}"
            return
        for entity in (fact.attribute, fact.values[0]):
            if not self._names(entity, text):
                yield "entity", "HIGH", "a dependency does not say between what"
        if self.level == IMPLYING:
            if STATED.search(text):
                yield "dependency", "MEDIUM", "a dependency is stated where it should only show"
            elif not IMPLIED.search(text):
                yield "dependency", "HIGH", "a dependency does not show"
        elif not STATED.search(text):
            grave = not IMPLIED.search(text)
            yield "dependency", "HIGH" if grave else "MEDIUM", "a dependency is not stated outright"

    def _names(self, entity: str, text: str) -> bool:
        """Whether a text says which entity it is about, in its phrase or the world's wording."""
        if self.world is None or entity not in self.world.entities:
            return True
        own = set(stems(self.world.entities[entity].phrase)) - WHOSE
        if not own.isdisjoint(stems(text)):
            return True
        read = self.world.lexicon().read(text)
        return any(entity in (said.entity, said.parent) for said in read)
