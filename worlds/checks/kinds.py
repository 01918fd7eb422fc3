"""Task kinds that no root can yield."""

from __future__ import annotations

from collections.abc import Iterator

from sim.errors import BadData
from sim.seeds import stream
from worlds.problems import Problem, error, warning
from worlds.storylines.episode import draw_episode
from worlds.storylines.initial import draw_state
from worlds.storylines.options import StorylineOptions
from worlds.storylines.upstream import DEPENDENT, Situation, plan_change
from worlds.world import World

DRAWS = 12


def kinds(world: World) -> Iterator[Problem]:
    """What is missing for one of the six task kinds, or a storyline that cannot be drawn."""
    try:
        missing = [*_bystanders(world), *_dependents(world)]
    except BadData as refused:  # no initial state could be drawn
        yield error("constraints", str(refused))
        return
    yield from missing
    if not any(problem.severity == "error" for problem in missing):
        yield from _drawable(world)


def _bystanders(world: World) -> Iterator[Problem]:
    entities = world.entities.values()
    if not any(e.kind == "literal" for e in entities):
        yield error("entities", "exact recall needs an entity of the kind 'literal'")
    if not any(e.tracked for e in entities):
        yield error("entities", "tracking needs an entity marked 'tracked'")
    if not any(e.deletable and e.id in world.orphans for e in entities):
        yield error("entities", "deletion needs an entity marked 'deletable' without any edge")
    if not world.triples:
        yield error("triples", "aggregation needs a triple of entities")
    yield from _contended(world)


def _contended(world: World) -> Iterator[Problem]:
    """One entity, one task (MEME, section 3.2): a triple may not use up all there is of a mark."""
    marked = {
        "literal": {e.id for e in world.entities.values() if e.kind == "literal"},
        "tracked": {e.id for e in world.entities.values() if e.tracked},
        "deletable": {e.id for e in world.entities.values() if e.deletable} & set(world.orphans),
    }
    for mark, marked_ids in marked.items():
        left = [triple for triple in world.triples if not marked_ids <= set(triple.entities)]
        if marked_ids and world.triples and not left:
            names = " and ".join(repr(each) for each in sorted(marked_ids))
            yield error(
                "triples.0.entities",
                f"an entity serves one kind of question, and {names} is all there is that is "
                f"{mark}: leave it out of the triple, or mark another entity {mark}",
            )


def _dependents(world: World) -> Iterator[Problem]:
    if not world.roots:
        yield error("edges", "cascade and absence need a root: an entity others depend on")
        return
    yields = {root: _yields(world, root) for root in world.roots}
    for kind in DEPENDENT:
        if not any(kind in found for found in yields.values()):
            need = "with a rule" if kind == "cascade" else "without a rule for every value"
            yield error("edges", f"no root yields {kind}: it needs a dependent {need}")
    for root, found in yields.items():
        if not found:
            yield warning(f"entities.{root}", "no change of this root has a consequence to ask for")


def _yields(world: World, root: str) -> set[str]:
    """The kinds that changes of a root yielded in some draws."""
    found: set[str] = set()
    for draw in range(DRAWS):
        rng = stream("worlds", "check", world.name, root, draw)
        state = draw_state(world, rng)
        now = Situation(world, state, state, taken=(), held=(state[root],), hops=2)
        change = plan_change(now, root, rng)
        found |= change.kinds if change else set()
    return found


def _drawable(world: World) -> Iterator[Problem]:
    """One change of every root, and as many changes in one life as are usual."""
    refused = _refused(world, StorylineOptions(changes=1))
    if refused is not None:
        yield error("world", refused)
        return
    usual = StorylineOptions().changes
    if _refused(world, StorylineOptions(changes=usual)) is not None:
        yield warning(
            "edges",
            f"a life bears 1 upstream change in this world where {usual} are usual: another root "
            "with dependents of its own would allow more",
        )


def _refused(world: World, options: StorylineOptions) -> str | None:
    """Why no storyline can be drawn that begins with some root, or None."""
    for first in range(len(world.roots)):
        chosen = options.model_copy(update={"first_root": first})
        try:
            draw_episode(world, ("worlds", "check"), chosen)
        except BadData as refused:
            return str(refused)
    return None
