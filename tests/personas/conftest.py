"""A small domain pack and two small personas, written for the tests alone."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from personas.domains.pack import DomainPack
from personas.persona import Persona
from personas.sheets import parse
from sim.clock import Calendar

PACK = """
domain: sailing
title: sailing
ends: the boat was sold
begins: a boat was bought
profile_facts:
  - id: sickness
    label: gets seasick from
    wordings: "I will be ill again, it is always {value} that does it."
    values: [swell on the beam, diesel fumes]
  - id: cap
    wordings: ["Let me fetch my {value} first.", "Without the {value} I stay ashore."]
    values: [corduroy cap, yellow sou'wester]
projects:
  - id: cruise
    title: "A cruise to {theme}"
    themes: [the outer skerries, the long fjord]
    events:
      - id: boat
        summary: "Chose a boat for {theme}"
        openings: "Which boat do I take to {theme}?"
        decisions:
          - id: hull
            label: the boat
            wordings: "Then I will take {value} to {theme}."
            values: [a Folkeboat, the red dinghy, an Albin Vega]
            follow_ups: ["Will she carry three to {theme}?", "Is she dry inside?"]
          - id: mate
            wordings: "And {value} comes with me."
            values: [Skipper Anton, my sister Vibeke, the cook's boy]
      - id: chart
        summary: "Planned the way to {theme}"
        openings: ["How do I plan the way?", "The chart of {theme} puzzles me."]
        decisions:
          - id: course
            wordings: "{value} is my course."
            values: [inside the reef, round Cape Mourn, by the buoyed lane]
            needles: ["{value}", course]
      - id: provisions
        summary: "Bought food"
        openings: "What do we eat on board?"
        decisions:
          - id: food
            wordings: "So we live on {value}."
            values: [ship's biscuit, tinned peaches, smoked bacon]
  - id: refit
    title: "Refitting the boat"
    topic: refit
    events:
      - id: paint
        summary: "Chose paint"
        openings: "What paint does she need?"
        decisions:
          - id: paint
            wordings: "She gets {value}."
            values: [pea green, signal orange, tarred black]
      - id: sails
        summary: "Ordered sails"
        openings: "Her sails are thin."
        decisions:
          - id: loft
            wordings: "I ordered from {value}."
            values: [Mattsson's loft, Blue Dacron Ltd, the prison workshop]
one_offs:
  - topic: knots
    openings: ["How do I tie {about}?", "Show me {about}, please."]
    about: [a bowline, a clove hitch]
    follow_ups: ["With one hand?", "Does it hold wet?"]
  - topic: lights
    openings: "What do two red lights mean?"
  - topic: tides
    openings: "When is slack water?"
    follow_ups: "And at springs?"
"""

PERSONA = """
id: mona
name: Mona Lund
age: 50
place: a pier
background: She mends nets.
traits: [calm]
constraints: [no car]
voice: warm
profile:
  - {domain: recipes, long_horizon: true, frequency: mid, reason: She runs a mess.}
  - {domain: home, long_horizon: true, frequency: high, reason: Her hut leaks.}
  - {domain: travel, long_horizon: false, frequency: low, reason: Ferry times.}
  - {domain: sport, long_horizon: true, frequency: low, later: true, reason: A race.}
  - {domain: finance, long_horizon: false, frequency: high, later: true, reason: Sums.}
"""


@pytest.fixture
def pack() -> DomainPack:
    return parse(PACK, DomainPack, where="sailing.yaml")


@pytest.fixture
def pack_file(tmp_path: Path) -> Path:
    path = tmp_path / "sailing.yaml"
    path.write_text(PACK, encoding="utf-8")
    return path


@pytest.fixture
def persona() -> Persona:
    return parse(PERSONA, Persona, where="mona.yaml")


@pytest.fixture
def persona_text() -> str:
    return PERSONA


@pytest.fixture
def pack_text() -> str:
    return PACK


@pytest.fixture
def calendar() -> Calendar:
    return Calendar(datetime(2031, 1, 6))
