"""The ids of gold objects: readable, unique in a life, and marked so that none can slip across."""

from __future__ import annotations

from sim.facts import GOLD_MARK
from sim.seeds import Part, path_name

_FACT = f"{GOLD_MARK}fact/"
_HAPPENING = f"{GOLD_MARK}happening/"
_PLAN = f"{GOLD_MARK}plan/"


def fact_id(*path: Part) -> str:
    """The id of a fact.

    >>> fact_id("first_home", "value", "home")
    'gold:fact/first_home/value/home'
    """
    return _FACT + path_name(*path)


def happening_id(*path: Part) -> str:
    """The id of a happening; its main fact has the same path."""
    return _HAPPENING + path_name(*path)


def plan_id(*path: Part) -> str:
    """The id of a session plan."""
    return _PLAN + path_name(*path)


def main_fact(happening: str) -> str:
    """The id of the fact that a change, an update or a request is about.

    >>> main_fact("gold:happening/first_home/change/1/home")
    'gold:fact/first_home/change/1/home'
    """
    return _FACT + happening.removeprefix(_HAPPENING)
