"""The exact prompt and reply behind a turn, an answer or a verdict, from the run's reply cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.cli.showing.journal import Record
from sim.errors import Misuse

if TYPE_CHECKING:
    from sim.cast.cache import Kept, ReplyCache

SPOKEN = ("user: ", "assistant: ")
RULER = "-" * 78


def of_session(run: Path, sessions: Iterable[Record]) -> Iterator[str]:
    """Every prompt and reply that made these conversations, turn by turn."""
    cache = _open(run)
    try:
        for record in sessions:
            made = list(
                cache.plays(
                    record["life"], record["policy"], ("user", "assistant", "reveal_checker")
                )
            )
            yield from _of_turns(record["turns"], made)
    finally:
        cache.close()


def of_probe(run: Path, found: Sequence[Record]) -> Iterator[str]:
    """The prompt and reply of every answer to a question, and of every verdict on it."""
    asked, *answers = found
    cache = _open(run)
    try:
        for answer in answers:
            life, trial = answer["life"], answer["trial"]
            made = cache.plays(life, trial, ("answerer", "judge"))
            yield from _shown(f"{trial}", [kept for kept in made if _is_about(kept, asked, answer)])
    finally:
        cache.close()


def _open(run: Path) -> ReplyCache:
    from experiments.running import open_run
    from sim.cast.cache import ReplyCache

    path = open_run(run).folder.cache
    if not path.exists():
        raise Misuse(f"{run} has no prompts: no model played in it, all roles were scripted")
    return ReplyCache(path)


def _of_turns(turns: Sequence[Record], made: Sequence[Kept]) -> Iterator[str]:
    for number, turn in enumerate(turns):
        here = [kept for kept in made if _made(kept, turns, number)]
        yield from _shown(f"{turn['id']} {turn['speaker']}: {turn['text']}", here)


def _made(kept: Kept, turns: Sequence[Record], number: int) -> bool:
    """Whether a reply became a turn, or was about it: by what the prompt held."""
    from sim.cast.models.prompting import quoted

    turn, shown = turns[number], kept.messages[-1][1]
    if kept.role == "reveal_checker":
        begun = f"Message: {quoted(turn['text'])}\n"
        return turn["speaker"] == "user" and shown.startswith(begun)
    lines = [line for line in shown.splitlines() if line.startswith(SPOKEN)]
    before = [f"{one['speaker']}: {quoted(one['text'])}" for one in turns[:number]]
    if kept.role != turn["speaker"] or lines != before:
        return False
    return _begins(kept.reply, str(turn["text"]))


def _is_about(kept: Kept, asked: Record, answer: Record) -> bool:
    """Whether a reply is the answer in a record, or a verdict on it."""
    from sim.cast.models.prompting import quoted

    shown = kept.messages[-1][1]
    if f"Question: {quoted(asked['question'])}" not in shown:
        return False
    if kept.role == "judge":
        return f"Answer: {quoted(answer['text'] or '')}" in shown
    today = f"Today is {str(asked['asked_at'])[:10]}."
    return today in shown and (not kept.usable or _same(kept.reply, answer["text"]))


def _same(reply: str, text: Any) -> bool:
    return text is not None and _begins(reply, str(text)) and _begins(str(text), reply)


def _begins(reply: str, text: str) -> bool:
    """Whether a text begins with a reply; what is said word for word stands behind it."""
    from sim.cast.models.repair import Unusable, spoken

    try:
        return spoken(text).startswith(spoken(reply))
    except Unusable:
        return False


def _shown(title: str, made: Iterable[Kept]) -> Iterator[str]:
    for kept in made:
        yield RULER
        yield title
        yield f"{kept.role} played by {kept.model.partition('@')[0]}, prompt {kept.prompt}"
        for who, text in kept.messages:
            yield ""
            yield f"[{who}]"
            yield text
        yield ""
        yield f"[reply{'' if kept.usable else ', not usable: ' + kept.why}]"
        yield kept.reply
        count = "estimated" if kept.estimated else "counted"
        yield f"({kept.tokens_read} tokens read, {kept.tokens_written} written, {count})"
