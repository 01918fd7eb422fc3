"""What stands in a recipe; ``Recipe.model_json_schema()`` lets an editor complete the keys."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from experiments.recipe.episodes import UNUSED, EpisodePlan
from experiments.recipe.names import Named
from sim.cast.limits import Limits

Count = Annotated[int, Field(ge=1)]
DEFAULT_START = date(2031, 1, 6)  # a Monday, far from any real data


class Part(BaseModel):
    """The base of all: no unknown keys, nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def _several(given: Any) -> Any:
    """One thing may be written without the list around it."""
    return given if isinstance(given, list | tuple) else (given,)


def _studies(given: Any) -> Any:
    """Studies may be a mapping from name to options."""
    if isinstance(given, Mapping):
        return tuple({name: options} for name, options in given.items())
    return _several(given)


def _policy(given: Any) -> Any:
    """YAML reads a bare ``on`` or ``off`` as true or false."""
    return {True: "on", False: "off"}.get(given, given) if isinstance(given, bool) else given


Several = BeforeValidator(_several)


class Sample(Part):
    """As many personas, drawn and put together from the library's material."""

    sample: Count


class Nemotron(Part):
    """The first ``sample`` people of a file of Nemotron-Personas (JSONL, Parquet), or all."""

    nemotron: str
    sample: Count | None = None


class ShiftPlan(Part):
    """After which months of each life the use of the assistant changes, and how slowly.

    ``month`` is for one shift, ``months`` for several. Over ``gradual_months`` what leaves fades
    and what comes grows; 0 is a shift from one day to the next, as in PerMem-Bench.
    """

    month: Count | None = None
    months: tuple[Count, ...] = ()
    gradual_months: Annotated[int, Field(ge=0, le=24)] = 0

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.month is None) == (not self.months):
            raise ValueError("name one 'month', or several 'months' in ascending order")
        return self

    @property
    def dates(self) -> tuple[int, ...]:
        """All months with a shift."""
        return self.months if self.month is None else (self.month,)


class LivesPlan(Part):
    """Who lives, how long, in which world.

    ``personas`` is "library", a list of names or paths, ``{sample: n}``, or ``{nemotron: file}``;
    if ``count`` exceeds them they take turns. ``world`` None leaves out dependent facts.
    ``storyline`` and ``skeleton`` are options of ``worlds.StorylineOptions`` and
    ``personas.SkeletonOptions``: how much happens. ``skeleton`` None leaves out the person's
    domains, so that only the storyline and the strands are lived.
    ``strands`` are conversations woven in for a study, by name, each with its options.
    With ``episodes`` nobody's life is composed: ``count`` stand-alone episodes take its place.
    ``verify`` has models hold a session again when it fails its audit; None: in episodes only.
    """

    count: Count | None = None
    personas: (
        Literal["library"] | Sample | Nemotron | Annotated[tuple[str, ...], Field(min_length=1)]
    ) = "library"
    world: str | None = None
    months: Count = 6
    start: date = DEFAULT_START
    checkpoint_every: Count = 1
    shift: ShiftPlan | None = None
    engine: Literal["inline", "langgraph"] = "inline"
    storyline: dict[str, Any] = Field(default_factory=dict)
    skeleton: dict[str, Any] | None = Field(default_factory=dict)
    strands: dict[str, dict[str, Any]] = Field(default_factory=dict)
    episodes: EpisodePlan | None = None
    verify: bool | None = None

    @model_validator(mode="after")
    def _episodes_alone(self) -> LivesPlan:
        if self.episodes is None:
            return self
        fields = type(self).model_fields
        said = [name for name in UNUSED if getattr(self, name) != fields[name].get_default(
            call_default_factory=True)]  # fmt: skip
        if said:
            raise ValueError(f"episodes are no lives of persons: leave out {said[0]!r}")
        if self.count is None:
            raise ValueError("say how many episodes there are: set lives.count")
        return self

    @property
    def verified(self) -> bool:
        """Whether sessions that models make are audited on the spot."""
        return self.episodes is not None if self.verify is None else self.verify

    @model_validator(mode="after")
    def _shift_of_something(self) -> Self:
        if self.skeleton is None and self.shift is not None:
            raise ValueError("without a skeleton there is nothing to shift: leave out 'shift'")
        return self

    @model_validator(mode="after")
    def _shift_within(self) -> LivesPlan:
        if self.shift is not None and self.shift.dates[-1] >= self.months:
            raise ValueError(
                f"the shift after month {self.shift.dates[-1]} leaves nothing of a life of "
                f"{self.months} months to look at: let it be below months"
            )
        return self


class TrialGrid(Part):
    """Trials, every combination of what is listed; a grid of one is a single trial.

    Each key may be written in the singular with one value. A budget of None is no bound.
    ``eviction`` holds for the whole grid: what goes first from a store beyond its budget.
    """

    backends: Annotated[tuple[Named, ...], Several, Field(min_length=1)]
    gates: Annotated[tuple[Named, ...], Several, Field(min_length=1)] = (Named(name="universal"),)
    budgets: Annotated[tuple[Count | None, ...], Several, Field(min_length=1)] = (None,)
    readers: Annotated[tuple[str, ...], Several, Field(min_length=1)] = ("ideal",)
    k: Annotated[tuple[Count, ...], Several, Field(min_length=1)] = (10,)
    eviction: Literal["oldest_first", "least_recently_retrieved", "retroactive"] = "oldest_first"

    @model_validator(mode="before")
    @classmethod
    def _plural(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        for one in ("backend", "gate", "budget", "reader"):
            if one in given and f"{one}s" in given:
                raise ValueError(f"say either {one!r} or '{one}s', not both")
        return {SINGULAR.get(key, key): value for key, value in given.items()}

    def cells(self) -> list[tuple[Named, Named, int | None, str, int]]:
        """(backend, gate, budget, reader, k) of every trial, in the order of the lists."""
        return list(product(self.backends, self.gates, self.budgets, self.readers, self.k))


SINGULAR = {"backend": "backends", "gate": "gates", "budget": "budgets", "reader": "readers"}


Player = str | dict[str, dict[str, Any]]
"""A model by name, or its name leading to parameters."""


Cast = dict[str, Player | tuple[Player, ...]]


def _all_scripted() -> Cast:
    return {"default": "scripted"}


class Recipe(Part):
    """A whole experiment. Either ``lives`` are simulated or a ``corpus`` is observed.

    ``policy`` "on" gives each trial its lives to itself, the assistant recalling from its memory.
    ``cast`` says who plays which role, ``limits`` what that may cost, ``prices`` names the file
    with what tokens cost. ``dialogues`` is a folder of conversations that were made before from
    the same lives ('lifeworld corpus make'); nobody holds them again. ``vary`` leads from places
    of the recipe to values, ``repeats`` says how often: every combination is a run of a sweep.
    """

    name: str = Field(default="run", min_length=1)
    about: str = ""
    seed: Annotated[int, Field(ge=0)] = 7
    studies: Annotated[tuple[Named, ...], BeforeValidator(_studies), Field(min_length=1)]
    lives: LivesPlan | None = None
    corpus: str | None = None
    dialogues: str | None = None
    policy: Annotated[Literal["off", "on"], BeforeValidator(_policy)] = "off"
    trials: Annotated[tuple[TrialGrid, ...], Several, Field(min_length=1)]
    cast: Cast = Field(default_factory=_all_scripted)
    limits: Limits = Field(default_factory=Limits)
    prices: str | None = None
    vary: dict[str, Annotated[tuple[Any, ...], Several, Field(min_length=1)]] = Field(
        default_factory=dict
    )
    repeats: Count = 1

    @model_validator(mode="after")
    def _one_source(self) -> Recipe:
        if (self.lives is None) == (self.corpus is None):
            raise ValueError(
                "say either 'lives' (simulated) or 'corpus' (a folder), one of the two"
            )
        if self.dialogues is not None and (self.lives is None or self.policy == "on"):
            raise ValueError("'dialogues' need 'lives', whose words they are, and policy off")
        return self
