"""Gold: one simulated person, ready to be lived. The unit of work, distribution and resumption."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.clock import Calendar, Minutes
from sim.lexicon import Lexicon
from sim.plans import Anchor, DomainScript, Shift, Storyline, Strand
from sim.seeds import Part


@dataclass(frozen=True, slots=True)
class PersonaCard:
    """As much of a persona as a conversation needs: who speaks, from where, in what voice."""

    name: str
    background: str = ""
    voice: str = "plain"


@dataclass(frozen=True, slots=True)
class Life:
    """A person, the domains of their life, their world's storyline, and the dates of checkpoints.

    ``id`` names the life in tables and on disk; ``user_id`` is the opaque name that backends see.
    ``seed_path`` roots every random stream, so a life's course depends on nothing else.
    ``checkpoints`` are minutes in ascending order; the last is the end of the life.
    """

    id: str
    user_id: str
    seed_path: tuple[Part, ...]
    calendar: Calendar
    persona: PersonaCard
    checkpoints: tuple[Minutes, ...]
    domains: tuple[DomainScript, ...] = ()
    storyline: Storyline | None = None
    shifts: tuple[Shift, ...] = ()
    lexicon: Lexicon = field(default_factory=Lexicon)
    anchors: tuple[Anchor, ...] = ()
    strands: tuple[Strand, ...] = ()
    engine: str = "inline"  # or "langgraph"; both give the same bytes

    def strand(self, name: str) -> Strand | None:
        """The strand of a name, if this life has one."""
        return next((each for each in self.strands if each.name == name), None)

    @property
    def horizon(self) -> Minutes:
        """The minute at which the life ends."""
        return self.checkpoints[-1]
