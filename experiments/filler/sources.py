"""Where filler comes from, by name: made-up topics, real chats, or the folder of a corpus."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from experiments.filler import chats, topics
from experiments.filler.session import Filler
from sim.errors import UnknownName
from sim.moments import SessionHeld

NAMED = ("topics", "chats")
LEAST_TOKENS = 100  # a recorded session shorter than that fills nothing


def sessions(source: str, count: int) -> tuple[Filler, ...]:
    """The first so many filler sessions of a source, or as many as it has.

    Raises UnknownName for a source that is neither known nor a corpus folder, MissingExtra for one
    that needs a package.
    """
    if source == "topics":
        return tuple(topics.made_up(count))
    if source == "chats":
        return tuple(chats.chats(count))
    return tuple(islice(_of_corpus(source), count))


def fingerprint(source: str) -> str:
    """What a source holds, in a word: changes when anything in it does."""
    if source == "topics":
        return topics.fingerprint()
    if source == "chats":
        return chats.fingerprint()
    from experiments.datasets import open_corpus

    return open_corpus(_folder(source)).fingerprint()


def _of_corpus(source: str) -> Iterator[Filler]:
    """The sessions of all users of an imported corpus."""
    from experiments.datasets import open_corpus

    for user in open_corpus(_folder(source)).users():
        for moment in user:
            if isinstance(moment, SessionHeld):
                session = moment.session
                said = tuple((turn.speaker, turn.text) for turn in session.turns)
                filler = Filler(f"{user.life.id}-{session.id}", moment.plan.topic, said)
                if filler.tokens >= LEAST_TOKENS:
                    yield filler


def _folder(source: str) -> Path:
    path = Path(source)
    if not path.is_dir():
        raise UnknownName("filler", source, [*NAMED, "the folder of a corpus"])
    return path
