"""What every rule-based judge is: a name, a version, and a verdict from gold and an answer."""

from __future__ import annotations

from typing import Protocol

from sim.probes import Gold, Verdict


class Rule(Protocol):
    """A judge of one family of probe kinds. A changed rule gets a new version."""

    @property
    def name(self) -> str:
        """What the rule is called."""
        ...

    @property
    def version(self) -> int:
        """Counts up whenever the same answer may be judged differently."""
        ...

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:
        """The verdict on an answer; never raises for an odd answer, it is just wrong."""
        ...


def verdict(rule: Rule, correct: bool, why: str, partial: float | None = None) -> Verdict:
    """A verdict of a rule: score 1 or 0, signed with the rule's name and version."""
    return Verdict(float(correct), correct, why, f"{rule.name}/{rule.version}", partial)


def quoted(values: tuple[str, ...] | list[str]) -> str:
    """Values as a list in a sentence.

    >>> quoted(["oak", "ash"])
    "'oak', 'ash'"
    """
    return ", ".join(repr(value) for value in values)
