"""``lifeworld label`` and ``calibrate``."""

from __future__ import annotations

import csv
import json
from pathlib import Path


def test_a_sheet_filled_in_as_the_judge_would_changes_nothing(
    lifeworld, run, tmp_path: Path
) -> None:
    sheet = tmp_path / "labels.csv"
    told = lifeworld("label", run, "--out", sheet, "--count", "40")
    assert told.code == 0
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 40
    probes = json.loads(lifeworld("tables", run, "probes", "--json").out)
    judged = {(row["life"], row["trial"], row["probe"]): row["correct"] for row in probes}
    for row in rows:
        row["right"] = "yes" if judged[row["life"], row["trial"], row["probe"]] else "no"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        filled = csv.DictWriter(file, rows[0].keys())
        filled.writeheader()
        filled.writerows(rows)
    found = json.loads(lifeworld("calibrate", run, sheet, "--json").out)
    assert found
    assert all(row["corrected"] == row["judged"] for row in found)
    assert "agree on 1.00" in lifeworld("calibrate", run, sheet).out


def test_a_sheet_is_not_written_over_and_a_missing_one_is_named(
    lifeworld, run, tmp_path: Path
) -> None:
    sheet = tmp_path / "labels.csv"
    sheet.write_text("mine", encoding="utf-8")
    refused = lifeworld("label", run, "--out", sheet)
    assert refused.code == 2
    assert sheet.read_text(encoding="utf-8") == "mine"
    missing = lifeworld("calibrate", run, tmp_path / "nowhere.csv")
    assert missing.code == 2
    assert "lifeworld label" in missing.err
