"""The stand-in model of the bench, and what is measured against it."""

import json

from experiments.cli.stand_in import SAID, answer, least
from experiments.cli.waiting import waited
from sim.cast.models.endpoint import read


def test_the_stand_in_fits_any_schema_and_says_the_same():
    schema = {
        "type": "object",
        "properties": {
            "told": {"type": "array"},
            "right": {"type": "boolean"},
            "n": {"type": "integer"},
            "why": {"type": "string"},
            "place": {"type": "string", "enum": ["isolated", "unsure"]},
        },
    }
    found = least(schema)
    assert found == {"told": [], "right": True, "n": 0, "why": "", "place": "isolated"}
    assert read(json.dumps(answer({}, 0)).encode()).text == SAID
    form = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    said = answer({"response_format": form}, 0)["choices"][0]["message"]["content"]
    assert json.loads(said) == found


def test_lives_that_wait_are_measured_beside_the_waiting_alone():
    found = waited(2, 0.0)
    assert found.ideal == 0
    assert found.calls > 200
    assert found.cpu > 0
    assert found.wall > 0
