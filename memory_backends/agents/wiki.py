"""A daily log that is compiled into articles, and an index that leads to them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends import embedders
from memory_backends.agents.pages import Page
from memory_backends.agents.searching import nearest
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.embedders.rows import Rows
from sim.roles.article_compiler import ARTICLE_COMPILER, Article, CompilerInput
from sim.roles.extracting import Noted
from sim.roles.extractor import EXTRACTOR, ExtractorInput
from sim.views import Memory, Session


class WikiOptions(BackendOptions):
    """``shown`` articles nearest to a new line of the log are put before the compiler."""

    shown: int = Field(default=12, ge=1)
    embedder: str = "use"


class Wiki(MemoryBackend):
    """Log, articles and an index of titles (Karpathy 2026; the papers' wiki).

    After each session its facts are logged (``extractor``) and the log is compiled into articles
    (``article_compiler``): two calls a session, where the original compiles once a day. An article
    is an entry. A question goes by the index: articles whose titles and lines are nearest to it
    are brought whole. The original has a model read the index.
    """

    name = "wiki"
    group = "agents"
    Options: ClassVar[type[WikiOptions]] = WikiOptions
    options: WikiOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._rows = Rows(embedders.create(self.options.embedder))
        self._pages: dict[str, Page] = {}
        self._taken: set[str] = set()

    def add(self, session: Session) -> None:
        """Log the facts of a session and compile them; a session counts once."""
        if session.id in self._taken:
            return
        self._taken.add(session.id)
        given = ExtractorInput(session, self.lexicon)
        log = self.play(EXTRACTOR, given, session.id).notes
        if log:
            self._compile(log, session)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The articles nearest to a query, with the lines written by then."""
        found = (page.entry(at) for page in self._pages.values())
        entries = [entry for entry in found if entry is not None]
        return nearest(self._rows, query, entries, k, _indexed)

    def get_all(self) -> list[Memory]:
        """The articles, oldest first."""
        found = (page.entry() for page in self._pages.values())
        entries = [entry for entry in found if entry is not None]
        return sorted(entries, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Take an article down, with what was logged for it; KeyError if there is none."""
        page = next((one for one in self._pages.values() if one.id == memory_id), None)
        if page is None:
            raise KeyError(memory_id)
        del self._pages[page.title]

    def reset(self) -> None:
        """Forget everything."""
        self._pages.clear()
        self._taken.clear()

    def _compile(self, log: tuple[Noted, ...], session: Session) -> None:
        shown = tuple(Article(page.title, page.texts) for page in self._concerned(log))
        given = CompilerInput(log, tuple(self._pages), shown)
        for article in self.play(ARTICLE_COMPILER, given, session.id).articles:
            self._put(article, session)

    def _concerned(self, log: tuple[Noted, ...]) -> list[Page]:
        """The articles nearest to the new lines: some for each line, all of them together."""
        entries = {page.title: page.entry() for page in self._pages.values()}
        held = [replace(entry, id=title) for title, entry in entries.items() if entry is not None]
        titles: dict[str, None] = {}
        for note in log:
            for found in nearest(self._rows, note.words, held, self.options.shown, _indexed):
                titles.setdefault(found.id)
        return [self._pages[title] for title in titles]

    def _put(self, article: Article, session: Session) -> None:
        """An article as it is now: lines that were there keep their dates, others are new."""
        old = self._pages.get(article.title)
        page = (old or Page.begun(article.title, session)).rewritten(article.lines, session)
        if page.lines:
            self._pages[page.title] = page
        else:
            self._pages.pop(page.title, None)


def _indexed(entry: Memory) -> str:
    return f"{entry.metadata['title']}\n{entry.text}"
