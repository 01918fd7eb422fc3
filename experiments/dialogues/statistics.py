"""How dialogues read: lengths, variety, and how much is said twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from experiments.dialogues.folder import Dialogues
from sim.lexicon import sentences
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
    said: dict[str, set[str]] = field(default_factory=dict)  # a sentence: the lives it is in
    uses: Counter[str] = field(default_factory=Counter)
    telling: set[str] = field(default_factory=set)  # sentences of messages that tell a fact

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
                told = [normal(sentence) for sentence in sentences(turn["text"])]
                self._take_message(life, turn["text"], told)
                if turn["id"] in telling:
                    self.telling.update(told)

    def _take_message(self, life: str, text: str, told: list[str]) -> None:
        self.uses.update(told)
        for sentence in told:
            self.said.setdefault(sentence, set()).add(life)
        spoken = words(text)
        for n in range(LONGEST):
            grams = [tuple(spoken[i : i + n + 1]) for i in range(len(spoken) - n)]
            self.counts[n] += len(grams)
            self.seen[n].update(grams)

    def row(self) -> dict[str, Any]:
        """The figures; shares are of the user's sentences, each counted as often as it is said."""
        facts = self.telling
        others = self.uses.keys() - facts
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
            "repeated": _share(self.uses.total() - len(self.uses), self.uses.total()),
            "facts_in_two_lives": self._in_two_lives(facts),
            "others_in_two_lives": self._in_two_lives(others),
        }

    def _in_two_lives(self, among: Iterable[str]) -> float | None:
        counted = [(self.uses[sentence], len(self.said[sentence]) > 1) for sentence in among]
        return _share(sum(n for n, shared in counted if shared), sum(n for n, _ in counted))


def statistics(dialogues: Dialogues) -> Iterator[dict[str, Any]]:
    """One row a kind of session and one for all.

    ``repeated`` is the share of the user's sentences that were said before, word for word. Two
    shares count those that stand in another life too: ``facts_in_two_lives`` among the sentences
    of messages that tell a fact (what is true of two people may well be put alike),
    ``others_in_two_lives`` among all others, which should read like nobody else's.
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
