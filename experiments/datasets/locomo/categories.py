"""What LoCoMo's category numbers mean, as data, and a check of that meaning against the file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import yaml

from experiments.datasets.findings import Findings
from experiments.datasets.schema import EvidenceLine


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of question."""

    kind: str
    meaning: str
    unranked: bool = False


def _load() -> dict[int, Category]:
    text = files(__package__).joinpath("categories.yaml").read_text(encoding="utf-8")
    return {int(number): Category(**entry) for number, entry in yaml.safe_load(text).items()}


CATEGORIES = _load()
_CHECK = "share that needs several sessions"


def note_span(category: int, found: tuple[EvidenceLine, ...], findings: Findings) -> None:
    """Count a question, and whether its evidence stands in more than one session."""
    kind = CATEGORIES[category].kind
    findings.read[f"questions, {kind}"] += 1
    findings.read[f"questions over several sessions, {kind}"] += (
        len({line.session for line in found}) > 1
    )


def check(findings: Findings) -> None:
    """Work out the shares, and say so where they contradict the meaning of the numbers."""
    for category in CATEGORIES.values():
        if asked := findings.read[f"questions, {category.kind}"]:
            several = findings.read[f"questions over several sessions, {category.kind}"]
            findings.checks[f"{_CHECK}: {category.kind}"] = round(several / asked, 4)
    many = findings.checks.get(f"{_CHECK}: multi_hop", 1.0)
    one = findings.checks.get(f"{_CHECK}: single_hop", 0.0)
    if many <= one:
        findings.noticed(
            "category numbers may mean something else in this file",
            "the whole file",
            f"several sessions: multi_hop {many:.0%}, single_hop {one:.0%}",
        )
