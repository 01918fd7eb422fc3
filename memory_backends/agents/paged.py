"""Pages that move from short-term to mid-term memory, and what is learnt from hot ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends import embedders
from memory_backends.agents.heat import Segment
from memory_backends.agents.searching import nearest
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.chunks import cut
from memory_backends.embedders.rows import Rows
from sim.roles.extractor import EXTRACTOR, ExtractorInput
from sim.roles.session_record import SESSION_RECORD, SessionRecordInput
from sim.views import Memory, Session, Turn


class PagedOptions(BackendOptions):
    """Capacities, and from what ``heat`` on a segment is learnt from (MemoryOS: 7, 200, 100, 5).

    ``segments`` are looked into by a search, ``hours`` is the time in which recency fades. A
    session visits the segment nearest to its opening if their cosine reaches ``visited``.
    """

    short: int = Field(default=7, ge=1)
    mid: int = Field(default=200, ge=1)
    long: int = Field(default=100, ge=1)
    heat: float = Field(default=5.0, gt=0)
    segments: int = Field(default=5, ge=1)
    hours: float = Field(default=24.0, gt=0)
    visited: float = Field(default=0.4, ge=0, le=1)
    embedder: str = "use"


class Paged(MemoryBackend):
    """Short, mid and long-term memory with heat (MemoryOS, Kang et al. 2025, section 3).

    A page is what the user said in one message. The latest stay in short-term memory; older ones
    join the mid-term segment of their topic (``session_record``). A segment's heat is made of how
    often new sessions led back to it, how much it holds, and how recent it is by simulated time;
    the coldest is dropped when there are too many. From a hot one ``extractor`` learns facts for
    long-term memory. The paper has a model sum segments up and counts visits of searches; here a
    segment is its pages, and only what is said counts, so that asking changes nothing.
    """

    name = "paged"
    group = "agents"
    Options: ClassVar[type[PagedOptions]] = PagedOptions
    options: PagedOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._rows = Rows(embedders.create(self.options.embedder))
        self._short: dict[str, tuple[Memory, str]] = {}
        self._mid: dict[str, Segment] = {}
        self._long: dict[str, Memory] = {}
        self._taken: set[str] = set()

    def add(self, session: Session) -> None:
        """Take the pages in, pass on what is too old, learn from what is hot."""
        if session.id in self._taken:
            return
        self._taken.add(session.id)
        topic = self.play(SESSION_RECORD, SessionRecordInput(session), session.id).topic
        self._visit(session)
        for page in cut(session, "turn", "user"):
            self._short[page.id] = (page, topic or "other things")
        while len(self._short) > self.options.short:
            self._pass_on(next(iter(self._short)))
        self._learn(session)
        self._cool(session.ended_at)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The nearest of the latest pages, of the pages of the nearest segments, and of facts."""
        known = [page for page, _ in self._short.values()]
        known += [page for one in self._near(query, at) for page in one.pages]
        known += self._long.values()
        return nearest(self._rows, query, [m for m in known if m.created_at <= at], k)

    def get_all(self) -> list[Memory]:
        """Pages and facts, oldest first."""
        pages = [page for page, _ in self._short.values()]
        pages += [page for one in self._mid.values() for page in one.pages]
        return sorted([*pages, *self._long.values()], key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget a fact, or a page with what was learnt from it; KeyError if there is none."""
        if memory_id in self._long:
            del self._long[memory_id]
            return
        if memory_id in self._short:
            del self._short[memory_id]
        else:
            self._tear_out(memory_id)
        for fact in [f for f in self._long.values() if memory_id in f.turns]:
            del self._long[fact.id]

    def reset(self) -> None:
        """Forget everything."""
        self._short.clear()
        self._mid.clear()
        self._long.clear()
        self._taken.clear()

    def _near(self, query: str, at: datetime) -> list[Segment]:
        """The segments nearest to a query."""
        heads = [one.head(at) for one in self._mid.values() if one.began <= at]
        found = nearest(self._rows, query, heads, self.options.segments)
        return [self._mid[head.id] for head in found]

    def _visit(self, session: Session) -> None:
        """The segment that a session's opening leads back to was visited."""
        opening = next((turn.text for turn in session.turns if turn.speaker == "user"), "")
        heads = [one.head(session.started_at) for one in self._mid.values()]
        for head in nearest(self._rows, opening, heads, 1):
            if (head.score or 0.0) >= self.options.visited:
                one = self._mid[head.id]
                self._mid[one.topic] = replace(one, visits=one.visits + 1, last=session.started_at)

    def _pass_on(self, page_id: str) -> None:
        """The oldest page joins the segment of its topic."""
        page, topic = self._short.pop(page_id)
        one = self._mid.get(topic, Segment(topic, (), 0, page.created_at))
        self._mid[topic] = one.joined(page)

    def _learn(self, session: Session) -> None:
        """Take the facts out of hot segments; what was learnt from is not learnt from again."""
        for topic, one in list(self._mid.items()):
            if one.fresh and one.heat(session.ended_at, self.options.hours) >= self.options.heat:
                turns = tuple(Turn(p.id, "user", p.text, p.created_at) for p in one.fresh)
                read = replace(session, id=f"{session.id}/{topic}", turns=turns)
                notes = self.play(EXTRACTOR, ExtractorInput(read, self.lexicon), read.id).notes
                pages = {page.id: page for page in one.fresh}
                for number, note in enumerate(notes):
                    page = pages[note.turn]
                    fact_id = f"fact/{page.id}/{number}"
                    self._long[fact_id] = replace(page, id=fact_id, text=note.words, metadata={})
                self._mid[topic] = replace(one, learnt=len(one.pages), visits=0)
        for fact_id in list(self._long)[: max(0, len(self._long) - self.options.long)]:
            del self._long[fact_id]

    def _cool(self, now: datetime) -> None:
        """Drop the coldest segments beyond the capacity, the older ones first."""
        while len(self._mid) > self.options.mid:
            hours = self.options.hours
            coldest = min(self._mid.values(), key=lambda one: (one.heat(now, hours), one.last))
            del self._mid[coldest.topic]

    def _tear_out(self, page_id: str) -> None:
        home = next((one for one in self._mid.values() if one.has(page_id)), None)
        if home is None:
            raise KeyError(page_id)
        left = home.without(page_id)
        if left.pages:
            self._mid[home.topic] = left
        else:
            del self._mid[home.topic]
