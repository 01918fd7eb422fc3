"""The gate: whether a finished session is worth storing."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import sentences
from sim.text import words
from sim.views import Session

# Words that speak of something that goes on: a plan, a decision, a next step, an earlier one.
GOING_ON = frozenset(
    words(
        """agreed already decided deadline finished goal going instead later milestone moved next
        phase plan planned planning progress project promised restart schedule settled stage
        started step still switched target tomorrow update week will"""
    )
)
# Words too common to link two sessions with.
COMMON = frozenset(
    words(
        """about after again also and any are because been before but can could did does doing for
        from get had has have help her here him his how its just know let like make many me more
        much need not now one our out please really said say see she should some something than
        thank thanks that the their them then there these they thing things think this those time
        today too use very was way well were what when where which while who why with would yes you
        your"""
    )
)
SHORTEST = 3  # letters of the shortest word that can link two sessions
THRESHOLD = 0.25


@dataclass(frozen=True, slots=True)
class GateInput:
    """The session to decide on, and summaries of earlier ones, oldest first (may be empty)."""

    session: Session
    summaries: tuple[str, ...] = ()

    def reading(self) -> str:
        """Summaries and transcript."""
        return "\n".join([*self.summaries, self.session.text])


@dataclass(frozen=True, slots=True)
class GateOutput:
    """The decision."""

    store: bool

    def reading(self) -> str:
        """The decision, as a model would write it."""
        return "true" if self.store else "false"


def decide(given: GateInput, rng: Generator) -> GateOutput:  # noqa: ARG001
    """Store if the session speaks of something that goes on, or continues an earlier session.

    Half of the score is the share of the user's statements that hold a word of planning or
    progress, half is the largest share of an earlier summary's telling words that come up again.
    """
    text = given.session.user_text
    score = (going_on(text) + continuity(text, given.summaries)) / 2
    return GateOutput(score >= THRESHOLD)


def going_on(text: str) -> float:
    """The share of statements in which something is planned, decided or carried on.

    >>> going_on("We decided on the blue tiles. The weather is fine.")
    0.5
    """
    said = [sentence for sentence in sentences(text) if not sentence.endswith("?")]
    hits = sum(not GOING_ON.isdisjoint(words(sentence)) for sentence in said)
    return hits / len(said) if said else 0.0


def continuity(text: str, summaries: tuple[str, ...]) -> float:
    """The largest share of a summary's telling words that the text takes up again.

    >>> continuity("The tiles arrived.", ("Ordered tiles.", "Weather talk."))
    0.5
    """
    present = telling_words(text)
    shares = [len(present & old) / len(old) for s in summaries if (old := telling_words(s))]
    return max(shares, default=0.0)


def telling_words(text: str) -> frozenset[str]:
    """The words of a text that could tell its subject from another."""
    return frozenset(w for w in words(text) if len(w) >= SHORTEST and w not in COMMON)


GATE: Role[GateInput, GateOutput] = Role(
    name="gate",
    purpose="Decides whether a finished session is worth storing.",
    input=GateInput,
    output=GateOutput,
    twin=decide,
)
