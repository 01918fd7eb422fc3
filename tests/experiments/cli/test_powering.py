"""``lifeworld plan``: what a run can tell, and how many lives more would."""

from __future__ import annotations

import json


def test_a_pilot_says_how_many_lives_are_needed(lifeworld, run) -> None:
    rows = json.loads(lifeworld("plan", run, "--json").out)
    assert rows
    assert {"study", "trial", "other", "detectable", "lives_needed"} <= set(rows[0])
    finer = json.loads(lifeworld("plan", run, "--difference", "0.01", "--json").out)
    for rough, fine in zip(rows, finer, strict=True):
        assert fine["lives_needed"] >= rough["lives_needed"]
    told = lifeworld("plan", run)
    assert "lives" in told.out.splitlines()[-1]


def test_what_makes_no_sense_is_refused_in_one_sentence(lifeworld, run) -> None:
    for wrong in (("--difference", "0"), ("--power", "2"), ("--alpha", "-1")):
        done = lifeworld("plan", run, *wrong)
        assert done.code == 2
        assert "Traceback" not in done.err
