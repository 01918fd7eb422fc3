"""Writing a life's skeleton from a persona: the one entry point of this package."""

from __future__ import annotations

from personas.persona import Persona
from personas.skeletons.options import ShiftOptions, SkeletonOptions
from personas.skeletons.shifts import draw_turns
from personas.skeletons.skeleton import Skeleton
from personas.skeletons.writer import Writer
from sim.cast.cast import Cast
from sim.clock import Calendar, Minutes
from sim.seeds import Part

_DEFAULT = SkeletonOptions()


def skeleton(
    persona: Persona,
    *,
    calendar: Calendar,
    horizon: Minutes,
    seed_path: tuple[Part, ...],
    shift: ShiftOptions | None = None,
    options: SkeletonOptions = _DEFAULT,
    cast: Cast | None = None,
) -> Skeleton:
    """What a persona's life has in store (PerMem-Bench, section 3.2; with a shift, section 4).

    Every domain draws from a stream of its own, so one domain more changes no other's plans.

    Args:
        persona: Who lives.
        calendar: When the life begins.
        horizon: Its length in minutes.
        seed_path: The root of every random stream used here.
        shift: When and how the profile shifts; None for a static life.
        options: The scale.
        cast: Who writes projects and narrates shifts; the script, from the packs, by default.

    Raises:
        UnknownName: a domain has no pack.
        BadData: a pack lacks what its use needs, packs of one life share a value, or the profile
            leaves nothing for a shift to draw.
        RoleFailed: a model that writes gave no usable reply.

    """
    playing = cast or Cast()
    turns = draw_turns(persona, calendar, horizon, shift, seed_path, playing) if shift else ()
    writer = Writer(persona, calendar, horizon, seed_path, options, turns, playing)
    writer.refuse_clashes()
    scripts, shifts = tuple(writer.at_first()), tuple(writer.shifts())
    return Skeleton(scripts, shifts, tuple(writer.anchors()))
