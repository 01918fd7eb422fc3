"""How people put things: what holds no fact stands between leads and tails, each time otherwise."""

from sim.wording.frames import begun, closing, everything, framed, greeting, parting, unframed
from sim.wording.manner import Manner, manner
from sim.wording.parts import Kind

__all__ = [
    "Kind",
    "Manner",
    "begun",
    "closing",
    "everything",
    "framed",
    "greeting",
    "manner",
    "parting",
    "unframed",
]
