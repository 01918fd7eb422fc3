"""Knowledge graphs of dependent facts: authored worlds, propagation, storylines, gold answers."""

from worlds.answers import asking, effective_kind, gold, needed, propagated
from worlds.belief import Belief, believe, believed
from worlds.checks import check
from worlds.drawing import draw, draw_png
from worlds.library import load, names, to_yaml
from worlds.problems import Problem
from worlds.propagation import Rule, propagate
from worlds.sampling import sample
from worlds.schema import json_schema
from worlds.starting import starter
from worlds.storylines import StorylineOptions, episode, storyline
from worlds.unknown import UNKNOWN, Unknown, Value
from worlds.world import Constraint, Edge, Entity, Triple, World

__all__ = [
    "UNKNOWN",
    "Belief",
    "Constraint",
    "Edge",
    "Entity",
    "Problem",
    "Rule",
    "StorylineOptions",
    "Triple",
    "Unknown",
    "Value",
    "World",
    "asking",
    "believe",
    "believed",
    "check",
    "draw",
    "draw_png",
    "effective_kind",
    "episode",
    "gold",
    "json_schema",
    "load",
    "names",
    "needed",
    "propagate",
    "propagated",
    "sample",
    "starter",
    "storyline",
    "to_yaml",
]
