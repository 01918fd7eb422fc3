"""How entities hang together, as far as memories say so: who depends on whom, and which rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sim.lexicon import Statement
from sim.text import normal

UNKNOWN = None  # an entity that had a value once and whose value cannot be told now
State = dict[str, str | None]


@dataclass(frozen=True)
class Rules:
    """What was said about dependencies.

    ``parents`` maps a child to those it depends on, ``fires`` maps (parent, normal form of the
    parent's new value, child) to the child's new values.
    """

    parents: Mapping[str, tuple[str, ...]]
    fires: Mapping[tuple[str, str, str], tuple[str, ...]]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The children, each behind those of its parents that are children themselves."""
        placed: dict[str, None] = {}
        for child in sorted(self.parents):
            self._place(child, placed, ())
        return tuple(placed)

    def _place(self, child: str, placed: dict[str, None], above: tuple[str, ...]) -> None:
        if child in placed or child in above or child not in self.parents:
            return
        for parent in self.parents[child]:
            self._place(parent, placed, (*above, child))
        placed[child] = None

    def propagate(self, state: State, entity: str) -> State:
        """The state after an entity has changed, with all that follows.

        A child of changed parents takes the one value that their rules agree on; without a rule,
        or with rules that disagree, it is unknown. It counts as changed itself if that differs
        from before. A child whose parents did not change keeps its value.
        """
        after, changed = dict(state), {entity}
        for child in self.order:
            moved = [p for p in self.parents[child] if p in changed]
            if child == entity or not moved:
                continue
            after[child] = self._outcome(after, moved, child)
            if child not in state or not same(after[child], state[child]):
                changed.add(child)
        return after

    def _outcome(self, state: State, moved: Iterable[str], child: str) -> str | None:
        fired: dict[str, str] = {}
        for parent in moved:
            value = state[parent]
            targets = self.fires.get((parent, normal(value), child), ()) if value else ()
            for target in targets:
                fired.setdefault(normal(target), target)
        return next(iter(fired.values())) if len(fired) == 1 else UNKNOWN


def rules(statements: Iterable[Statement]) -> Rules:
    """Collect the dependencies and rules among some statements."""
    parents: dict[str, dict[str, None]] = {}
    fires: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for said in statements:
        if said.act in ("depend", "rule"):
            parents.setdefault(said.entity, {})[said.parent] = None
        if said.act == "rule":
            key = (said.parent, normal(said.trigger), said.entity)
            fires[key] = (*fires.get(key, ()), said.value)
    return Rules({child: tuple(found) for child, found in parents.items()}, fires)


def same(one: str | None, other: str | None) -> bool:
    """Whether two values are equal; unknown equals only unknown.

    >>> same("Brask", "brask"), same(None, None), same(None, "Brask")
    (True, True, False)
    """
    if one is None or other is None:
        return one is other
    return normal(one) == normal(other)
