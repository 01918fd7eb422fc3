"""The user's words: facts become reveals, reveals become session plans that do not read alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from numpy.random import Generator

from sim.clock import Minutes
from sim.facts import Fact
from sim.plans import HappeningKind, Reveal, SessionPlan
from sim.wording import Kind, Manner, closing, framed, greeting, manner, parting
from worlds import needles, small_talk
from worlds.ids import fact_id, plan_id
from worlds.propagation import Rule
from worlds.storylines.initial import shuffled
from worlds.wording import fill
from worlds.world import Edge, World

SUBJECT = "user"
COMPOSED = 0.8  # the share of greetings and farewells made of parts; the others are in lists
TRIES = 9  # to find words that this person has not used
SLACK = 8  # turns beyond those a plan needs, for nudges


class Voice:
    """Draws wordings like cards: none comes twice before all others of its kind were used."""

    def __init__(
        self,
        world: World,
        rng: Generator,
        follow_ups: tuple[int, int] = (1, 2),
        *,
        implied: bool = False,
        habits: Manner | None = None,
    ) -> None:
        self._world, self._rng, self._follow_ups = world, rng, follow_ups
        self._implied = implied
        self._manner = habits or manner(rng)
        self._decks: dict[str, list[str]] = {}
        self._said: set[str] = set()

    def value(self, entity: str, value: str, until: Minutes | None = None) -> Reveal:
        """The entity's first value. A literal goes in word for word."""
        about = self._world.entities[entity]
        fact = Fact(
            id=fact_id(self._world.name, "value", entity),
            subject=SUBJECT,
            attribute=entity,
            values=(value,),
            kind="value",
            needles=needles.of_value(value),
            holds_until=until,
        )
        said = fill(self._draw(f"states of {entity}", about.states), value=value)
        return self._reveal(fact, said, entity, verbatim=about.kind == "literal")

    def dependency(self, edge: Edge) -> Reveal:
        """That the child depends on the parent."""
        wordings = edge.implied_wordings if self._implied else edge.wordings
        said = self._frame("dependencies", wordings)
        child, parent = (self._world.entities[e].phrase for e in (edge.child, edge.parent))
        fact = Fact(
            id=fact_id(self._world.name, "dependency", edge.parent, edge.child),
            subject=SUBJECT,
            attribute=edge.child,
            values=(edge.parent,),
            kind="dependency",
            needles=needles.of_dependency(said, child, parent),
        )
        return self._reveal(fact, said, edge.child)

    def rule(self, edge: Edge, rule: Rule) -> Reveal:
        """What a value of the parent will lead to; word for word, with the full conditional."""
        template = self._frame("rules", edge.rule_wordings)
        fact = Fact(
            id=fact_id(self._world.name, "rule", rule.parent, rule.child, rule.when),
            subject=SUBJECT,
            attribute=rule.child,
            values=(rule.parent, rule.when, rule.then),
            kind="rule",
            needles=needles.of_rule(rule.when, rule.then),
            depends_on=(fact_id(self._world.name, "dependency", rule.parent, rule.child),),
        )
        said = fill(template, trigger=rule.when, value=rule.then)
        return self._reveal(fact, said, rule.child, verbatim=True)

    def change(
        self,
        path: tuple[str | int, ...],
        entity: str,
        value: str,
        since: Minutes,
        until: Minutes | None = None,
    ) -> Reveal:
        """A new value; word for word, since it is recognised by the words before it."""
        template = self._draw(f"changes of {entity}", self._world.entities[entity].changes)
        fact = Fact(
            id=fact_id(*path),
            subject=SUBJECT,
            attribute=entity,
            values=(value,),
            kind="change",
            needles=needles.of_change(template, value),
            holds_from=since,
            holds_until=until,
        )
        return self._reveal(fact, fill(template, value=value), entity, verbatim=True)

    def request(self, path: tuple[str | int, ...], entity: str, since: Minutes) -> Reveal:
        """The wish that something be forgotten; the value is not said again."""
        said = self._draw(f"deletes of {entity}", self._world.entities[entity].deletes)
        fact = Fact(
            id=fact_id(*path),
            subject=SUBJECT,
            attribute=entity,
            values=(),
            kind="request",
            needles=needles.of_request(said),
            holds_from=since,
        )
        return self._reveal(fact, said, "", verbatim=True)

    def plan(
        self, kind: HappeningKind, path: tuple[str | int, ...], reveals: tuple[Reveal, ...]
    ) -> SessionPlan:
        """A session in which the reveals are told one by one."""
        opening = self._some(greeting) or self._draw("greetings", small_talk.GREETINGS)
        purpose = self._put(self._draw(f"purposes {kind}", small_talk.PURPOSES[kind]), "purpose")
        messages = 2 + sum(1 + len(reveal.follow_ups) for reveal in reveals)
        return SessionPlan(
            id=plan_id(*path),
            opening=f"{opening} {purpose}",
            reveals=self._linked(reveals),
            closing=self._some(closing) or self._parting(),
            topic=kind,
            max_turns=2 * messages + SLACK,
        )

    def _linked(self, reveals: tuple[Reveal, ...]) -> tuple[Reveal, ...]:
        """Every other message, about, begins with a few words that lead over from the last."""
        return tuple(
            self._link(reveal) if index else reveal for index, reveal in enumerate(reveals)
        )

    def _link(self, reveal: Reveal) -> Reveal:
        if self._rng.random() < 0.5:
            return reveal
        link = self._put(self._draw("links", small_talk.LINKS), "link")
        return replace(reveal, utterance=f"{link} {reveal.utterance}")

    def _reveal(self, fact: Fact, said: str, entity: str, *, verbatim: bool = False) -> Reveal:
        """A fact in words, with what is said next on its topic."""
        least, most = self._follow_ups
        count = int(self._rng.integers(least, most + 1))
        return Reveal(fact, said, tuple(self._next(entity, i) for i in range(count)), verbatim)

    def _next(self, entity: str, index: int) -> str:
        """First something on the topic, as particular as there is; then a reply to an answer."""
        if index or not entity:
            return self._put(self._draw("replies", small_talk.REPLIES), "reply")
        about = self._world.entities[entity]
        decks = (
            (f"follow-ups of {entity}", about.follow_ups),
            (f"talk of {about.category}", self._world.small_talk.get(about.category, ())),
            ("follow-ups", small_talk.FOLLOW_UPS),
        )
        unspent = (deck for deck in decks if deck[1] and self._decks.get(deck[0]) != [])
        return self._put(fill(self._draw(*next(unspent, decks[-1])), phrase=about.phrase))

    def _put(self, text: str, kind: Kind | None = None) -> str:
        """A sentence as this person puts it."""
        return framed(text, self._manner, self._rng, kind)

    def _parting(self) -> str:
        return parting(self._draw("closings", small_talk.CLOSINGS), self._rng)

    def _some(self, compose: Callable[[Generator], str]) -> str:
        """Words made for the occasion and never used before, or, in a share of the cases, none."""
        if self._rng.random() >= COMPOSED:
            return ""
        made = next((m for _ in range(TRIES) if (m := compose(self._rng)) not in self._said), "")
        self._said.add(made)
        return made

    def _frame(self, deck: str, wordings: tuple[str, ...]) -> str:
        """Edges share most of their wordings, so all draw from one deck, by place in the list."""
        cards = tuple(str(place) for place in range(len(wordings)))
        return wordings[int(self._draw(f"{deck} of {len(cards)}", cards))]

    def _draw(self, deck: str, cards: tuple[str, ...]) -> str:
        left = self._decks.get(deck) or shuffled(cards, self._rng)
        self._decks[deck] = left[1:]
        return left[0]
