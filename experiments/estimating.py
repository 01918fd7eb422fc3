"""What a recipe will ask of its models, before anything is asked: a rehearsal with the twins.

Lives are lived by the scripted twins, and every call is counted with the prompt that a model would
be shown. Prompts that are asked twice are asked once, as the cache will have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from numpy.random import Generator

from experiments.judging import judge_records
from experiments.lives import seats
from experiments.people import made
from experiments.recipe.casting import castings, is_scripted
from experiments.recipe.schema import Recipe
from experiments.running.casting import prices_of
from experiments.running.unit import observe
from sim.cast import Cast, Place, Played, Role, Scripted
from sim.text import estimated_tokens

if TYPE_CHECKING:
    from sim.cast.models.company import Casting
    from sim.cast.prices import Prices

REHEARSED = 6  # lives; more of them are taken to be like these on average
WRITTEN_AROUND = 10  # tokens that JSON puts around what a structured role has to say


@dataclass(frozen=True, slots=True)
class Expected:
    """What a role will ask of a model. ``usd`` None: the model has no price."""

    role: str
    model: str
    calls: int
    tokens_read: int
    tokens_written: int
    usd: float | None


@dataclass(slots=True)
class _Account:
    """Calls and tokens by role and model, and the keys of prompts that were asked already."""

    sums: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)

    def enter(self, role: str, model: str, key: str, read: int, written: int) -> None:
        if key in self.asked:
            return
        self.asked.add(key)
        sums = self.sums.setdefault((role, model), [0, 0, 0])
        for place, amount in enumerate((1, read, written)):
            sums[place] += amount


@dataclass(frozen=True, slots=True)
class Understudy:
    """Plays a role by its twin, and counts what its models would have read and written."""

    models: tuple[Casting, ...]
    account: _Account
    name: str = "rehearsal"

    def play(self, role: Role[Any, Any], given: Any, rng: Generator, place: Place) -> Played[Any]:
        """The twin's output."""
        from sim.cast.models.parts import part_of

        done = role.twin(given, rng)
        part = part_of(role.name)
        seen = part.rehearsed(given)
        if part.settled(seen) is None:
            for number, casting in enumerate(self.models):
                self._count(part, seen, done, place, f"{number}/{casting.spec}", casting)
        return Played(done, 0, 0)

    def _count(
        self, part: Any, given: Any, done: Any, place: Place, who: str, casting: Casting
    ) -> None:
        from sim.cast.models.prompting import render

        messages = render(part.role, part.shown(given), casting.parameters.prompt)
        text = "\n".join(message.content for message in messages)
        own = f"{place}/{len(self.account.asked)}" if casting.parameters.sampled else ""
        written = estimated_tokens(done.reading())
        if part.schema(given) is not None:
            written = min(written, part.room - WRITTEN_AROUND) + WRITTEN_AROUND
        key = f"{part.role}/{who}/{own}/{text}"
        self.account.enter(part.role, casting.spec, key, estimated_tokens(text), written)


def estimate(recipe: Recipe) -> list[Expected]:
    """Expected calls, tokens and money by role and model; nothing for a scripted cast.

    Tokens are estimated by four characters each. The recipe must have been checked.
    """
    if is_scripted(recipe.cast):
        return []
    wanted = list(seats(recipe))
    rehearsed = list(islice(wanted, REHEARSED))
    account, making = _Account(), _Account()
    made(recipe, _cast(recipe, making, Place(phase="profile")))
    for seat in rehearsed:
        records = list(observe(recipe, seat, lambda place: _cast(recipe, account, place)))
        judging = _cast(recipe, account, Place(life=seat.life, phase="judge"))
        for _ in judge_records(records, judging):
            pass
    scale, prices = len(wanted) / len(rehearsed), prices_of(recipe, recipe.cast)
    found = (*_expected(making, 1, prices), *_expected(account, scale, prices))
    return sorted(found, key=lambda each: (each.role, each.model))


def _cast(recipe: Recipe, account: _Account, place: Place) -> Cast:
    players = {
        role: Understudy(several, account) if several[0].is_model else Scripted()
        for role, several in castings(recipe.cast).items()
    }
    default = players.pop("default", Scripted())
    return Cast(players, default, place)


def _expected(account: _Account, scale: float, prices: Prices) -> Iterator[Expected]:
    for (role, model), sums in sorted(account.sums.items()):
        calls, read, written = (round(amount * scale) for amount in sums)
        price = prices.of(model)
        yield Expected(
            role, model, calls, read, written, price.of(read, written) if price else None
        )
