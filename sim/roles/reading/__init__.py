"""Scripted readers: read memories with a lexicon, believe what follows, answer a question."""

from sim.roles.reading.belief import UNKNOWN, Belief, believe
from sim.roles.reading.ideal import read_ideally
from sim.roles.reading.literal import read_literally
from sim.roles.reading.pertinent import pertinent
from sim.roles.reading.told import Told, told

__all__ = [
    "UNKNOWN",
    "Belief",
    "Told",
    "believe",
    "pertinent",
    "read_ideally",
    "read_literally",
    "told",
]
