"""What an audit finds in dialogue, and how grave it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["HIGH", "MEDIUM", "LOW"]
SEVERITIES: tuple[Severity, ...] = ("HIGH", "MEDIUM", "LOW")
"""HIGH makes a task unsolvable, MEDIUM may pass or fail it for the wrong reason (MEME, 3.2)."""

Point = Literal["conveyed", "value", "conditional", "entity", "dependency", "gold", "assistant"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: where, what, and with which fact or task."""

    severity: Severity
    point: Point
    what: str
    session: str = ""
    turn: str = ""
    fact: str = ""

    @property
    def place(self) -> str:
        """The turn if there is one, else the session."""
        return self.turn or self.session


def gravest(findings: Iterable[Finding]) -> Finding | None:
    """The first HIGH finding, or None: what forbids to use a session."""
    return next((each for each in findings if each.severity == "HIGH"), None)


def summary(findings: Iterable[tuple[str, Finding]], places: int = 3) -> Iterator[dict[str, Any]]:
    """One row a severity, point and sentence: how often, and the first places.

    The findings come with the names of their lives.
    """
    groups: dict[tuple[int, str, str], list[str]] = {}
    for life, one in findings:
        key = (SEVERITIES.index(one.severity), one.point, one.what)
        groups.setdefault(key, []).append(f"{life} {one.place}".strip())
    for (rank, point, what), found in sorted(groups.items()):
        more = f" and {len(found) - places} more" if len(found) > places else ""
        yield {
            "severity": SEVERITIES[rank],
            "point": point,
            "what": what,
            "count": len(found),
            "places": "; ".join(found[:places]) + more,
        }
