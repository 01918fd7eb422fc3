"""How dialogues read: lengths, variety, and how much is said twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from experiments.dialogues.folder import Dialogues
from sim.text import estimated_tokens, normal, words

LONGEST = 3  # distinct-n for n = 1, 2, 3 (Li et al. 2016, section 5.2)
ALL = "all"


@dataclass(slots=True)
class Variety:
    """What has been counted of some sessions so far."""

    sessions: int = 0
    tokens: list[int] = field(default_factory=list)
    turns: int = 0
    seen: list[set[tuple[str, ...]]] = field(
        default_factory=lambda: [set() for _ in range(LONGEST)]
    )
    counts: list[int] = field(default_factory=lambda: [0] * LONGEST)
    said: dict[str, set[str]] = field(default_factory=dict)  # a user's line: the lives it is in
    lines: Counter[str] = field(default_factory=Counter)
    telling: set[str] = field(default_factory=set)  # the lines that tell a fact somewhere

    def take(
        self, life: str, turns: Iterable[dict[str, Any]], telling: frozenset[str] = frozenset()
    ) -> None:
        """Count a session; ``telling`` names the turns that tell a fact."""
        listed = list(turns)
        self.sessions += 1
        self.turns += len(listed)
        self.tokens.append(
            estimated_tokens("\n".join(f"{t['speaker']}: {t['text']}" for t in listed))
        )
        for turn in listed:
            if turn["speaker"] == "user":
                self._take_line(life, turn["text"])
                if turn["id"] in telling:
                    self.telling.add(normal(turn["text"]))

    def _take_line(self, life: str, text: str) -> None:
        line, spoken = normal(text), words(text)
        self.lines[line] += 1
        self.said.setdefault(line, set()).add(life)
        for n in range(LONGEST):
            grams = [tuple(spoken[i : i + n + 1]) for i in range(len(spoken) - n)]
            self.counts[n] += len(grams)
            self.seen[n].update(grams)

    def row(self) -> dict[str, Any]:
        """The figures: shares are of the user's messages."""
        total = sum(self.lines.values())
        shared = sum(self.lines[line] for line, lives in self.said.items() if len(lives) > 1)
        return {
            "sessions": self.sessions,
            "turns": self.turns,
            "tokens": sum(self.tokens),
            "shortest": min(self.tokens, default=0),
            "mean": round(sum(self.tokens) / max(1, self.sessions)),
            "longest": max(self.tokens, default=0),
            **{
                f"distinct_{n + 1}": _share(len(self.seen[n]), self.counts[n])
                for n in range(LONGEST)
            },
            "repeated": _share(total - len(self.lines), total),
            "in_two_lives": _share(shared, total),
            "free_in_two_lives": self._free(),
        }

    def _free(self) -> float | None:
        """The share in two lives among messages that tell no fact."""
        free = {line: self.lines[line] for line in self.lines if line not in self.telling}
        shared = sum(count for line, count in free.items() if len(self.said[line]) > 1)
        return _share(shared, sum(free.values()))


def statistics(dialogues: Dialogues) -> Iterator[dict[str, Any]]:
    """One row a kind of session and one for all; ``repeated`` counts messages said before,
    ``in_two_lives`` those that stand word for word in another life too, ``free_in_two_lives`` the
    same among messages that tell no fact (what is true of two people may well be put alike).
    """
    groups: dict[str, Variety] = {}
    for life in dialogues.lives:
        for record in dialogues.records(life):
            if record["record"] == "session" and not record["policy"]:
                telling = frozenset(told["turn"] for told in record["tellings"])
                for name in (_kind(record), ALL):
                    groups.setdefault(name, Variety()).take(life, record["turns"], telling)
    yield from ({"kind": name, **groups[name].row()} for name in sorted(groups, key=_last))


def _kind(record: dict[str, Any]) -> str:
    return str(record["domain"] or record["source"])


def _last(name: str) -> tuple[bool, str]:
    return name == ALL, name


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
