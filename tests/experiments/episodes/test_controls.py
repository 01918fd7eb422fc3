"""Both ends of every episode: who sees the needed facts is right, who missed the change is not."""

from __future__ import annotations

import experiments
from experiments.recipe import load_recipe


def test_needed_facts_are_enough_and_the_old_value_alone_is_wrong(tmp_path) -> None:
    recipe = load_recipe(
        {
            "name": "ends",
            "studies": {"dependency": {"after": "end"}},
            "lives": {
                "count": 12,
                "episodes": {"worlds": ["personal_life", "software_project", "care_team"]},
            },
            "trials": {"backends": ["oracle_facts", "stale_facts"]},
        }
    )
    run = experiments.run(recipe, tmp_path / "run", workers=1)
    probes = run.tables["probes"]
    dependent = probes[probes["kind"].isin(["cascade", "absence"])]
    for trial, after in (("oracle_facts", True), ("stale_facts", False)):
        own = dependent[dependent["trial"].str.startswith(trial)]
        assert own[own["phase"] == "before"]["correct"].all()
        assert set(own[own["phase"] == "after"]["correct"]) == {after}
        assert len(own) >= 2 * 12 * 2
    stale = run.tables["scores"].query("measure == 'stale' and kind == 'all'")
    assert dict(zip(stale["backend"], stale["mean"], strict=True)) == {
        "oracle_facts": 0.0,
        "stale_facts": 1.0,
    }
