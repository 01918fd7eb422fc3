"""A question with its right answer, every trial's answer, and where its evidence was lost."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from experiments.cli.output import wrapped
from experiments.cli.showing import journal
from experiments.cli.showing.journal import Record
from sim.errors import UnknownName

REACHED = ("expressed", "stored", "kept", "retrieved")
SHOWN_MEMORIES, SHOWN_CHARACTERS = 10, 300


def records(run: Path, probe: str, life: str | None, trial: str | None) -> list[Record]:
    """The probe's record, then the answers, each with its verdict under ``verdict``."""
    life, probe = journal.find_probe(run, probe, life)
    found = journal.records(run, life)
    about = [r for r in found if r["record"] == "probe" and r["probe"] == probe]
    answers = [_worded(r, found) for r in found if _answers(r, probe)]
    if trial is not None:
        answers = _of_trial(answers, trial, f"{run}, probe {probe!r}")
    verdicts = {v["trial"]: v for v in journal.verdicts(run, life) if v["probe"] == probe}
    return [about[0], *(answer | {"verdict": verdicts.get(answer["trial"])} for answer in answers)]


def _answers(record: Record, probe: str) -> bool:
    return record["record"] == "answer" and str(record["probe"]) == probe


def _worded(answer: Record, found: list[Record]) -> Record:
    """The answer, with memories that were noted by their sources alone put into words again."""
    if all(memory["text"] is not None for memory in answer["memories"]):
        return answer
    said = {
        turn["id"]: turn["text"]
        for record in found
        if record["record"] == "session"
        for turn in record["turns"]
    }
    memories = [
        memory | {"text": " / ".join(said[turn] for turn in memory["turns"] if turn in said)}
        for memory in answer["memories"]
    ]
    return answer | {"memories": memories}


def _of_trial(answers: list[Record], trial: str, where: str) -> list[Record]:
    """The answer of a trial, named in full or by any part of its name that only it has."""
    named = [answer for answer in answers if answer["trial"] == trial]
    found = named or [answer for answer in answers if trial in answer["trial"]]
    if len(found) != 1:
        raise UnknownName("single trial", trial, [a["trial"] for a in answers], where=where)
    return found


def lines(found: list[Record], *, memories: bool = False) -> Iterator[str]:
    """The question and the answers; ``memories`` adds what was retrieved."""
    asked, *answers = found
    yield from _question(asked)
    for answer in answers:
        yield ""
        yield str(answer["trial"])
        yield from _answer(answer)
        if memories:
            yield from _memories(answer["memories"])


def _question(asked: Record) -> Iterator[str]:
    date = str(asked["asked_at"])[:16].replace("T", " ")
    yield f"{asked['life']}, {date}, {asked['study']}: {asked['kind']} ({asked['phase']})"
    yield ""
    yield from wrapped(" question: ", asked["question"])
    yield from wrapped("    right: ", _right(asked["gold"]))
    for name in ("stale", "hidden"):
        if asked["gold"][name]:
            yield from wrapped(f"{name:>9}: ", "; ".join(asked["gold"][name]))
    for piece in asked["evidence"]:
        yield from wrapped(" evidence: ", _piece(piece))


def _right(gold: dict[str, Any]) -> str:
    between = ", then " if gold["ordered"] else "; "
    return between.join(gold["accepted"]) or "that nothing is known"


def _piece(piece: Record) -> str:
    place = ", ".join(piece["turns"]) or piece["session"] or "never said"
    words = f": {'; '.join(piece['needles'])}" if piece["needles"] else ""
    return f"{piece['role']} ({place}){words}"


def _answer(answer: Record) -> Iterator[str]:
    if answer["failure"]:
        yield from wrapped(
            "   failed: ", f"{answer['failure']['where']}: {answer['failure']['why']}"
        )
        return
    yield from wrapped("   answer: ", answer["text"] or "(none was asked for)")
    if answer["verdict"] is not None:
        yield from wrapped("  verdict: ", _verdict(answer["verdict"]))
    for piece in answer["trace"]:
        yield from wrapped("    trace: ", f"{piece['role']}: {_reached(piece)}")
    yield f"{'':11}{len(answer['memories'])} memories, about {answer['context_tokens']} tokens"


def _verdict(verdict: Record) -> str:
    if verdict["failure"]:
        return f"none: {verdict['failure']['why']}"
    return f"{'right' if verdict['correct'] else 'wrong'}: {verdict['why']}"


def _reached(piece: Record) -> str:
    reached = [stage for stage in REACHED if piece[stage]]
    lost = next((stage for stage in REACHED if not piece[stage]), "")
    return " > ".join([*reached, *([f"not {lost}"] if lost else [])])


def _memories(memories: list[Record]) -> Iterator[str]:
    for rank, memory in enumerate(memories[:SHOWN_MEMORIES], start=1):
        text = textwrap.shorten(memory["text"], SHOWN_CHARACTERS, placeholder=" ...")
        yield from wrapped(f"{rank:>9}. ", f"{memory['created_at'][:10]} {text}")
    if len(memories) > SHOWN_MEMORIES:
        yield f"{'':11}and {len(memories) - SHOWN_MEMORIES} more"
