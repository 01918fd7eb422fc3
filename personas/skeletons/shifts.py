"""Profile shifts, by rule: one domain demoted, one new, perhaps a new transient one.

PerMem-Bench, section 4 and Appendix A.4: domains are drawn with weights high 3, mid 2, low 1 from
a stream of the persona's own; one sentence justifies all changes. A demoted domain is transient
from then on and keeps its frequency, which is about as often as its projects were worked on, so
that its rhythm does not give the shift away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from numpy.random import Generator

from personas import domains
from personas.people import pack_of
from personas.persona import DomainUse, Persona
from personas.skeletons.deck import chance, choose
from personas.skeletons.options import ShiftOptions
from sim.cast.cast import Cast
from sim.clock import DAY, Calendar, Minutes
from sim.errors import BadData
from sim.plans import Frequency
from sim.roles.transition_narrator import TRANSITION_NARRATOR, TransitionInput
from sim.seeds import Part, stream

TURNS = (
    "After a move to another part of town",
    "When working hours changed for good",
    "When a close relative moved in next door",
    "After a long-planned change at work",
    "When the household was rearranged",
    "After a birthday that made for second thoughts",
    "When an old obligation came to an end",
    "After a quiet season with time to think",
)


@dataclass(frozen=True, slots=True)
class Turn:
    """One shift as it was drawn: who goes, who comes, and the sentence that explains it.

    It begins at ``at`` and is through at ``settled``: the same minute unless it is gradual.
    """

    at: Minutes
    settled: Minutes
    demoted: DomainUse
    joined: DomainUse
    transient: DomainUse | None
    narrative: str

    @property
    def uses(self) -> tuple[DomainUse, ...]:
        """The uses that begin with this shift."""
        now_and_then = self.demoted.model_copy(update={"long_horizon": False})
        others = () if self.transient is None else (self.transient,)
        return (now_and_then, self.joined, *others)


def draw_turns(
    persona: Persona,
    calendar: Calendar,
    horizon: Minutes,
    options: ShiftOptions,
    seed_path: tuple[Part, ...],
    cast: Cast | None = None,
) -> tuple[Turn, ...]:
    """The shifts of a life in order of time.

    Raises:
        BadData: a shift falls outside the life, or no domain is left that could join or leave.

    """
    current = {use.domain: use for use in persona.profile.at_first}
    met = set(current)
    turns: list[Turn] = []
    for number, at in enumerate(_dates(calendar, horizon, options)):
        rng = stream(*seed_path, "shift", persona.id, number)
        settled = _settled(calendar, at, horizon, options)
        turn = _draw(persona, current, met, (at, settled), options, rng, cast or Cast())
        current |= {use.domain: use for use in turn.uses}
        met |= current.keys()
        turns.append(turn)
    return tuple(turns)


def _dates(calendar: Calendar, horizon: Minutes, options: ShiftOptions) -> tuple[Minutes, ...]:
    if not options.months:
        return (int(horizon * options.share) // DAY * DAY,)
    dates = tuple(calendar.month(month) for month in options.months)
    if list(dates) != sorted(set(dates)) or dates[-1] >= horizon:
        raise BadData("shift.months", "months must ascend and fall before the end of the life")
    return dates


def _settled(calendar: Calendar, at: Minutes, horizon: Minutes, options: ShiftOptions) -> Minutes:
    """When a shift is through: after so many months, or with the life."""
    months = next(month for month in count() if calendar.month(month) >= at)
    end = calendar.month(months + options.gradual_months)
    return min(horizon, end) if options.gradual_months else at


def _draw(
    persona: Persona,
    current: Mapping[str, DomainUse],
    met: set[str],
    dates: tuple[Minutes, Minutes],
    options: ShiftOptions,
    rng: Generator,
    cast: Cast,
) -> Turn:
    where = f"persona {persona.id!r}"
    weights = options.weights
    demoted = _weighted(rng, _of(current.values(), True), weights, f"{where}, demotion")
    joined = _weighted(rng, _candidates(persona, met, True), weights, f"{where}, new domain")
    others = _candidates(persona, met | {joined.domain}, False)
    wanted = chance(rng, options.new_transient) and bool(others)
    transient = _weighted(rng, others, weights, where) if wanted else None
    asked = _asked(persona, demoted, joined, transient, rng)
    narrative = cast.play(TRANSITION_NARRATOR, asked, rng).text
    return Turn(*dates, demoted, joined, transient, narrative)


def _of(uses: Iterable[DomainUse], long_horizon: bool) -> list[DomainUse]:
    return [use for use in uses if use.long_horizon == long_horizon]


def _candidates(persona: Persona, met: set[str], long_horizon: bool) -> list[DomainUse]:
    """What the profile marks as ``later``; else any domain of the library it does not mention."""
    later = [use for use in persona.profile.later if use.domain not in met]
    if marked := _of(later, long_horizon):
        return marked
    mentioned = met | set(persona.profile.domains())
    return [_unforeseen(name, long_horizon) for name in domains.names() if name not in mentioned]


def _unforeseen(domain: str, long_horizon: bool) -> DomainUse:
    return DomainUse(
        domain=domain, long_horizon=long_horizon, frequency="mid", reason="nobody saw it coming"
    )


def _weighted(
    rng: Generator, uses: Sequence[DomainUse], weights: Mapping[Frequency, float], where: str
) -> DomainUse:
    if not uses:
        raise BadData(where, "no domain is left for a shift: mark some in the profile as later")
    shares = [weights[use.frequency] for use in uses]
    at = rng.choice(len(uses), p=[share / sum(shares) for share in shares])
    return uses[int(at)]


def _asked(
    persona: Persona,
    demoted: DomainUse,
    joined: DomainUse,
    transient: DomainUse | None,
    rng: Generator,
) -> TransitionInput:
    """What the narrator is asked, with one sentence that justifies every change."""
    leaves, joins = pack_of(demoted), pack_of(joined)
    ends = leaves.ends or f"{leaves.name} was no longer anything to keep track of"
    begins = joins.begins or f"{joins.name} became a long-running matter"
    turn = choose(rng, TURNS)
    if transient is None:
        draft = f"{turn}, {ends}, and {begins}."
        return TransitionInput(persona.described, ends, begins, "", draft)
    asked = f"a question about {pack_of(transient).name} came up now and then"
    draft = f"{turn}, {ends}, {begins}, and {asked}."
    return TransitionInput(persona.described, ends, begins, asked, draft)
