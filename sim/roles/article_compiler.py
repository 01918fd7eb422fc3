"""The article compiler: brings the articles of a wiki up to date with a day's log.

The second step of a memory in the form of a wiki (Karpathy 2026: raw notes are compiled into
articles, and the articles are what is read; PRAGMA's and MEME's wiki baselines do so daily).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.extracting import Noted
from sim.roles.topics import topic_of
from sim.text import normal

ELSE = "other things"


@dataclass(frozen=True, slots=True)
class Article:
    """One page of the wiki: its title and its lines."""

    title: str
    lines: tuple[str, ...]

    def reading(self) -> str:
        """The page."""
        return "\n".join([self.title, *self.lines])


@dataclass(frozen=True, slots=True)
class CompilerInput:
    """The log's new lines, every title there is, and the articles that the lines may concern.

    A scripted compiler knows what each line is about (``Noted``); a model is shown the words.
    """

    log: tuple[Noted, ...]
    titles: tuple[str, ...]
    articles: tuple[Article, ...]

    def reading(self) -> str:
        """Log, index and articles."""
        logged = [note.words for note in self.log]
        return "\n".join([*logged, *self.titles, *(one.reading() for one in self.articles)])


@dataclass(frozen=True, slots=True)
class Compiled:
    """The articles that change, as they are now; one without lines is to be taken down."""

    articles: tuple[Article, ...]

    def reading(self) -> str:
        """The articles, as a model would write them."""
        return "\n\n".join(one.reading() for one in self.articles)


def compile_articles(given: CompilerInput, rng: Generator) -> Compiled:  # noqa: ARG001
    """Each thing has an article, all else one by topic; a wish to forget takes an article down."""
    pages = {one.title: list(one.lines) for one in given.articles}
    changed: list[str] = []
    for note in given.log:
        title = title_of(note)
        changed.append(title)
        if note.act == "forget":
            pages[title] = []
        elif normal(note.words) not in map(normal, pages.setdefault(title, [])):
            pages[title].append(note.words)
    return Compiled(_articles(pages, changed))


def title_of(note: Noted) -> str:
    """What the scripted compiler calls the article that a line belongs to.

    >>> title_of(Noted("state", "My gym is Orme.", "t", "my gym", "Orme"))
    'gym'
    """
    named = normal(note.about).removeprefix("my ").replace("_", " ")
    return named or topic_of([note.words]).replace("_", " ") or ELSE


def _articles(pages: dict[str, list[str]], changed: Sequence[str]) -> tuple[Article, ...]:
    return tuple(Article(title, tuple(pages[title])) for title in dict.fromkeys(changed))


ARTICLE_COMPILER: Role[CompilerInput, Compiled] = Role(
    name="article_compiler",
    purpose="Brings the articles of a wiki about a user up to date with the log of a day.",
    input=CompilerInput,
    output=Compiled,
    twin=compile_articles,
)
