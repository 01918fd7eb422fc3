"""The decisions of a storyline without dates and words (MEME, section 3.2 and appendix B.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.random import Generator

from sim.errors import BadData
from sim.plans import TaskKind
from sim.seeds import Part, stream
from worlds.propagation import Rule, propagate
from worlds.storylines.bystanders import Bystanders, choose_bystanders
from worlds.storylines.initial import draw_state
from worlds.storylines.options import StorylineOptions
from worlds.storylines.upstream import DEPENDENT, Situation, Upstream, plan_change
from worlds.unknown import Value
from worlds.world import Edge, World

REDRAWS = 20  # MEME, appendix B.2


@dataclass(frozen=True, slots=True)
class Episode:
    """Who changes, what is asked: the initial state, upstream changes, and the other tasks."""

    state: Mapping[str, str]
    upstream: tuple[Upstream, ...]
    others: Bystanders

    @property
    def chain(self) -> tuple[str, ...]:
        """The entities told because a dependency question needs them, each once."""
        return tuple(dict.fromkeys(entity for up in self.upstream for entity in up.chain))

    def edges(self, world: World) -> tuple[Edge, ...]:
        """The dependencies told: all those between entities of the chain."""
        told = set(self.chain)
        return tuple(e for e in world.edges if e.parent in told and e.child in told)

    def rules(self) -> tuple[Rule, ...]:
        """The rules told: those that a change of this life will set off in the chain."""
        told = set(self.chain)
        spread = [c for up in self.upstream for e, c in up.spread.items() if e in told]
        fired = [rule for consequence in spread for rule in consequence.fired]
        return tuple(dict.fromkeys(rule for rule in fired if rule.parent in told))


def draw_episode(world: World, seed_path: tuple[Part, ...], options: StorylineOptions) -> Episode:
    """An episode with all six task kinds; one that lacks a kind is redrawn with another root.

    If nobody said how many roots are to change, a world that cannot bear the usual number has as
    many changes as it can. Raises BadData, naming the missing kind, when 20 draws were not enough.
    """
    missing: TaskKind = "cascade"
    for changes in range(options.changes, options.fewest - 1, -1):
        wanted = options.model_copy(update={"changes": changes})
        drawn = _redrawn(world, seed_path, wanted)
        if isinstance(drawn, Episode):
            return drawn
        missing = drawn
    plural = "" if options.fewest == 1 else "s"
    raise BadData(
        f"world {world.name!r}",
        f"{REDRAWS} draws gave no storyline with a task of the kind {missing!r} for "
        f"{options.fewest} upstream change{plural}{_distance(options)}: {_way_out(world, options)}",
    )


def _redrawn(
    world: World, seed_path: tuple[Part, ...], options: StorylineOptions
) -> Episode | TaskKind:
    """The first of 20 draws that has everything; or what the last one lacked."""
    drawn: Episode | TaskKind = "cascade"
    for attempt in range(REDRAWS):
        rng = stream(*seed_path, "world", "episode", attempt)
        drawn = _draw(world, rng, options, attempt)
        if isinstance(drawn, Episode):
            break
    return drawn


def _distance(options: StorylineOptions) -> str:
    return f" at depth {options.depth}" if options.depth else ""


def _way_out(world: World, options: StorylineOptions) -> str:
    if options.depth and options.depth > world.depth:
        return (
            f"the longest chain of this world has {world.depth}, ask for no more than that "
            "(--depth, in a recipe lives.storyline.depth)"
        )
    fewer = "ask for fewer changes (--changes, in a recipe lives.storyline.changes), or "
    return f"{fewer if options.fewest > 1 else ''}see what 'lifeworld world check' says of it"


def _draw(
    world: World, rng: Generator, options: StorylineOptions, attempt: int
) -> Episode | TaskKind:
    state = draw_state(world, rng)
    upstream = _changes(world, state, rng, options, attempt)
    for kind in DEPENDENT:
        if len(upstream) < options.changes or not any(kind in up.kinds for up in upstream):
            return kind
    if options.depth and not any(up.reaches(options.depth) for up in upstream):
        return "cascade"
    others = choose_bystanders(world, state, upstream, options.updates, rng)
    if not isinstance(others, Bystanders):
        return others
    episode = Episode(state, upstream, others)
    return _underivable(world, episode) or episode


def _changes(
    world: World, state: Mapping[str, str], rng: Generator, options: StorylineOptions, attempt: int
) -> tuple[Upstream, ...]:
    """Roots in turn; another attempt begins with another root."""
    if not world.roots:
        return ()
    first = options.first_root if options.first_root is not None else int(rng.integers(1 << 16))
    planned: list[Upstream] = []
    for count in range(options.changes):
        root = world.roots[(first + attempt + count) % len(world.roots)]
        change = plan_change(_situation(world, state, planned, root, options), root, rng)
        if change is None:
            break
        planned.append(change)
    return tuple(planned)


def _situation(
    world: World,
    initial: Mapping[str, str],
    planned: list[Upstream],
    root: str,
    options: StorylineOptions,
) -> Situation:
    state: Mapping[str, Value] = planned[-1].after if planned else initial
    taken = {target.entity for up in planned for target in up.targets}
    held = {initial[root], *(up.value for up in planned if up.root == root)}
    reach = options.depth or 0
    return Situation(world, initial, state, taken, held, options.furthest, reach)


def _underivable(world: World, episode: Episode) -> TaskKind | None:
    """The kind of a task at a change whose consequences do not follow from what will be told.

    What is told must lead to the truth for everything told, at every change: a dependency on an
    entity that is never spoken of may lead elsewhere.
    """
    graph, rules = world.graph.subgraph(episode.chain), episode.rules()
    believed: dict[str, Value] = {entity: episode.state[entity] for entity in episode.chain}
    for up in episode.upstream:
        believed.update(propagate(graph, rules, believed, {up.root: up.value}))
        if any(believed[entity] != up.after[entity] for entity in episode.chain):
            return up.targets[0].kind
    return None
