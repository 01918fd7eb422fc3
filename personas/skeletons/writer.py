"""Writing domain after domain of one person's life, its shifts and its anchor events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from personas.domains.clashes import Clash, first_between, first_within
from personas.domains.pack import DomainPack
from personas.people import pack_of
from personas.persona import DomainUse, Persona
from personas.skeletons.anchors import Use, draw_occasions
from personas.skeletons.one_offs import OneOffWriter
from personas.skeletons.options import SkeletonOptions
from personas.skeletons.projects import ProjectWriter
from personas.skeletons.responses import respond
from personas.skeletons.shifts import Turn
from personas.skeletons.stays import Stay, mean_gap, phases, scaled, spaced
from sim.cast.cast import Cast
from sim.clock import DAY, Calendar, Minutes
from sim.errors import BadData
from sim.plans import Anchor, DomainScript, Project, Shift
from sim.roles.skeleton_writer import SKELETON_WRITER, SkeletonInput
from sim.seeds import Part, stream
from sim.wording import manner


class Writer:
    """Writes the scripts of one life; each domain draws from a stream of its own."""

    def __init__(
        self,
        persona: Persona,
        calendar: Calendar,
        horizon: Minutes,
        seed_path: tuple[Part, ...],
        options: SkeletonOptions,
        turns: tuple[Turn, ...],
        cast: Cast,
    ) -> None:
        self._persona, self._horizon, self._turns = persona, horizon, turns
        self._seed_path, self._options = (*seed_path, "skeleton"), options
        self._year = calendar.month(12)
        self._dates = tuple(turn.at for turn in turns)
        self._cast, self._covered = cast, list[str]()
        self._manner = manner(stream(*seed_path, "manner"))
        self._writers: dict[Use, ProjectWriter | OneOffWriter] = {}

    def refuse_clashes(self) -> None:
        """Packs with a value in common would make facts that cannot be told apart.

        The packs of the library are known to be distinct; those from files are compared.
        """
        uses = (*self._persona.profile.at_first, *(use for t in self._turns for use in t.uses))
        packs = {use.domain: (pack_of(use), bool(use.pack)) for use in uses}.values()
        for pack, foreign in packs:
            _refuse(first_within(pack) if foreign else None, f"domain pack {pack.domain!r}")
        for (one, foreign), (other, also_foreign) in combinations(packs, 2):
            clash = first_between(one, other) if foreign or also_foreign else None
            _refuse(clash, f"domain packs {one.domain!r} and {other.domain!r}")

    def at_first(self) -> Iterator[DomainScript]:
        """The scripts of the domains in use from the beginning."""
        return (self._script(use, 0) for use in self._persona.profile.at_first)

    def shifts(self) -> Iterator[Shift]:
        """The shifts, each with the scripts it starts."""
        for turn in self._turns:
            gradual, gone = turn.settled > turn.at, (turn.demoted.domain,)
            starts = tuple(self._script(use, turn.at) for use in turn.uses)
            yield Shift(
                at=turn.at,
                narrative=turn.narrative,
                ends=() if gradual else gone,
                fades=gone if gradual else (),
                starts=starts,
                demoted=(turn.demoted.domain,),
                joined=tuple(use.domain for use in turn.uses[1:]),
            )

    def anchors(self) -> Iterator[Anchor]:
        """Events, with what each domain they touch has to say to them; after all scripts."""
        count, path = self._options.anchors, self._seed_path
        uses = sorted(self._writers, key=lambda use: (use.begins, use.domain))
        for occasion in draw_occasions(self._persona, uses, self._horizon, count, path):
            rng = stream(*path, "anchors", occasion.archetype.id)
            rows = (respond(occasion, self._writers[use], rng) for use in occasion.uses)
            responses = tuple(row for row in rows if row)
            if len(responses) > 1:
                yield Anchor(occasion.at, occasion.archetype.narrative, responses)

    def _script(self, use: DomainUse, begins: Minutes) -> DomainScript:
        leaves = self._demotion(use, begins)
        ends = self._horizon if leaves is None else leaves.settled
        stay = Stay(use, phases(begins, ends, self._dates))
        script = self._long_horizon(stay) if use.long_horizon else self._transient(stay)
        return replace(script, grows=self._growth(begins), fades=_span(leaves))

    def _demotion(self, use: DomainUse, begins: Minutes) -> Turn | None:
        """The shift that demotes a long-horizon domain, if one does."""
        later = (turn for turn in self._turns if turn.at > begins and use.long_horizon)
        return next((turn for turn in later if turn.demoted.domain == use.domain), None)

    def _growth(self, begins: Minutes) -> tuple[Minutes, Minutes] | None:
        """The time in which what a gradual shift starts is still growing."""
        return next((_span(turn) for turn in self._turns if turn.at == begins), None)

    def _long_horizon(self, stay: Stay) -> DomainScript:
        """New projects in each phase, none of them before its phase begins.

        After a shift the first of them waits up to a gap, lest all domains go on in its minute.
        """
        use, pack = stay.use, _with(stay.use, "projects")
        rng = stream(*self._seed_path, use.domain, "projects")
        writer = ProjectWriter(
            self._persona.id, pack, use.frequency, rng, self._options, self._manner
        )
        self._writers[_place(stay)] = writer
        full = self._options.projects[use.frequency]
        written: list[Project] = []
        gaps: list[Minutes] = []
        for begin, end in stay.phases:
            drafts = writer.write(scaled(full, end - begin, self._year))
            projects = tuple(self._written(draft, use, pack) for draft in drafts)
            gaps.append(mean_gap(end - begin, _sessions(projects)))
            delay = 0 if begin == stay.begins else int(rng.integers(gaps[-1]))
            written += (replace(project, not_before=begin + delay) for project in projects)
        return DomainScript(
            name=use.domain,
            long_horizon=True,
            frequency=use.frequency,
            projects=tuple(written),
            mean_gap=min(gaps),
            starts_at=stay.begins,
        )

    def _written(self, draft: Project, use: DomainUse, pack: DomainPack) -> Project:
        """A project as the skeleton writer leaves it; its values are covered from now on."""
        covered = tuple(self._covered)
        given = SkeletonInput(self._persona.described, pack.name, use.reason, draft, covered)
        rng = stream(*self._seed_path, "writer", draft.id)
        project = self._cast.play(SKELETON_WRITER, given, rng).project
        facts = (reveal.fact for event in project.events for reveal in event.reveals)
        self._covered += [value for fact in facts for value in fact.values]
        return project

    def _transient(self, stay: Stay) -> DomainScript:
        use, pack = stay.use, _with(stay.use, "one_offs")
        count = spaced(stay.length, self._options.spacing_days[use.frequency] * DAY)
        rng = stream(*self._seed_path, use.domain, "one_offs")
        writer = OneOffWriter(pack, rng, self._options, self._manner)
        self._writers[_place(stay)] = writer
        return DomainScript(
            name=use.domain,
            long_horizon=False,
            frequency=use.frequency,
            one_offs=writer.write(count),
            mean_gap=mean_gap(stay.length, count),
            starts_at=stay.begins,
        )


def _place(stay: Stay) -> Use:
    return Use(stay.use.domain, stay.begins, stay.begins + stay.length)


def _span(turn: Turn | None) -> tuple[Minutes, Minutes] | None:
    """From when to when a shift goes on; None for one that is through at once."""
    return (turn.at, turn.settled) if turn is not None and turn.settled > turn.at else None


def _refuse(clash: Clash | None, where: str) -> None:
    if clash is not None:
        raise BadData(f"{where}, {clash.where}", str(clash))


def _sessions(projects: tuple[Project, ...]) -> int:
    return sum(len(project.events) for project in projects)


def _with(use: DomainUse, part: str) -> DomainPack:
    """The pack of a use, which must have what the use draws on."""
    pack = pack_of(use)
    if not getattr(pack, part):
        kind = "long-horizon" if use.long_horizon else "transient"
        raise BadData(f"domain pack {use.domain!r}", f"it has no {part}, and {kind} use needs some")
    return pack
