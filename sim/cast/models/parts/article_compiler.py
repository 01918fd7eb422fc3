"""Bringing the articles of a wiki up to date."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, schema_of, several, words
from sim.cast.models.repair import Unusable, json_object
from sim.roles.article_compiler import Article, Compiled, CompilerInput

MOST_ARTICLES, MOST_LINES, LONGEST_LINE, LONGEST_TITLE = 12, 30, 240, 60


def _shown(given: CompilerInput) -> Mapping[str, object]:
    return {
        "log": [note.words for note in given.log],
        "titles": list(given.titles),
        "articles": [{"title": a.title, "lines": list(a.lines)} for a in given.articles],
    }


def _schema(given: CompilerInput) -> Schema:  # noqa: ARG001
    lines = several(words(LONGEST_LINE), MOST_LINES)
    return schema_of(
        articles=several(schema_of(title=words(LONGEST_TITLE), lines=lines), MOST_ARTICLES)
    )


def _read(reply: str, given: CompilerInput) -> Compiled:  # noqa: ARG001
    found = json_object(reply).get("articles", [])
    if not isinstance(found, list):
        raise Unusable("The key 'articles' must be a list of articles.")
    return Compiled(tuple(_article(one) for one in found[:MOST_ARTICLES]))


def _article(one: object) -> Article:
    title = one.get("title") if isinstance(one, dict) else None
    lines = one.get("lines") if isinstance(one, dict) else None
    if not isinstance(title, str) or not title.strip() or not isinstance(lines, list):
        raise Unusable("Every article must have a 'title' and a list of 'lines'.")
    if not all(isinstance(line, str) for line in lines):
        raise Unusable("The 'lines' of an article must be texts.")
    kept = [" ".join(line.split())[:LONGEST_LINE] for line in lines[:MOST_LINES]]
    return Article(" ".join(title.split())[:LONGEST_TITLE], tuple(line for line in kept if line))


PART = Part("article_compiler", _shown, _read, room=1500, schema=_schema)
