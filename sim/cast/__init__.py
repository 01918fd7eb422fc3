"""The cast: roles a language model could play, who plays them, and what that uses up."""

from sim.cast.cast import Cast, Played, Player, Scripted
from sim.cast.role import Readable, Role
from sim.cast.usage import Place, Usage, UsageBook

__all__ = [
    "Cast",
    "Place",
    "Played",
    "Player",
    "Readable",
    "Role",
    "Scripted",
    "Usage",
    "UsageBook",
]
