"""The gate: whether a finished session is worth storing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import sentences
from sim.text import words
from sim.views import Session

# Words that speak of something that goes on: a plan, a decision, a next step, an earlier one.
GOING_ON = frozenset(
    words(
        """agreed already decided deadline finished goal instead later milestone moved next phase
        plan planned planning progress project promised restart schedule settled stage started
        step switched target tomorrow update week"""
    )
)
# Greetings, thanks, farewells and requests state nothing about the person.
COURTESY = re.compile(
    r"\b(?:hello|hi|hey|thanks|thank you|please|bye|goodbye|great|perfect|lovely|that is all"
    r"|that answers|leave it there|talk (?:to you )?soon|get on with it)\b",
    re.IGNORECASE,
)
# Words too common to link two sessions with: those of any sentence, and of asides such as "to be
# honest" or "in my view".
COMMON = frozenset(
    words(
        """about admit after again all also and any anyone anything anyway are ask asked asking back
        because been before being believe between both brief briefly but can case come comes
        considered could curious did does doing end enough fair fairness far find first for
        frank frankly from further generally get getting good guess had happens hard hardly
        has have head hear help her here him his honest honestly honesty how its just
        know least left let like listening look make makes manner many matter
        matters may maybe me mean mind moment more much must myself need never nobody nor
        normally not now off okay one only opinion opinions our out own part passing peace
        perhaps picture plain plainly please point practical practice put puzzles question
        questions quick really right roughly safe said sake same say see seen she short
        should side silly since situation some something sound speaking stand start straight
        strange stuck stupid such sure talk tell tells than thank thanks that the their them
        then there these they thing things think this those time today too truth understand
        use very view was way well were what when where which while who whole why will with
        wonder wondering word words would wrong yes yet you your"""
    )
)
SHORTEST = 3  # letters of the shortest word that can link two sessions
LINKS = 2  # words that two sessions must share to belong together
FEWEST_WORDS = 4  # shorter sentences are nods
CONTINUED = 0.15  # weight of taking up what was before
THRESHOLD = 0.4


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
    """The decision, and how sure it is: from 0 (a toss-up) to 1."""

    store: bool
    confidence: float = 1.0

    @property
    def leaning(self) -> float:
        """From -1 (surely not) to 1 (surely worth storing)."""
        return self.confidence if self.store else -self.confidence

    def reading(self) -> str:
        """The decision, as a model would write it."""
        return "true" if self.store else "false"


def decide(given: GateInput, rng: Generator) -> GateOutput:  # noqa: ARG001
    """Store if the user states things, all the more if they go on or continue what was before."""
    score = lasting(given)
    return GateOutput(score >= THRESHOLD, min(1.0, abs(score - THRESHOLD) / THRESHOLD))


def looks_lasting(given: GateInput) -> bool:
    """Whether a session, with what was before it, seems to be part of something that lasts."""
    return lasting(given) >= THRESHOLD


def lasting(given: GateInput) -> float:
    """How much a session looks like a part of something that lasts, from 0 to 1.4.

    The share of the user's sentences, courtesies aside, that state something, plus a quarter of
    the share of these that speak of a plan or of progress, plus some of the largest share of an
    earlier summary that the user takes up again. What only asks and thanks is over when it is over.
    """
    alone, matter = _on_its_own(given.session)
    return alone + continuity(matter, given.summaries) * CONTINUED


@lru_cache(maxsize=4096)
def _on_its_own(session: Session) -> tuple[float, str]:
    """The score without the past, and what it was about; kept, since all trials ask for it."""
    said = sentences(session.user_text)
    matter = [sentence for sentence in said if not COURTESY.search(sentence)]
    stated = [sentence for sentence in said if states_something(sentence)]
    share = len(stated) / len(matter) if matter else 0.0
    return share + going_on(stated) / 4, " ".join(matter)


def states_something(sentence: str) -> bool:
    """Whether a sentence is more than a question, a request or a courtesy.

    >>> states_something("We will lay blue tiles."), states_something("Thanks, that is all.")
    (True, False)
    """
    courteous = sentence.endswith("?") or COURTESY.search(sentence)
    return not courteous and len(words(sentence)) >= FEWEST_WORDS


def going_on(stated: Sequence[str]) -> float:
    """The share of statements in which something is planned, decided or carried on.

    >>> going_on(["We decided on the blue tiles.", "The weather is fine."])
    0.5
    """
    hits = sum(not GOING_ON.isdisjoint(words(sentence)) for sentence in stated)
    return hits / len(stated) if stated else 0.0


def continuity(text: str, summaries: Sequence[str]) -> float:
    """The largest share of a summary's telling words that the text takes up again.

    One word alone links nothing.

    >>> continuity("The blue tiles arrived.", ("Ordered blue tiles there.", "Weather and tiles."))
    0.6666666666666666
    """
    present = telling_words(text)
    pairs = [(len(present & old), len(old)) for old in map(telling_words, summaries)]
    return max((shared / size for shared, size in pairs if shared >= LINKS), default=0.0)


@lru_cache(maxsize=4096)
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
