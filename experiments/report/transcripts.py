"""Lives to read: sessions with the facts marked where they are expressed, and what was asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from experiments.report.wording import KINDS, kind_name
from sim import journal

LIVES = 2  # whole lives in the page; `lifeworld show` reads all of them
SOURCES = {
    "introduction": "tells about their world",
    "change": "reports a change",
    "update": "reports a change",
    "deletion": "asks to forget",
    "import": "imported",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One turn, its text with the facts it expresses marked."""

    speaker: str
    text: Markup
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened in a life, in order: a session, a moment or a question."""

    what: str
    date: str
    title: str
    tags: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    rows: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A life as the page tells it."""

    life: str
    persona: str
    world: str
    entries: tuple[Entry, ...]


def stories(run: Path, wanted: int = LIVES) -> list[Story]:
    """The first lives of a run, by name, ready to be read."""
    return [_story(path, run) for path in sorted((run / "lives").glob("*.jsonl"))[:wanted]]


def _story(path: Path, run: Path) -> Story:
    records = list(journal.read(path))
    life: dict[str, Any] = next((r for r in records if r["record"] == "life"), {})
    verdicts = _verdicts(run / "verdicts" / path.name)
    answers: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        if record["record"] == "answer":
            answers.setdefault(record["probe"], []).append(record)
    entries = [entry for r in records if (entry := _entry(r, answers, verdicts)) is not None]
    return Story(
        str(life.get("life", path.stem)), str(life.get("persona") or ""),
        str(life.get("world") or ""), tuple(entries),
    )  # fmt: skip


def _verdicts(path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    if not path.exists():
        return {}
    return {(r["trial"], r["probe"]): r for r in journal.read(path) if r["record"] == "verdict"}


def _entry(
    record: dict[str, Any],
    answers: dict[str, list[dict[str, Any]]],
    verdicts: dict[tuple[str, str], dict[str, Any]],
) -> Entry | None:
    if record["record"] == "session" and record["policy"] == "":
        return _session(record)
    if record["record"] == "moment" and record["what"] in ("change", "shift", "deletion"):
        return Entry(record["what"], record["date"][:10], _moment_title(record))
    if record["record"] == "probe":
        return _question(record, answers.get(record["probe"], []), verdicts)
    return None


def _session(record: dict[str, Any]) -> Entry:
    told: dict[str, list[dict[str, Any]]] = {}
    for telling in record["tellings"]:
        told.setdefault(telling["turn"], []).append(telling)
    lines = tuple(_line(turn, told.get(turn["id"], [])) for turn in record["turns"])
    source = SOURCES.get(record["source"], record["domain"].replace("_", " "))
    horizon = "worth keeping" if record["long_horizon"] else "passing"
    title = record["topic"] or source or "a conversation"
    return Entry(
        "session", record["started_at"][:16].replace("T", " "), title,
        tuple(tag for tag in (source, horizon, record["session"]) if tag), lines,
    )  # fmt: skip


def _line(turn: dict[str, Any], tellings: list[dict[str, Any]]) -> Line:
    needles = [needle for telling in tellings for needle in telling["needles"]]
    kinds = tuple(KINDS.get(t["kind"], t["kind"].replace("_", " ")) for t in tellings)
    return Line(turn["speaker"], marked(turn["text"], needles), kinds)


def marked(text: str, needles: list[str]) -> Markup:
    """A text, escaped, with every needle in a ``<mark>``; longer needles first.

    >>> marked("We <moved> to Brask.", ["brask"])
    Markup('We &lt;moved&gt; to <mark>Brask</mark>.')
    """
    sought = sorted({needle for needle in needles if needle}, key=lambda n: (-len(n), n))
    if not sought:
        return escape(text)
    pattern = re.compile("|".join(r"\s+".join(map(re.escape, n.split())) for n in sought), re.I)
    pieces, end = [], 0
    for found in pattern.finditer(text):
        pieces += [escape(text[end : found.start()]), Markup("<mark>{}</mark>").format(found[0])]
        end = found.end()
    return Markup("").join([*pieces, escape(text[end:])])


def _moment_title(record: dict[str, Any]) -> str:
    detail = record.get("detail") or {}
    if record["what"] == "shift":
        return str(detail.get("narrative") or "the person's life takes a turn")
    changes = detail.get("changes") or []
    named = ", ".join(f"{entity} is now {value}" for entity, value in changes)
    return f"in the world: {named}" if named else f"{record['what']} in the person's world"


def _question(
    probe: dict[str, Any],
    answers: list[dict[str, Any]],
    verdicts: dict[tuple[str, str], dict[str, Any]],
) -> Entry:
    rows = []
    for answer in answers:
        verdict = verdicts.get((answer["trial"], probe["probe"]), {})
        score = verdict.get("score")
        mark = "failed" if score is None else "right" if verdict.get("correct") else "wrong"
        rows.append((answer["trial"], str(answer["text"] or "(no answer)"), mark))
    gold = probe["gold"]
    right = ", ".join(gold["accepted"]) or "nothing is known any more"
    tags = (kind_name(probe["kind"]), probe["phase"], f"right: {right}")
    return Entry("question", probe["asked_at"][:10], probe["question"], tags, (), tuple(rows))
