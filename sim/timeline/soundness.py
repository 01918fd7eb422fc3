"""Whether a life can be lived as it is written; found out before the first word is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from sim.conversation import ENGINES
from sim.errors import BadData, UnknownName
from sim.life import Life
from sim.plans import Shift, Storyline
from sim.timeline.domain import planned


def check(life: Life) -> None:
    """Raise BadData or UnknownName, naming the life, at the first contradiction."""
    where = f"life {life.id!r}"
    if life.engine not in ENGINES:
        raise UnknownName("conversation engine", life.engine, ENGINES, where=where)
    _check_checkpoints(life, where)
    _once(f"{where}, plans", "plan", (plan.id for plan in planned(life)))
    _check_domains(life, where)
    _once(f"{where}, strands", "strand", (strand.name for strand in life.strands))
    if life.storyline is not None:
        _check_ends(life.storyline, where)


def _check_checkpoints(life: Life, where: str) -> None:
    if not life.checkpoints:
        raise BadData(f"{where}, checkpoints", "there is none, and the last one ends the life")
    for before, after in pairwise((0, *life.checkpoints)):
        if after <= before:
            raise BadData(f"{where}, checkpoints", f"minute {after} does not come after {before}")


def _check_domains(life: Life, where: str) -> None:
    """Go through the shifts by date: what ends must be running, what begins must not."""
    _once(f"{where}, domains", "domain", (script.name for script in life.domains))
    running = {script.name for script in life.domains}
    for number, change in enumerate(sorted(life.shifts, key=lambda change: change.at), 1):
        running = _after(change, running, f"{where}, shift {number}")


def _after(change: Shift, running: set[str], where: str) -> set[str]:
    gone = (*change.ends, *change.fades)
    for name in gone:
        if name not in running:
            raise UnknownName("running domain", name, running, where=where)
    left = running.difference(gone)
    begun = [script.name for script in change.starts]
    _once(where, "domain", [*sorted(left), *begun])
    return left.union(begun)


def _check_ends(storyline: Storyline, where: str) -> None:
    """A fact must have become true before it can cease to be."""
    true: set[str] = set()
    for happening in sorted(storyline.happenings, key=lambda happening: happening.due):
        true.update(fact.id for fact in happening.facts)
        for fact_id in happening.ends:
            if fact_id not in true:
                place = f"{where}, happening {happening.id!r}"
                raise BadData(place, f"it ends {fact_id!r}, which was not true before")


def _once(where: str, what: str, names: Iterable[str]) -> None:
    name, count = next(iter(Counter(names).most_common(1)), ("", 0))
    if count > 1:
        raise BadData(where, f"{what} {name!r} is there {count} times, and must be there once")
