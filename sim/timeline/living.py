"""Living a life: its moments, one after another, made only as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sim.cast import Cast
from sim.conversation import Conversation, Recall, hold, recite
from sim.errors import Misuse, RoleFailed
from sim.facts import Ledger
from sim.life import Life
from sim.moments import CheckpointReached, Moment
from sim.plans import SessionPlan
from sim.seeds import stream
from sim.timeline.anchor import anchor
from sim.timeline.checkpoints import checkpoints
from sim.timeline.course import Course
from sim.timeline.domain import begin, planned
from sim.timeline.shift import shift
from sim.timeline.soundness import check
from sim.timeline.strand import strand
from sim.timeline.user import user
from sim.timeline.world import world

Accept = Callable[[SessionPlan, Conversation], str]
"""Why a conversation must be held again, or "" if it may stand."""
Told = Callable[[str], Conversation | None]
"""The conversation of a session, by its id, where it was held before (see ``experiments``)."""
TRIES = 3  # to hold a conversation that may stand


class Living:
    """A life being lived. Iterate once: every moment in order of time, the last checkpoint last.

    ``ledger`` is up to date with the moment handed out last. Nothing is kept of a moment once it
    was handed out, so a long life takes no more room than a short one.
    """

    def __init__(
        self,
        life: Life,
        cast: Cast,
        recall: Recall | None = None,
        accept: Accept | None = None,
        told: Told | None = None,
    ) -> None:
        check(life)
        self.life = life
        self._cast, self._recall, self._accept, self._told = cast, recall, accept, told
        self._course = Course(life)
        self._begun = False

    @property
    def ledger(self) -> Ledger:
        """What is true and what was told, so far."""
        return self._course.ledger

    @property
    def dropped(self) -> tuple[str, ...]:
        """The plans that a profile shift made void, so far."""
        return tuple(self._course.dropped)

    @property
    def cut(self) -> tuple[str, ...]:
        """The plans neither held nor dropped; once the life is over: what its end cut off."""
        gone = self._course.held.union(self._course.dropped)
        return tuple(plan.id for plan in planned(self.life) if plan.id not in gone)

    def __iter__(self) -> Iterator[Moment]:
        if self._begun:
            raise Misuse(f"life {self.life.id!r} was lived already: a second time needs live()")
        self._begun = True
        return self._moments()

    def _moments(self) -> Iterator[Moment]:
        self._set_going()
        moment: Moment | None = None
        while not (isinstance(moment, CheckpointReached) and moment.last):
            while not self._course.moments:
                self._go_on()
            moment = self._course.moments.popleft()
            yield moment

    def _set_going(self) -> None:
        course, life = self._course, self.life
        course.env.process(user(course))
        course.env.process(checkpoints(course))
        if life.storyline is not None:
            course.env.process(world(course, life.storyline))
        for script in life.domains:
            begin(course, script)
        for event in life.anchors:
            course.env.process(anchor(course, event))
        for each in life.strands:
            course.env.process(strand(course, each))
        for change in life.shifts:
            course.env.process(shift(course, change))

    def _go_on(self) -> None:
        """The next event of the life; while the user talks the clock stands still."""
        wish, self._course.wish = self._course.wish, None
        if wish is None:
            self._course.env.step()
        else:
            wish.talked.succeed(self._converse(wish.plan))

    def _converse(self, plan: SessionPlan) -> Conversation:
        session_id, started_at = self._course.session_id, self.life.calendar.date(self._course.now)
        if plan.recorded:
            return recite(plan, session_id=session_id, started_at=started_at)
        before = None if self._told is None else self._told(session_id)
        if before is not None:
            return before
        why = ""
        for attempt in range(TRIES):
            held = self._hold(plan, attempt)
            why = self._accept(plan, held) if self._accept else ""
            if not why:
                return held
        raise RoleFailed(
            "user", f"life {self.life.id!r}, session {session_id!r}, after {TRIES} tries: {why}"
        )

    def _hold(self, plan: SessionPlan, attempt: int) -> Conversation:
        life = self.life
        again = ("again", attempt) if attempt else ()
        return hold(
            plan,
            persona=life.persona,
            session_id=self._course.session_id,
            started_at=life.calendar.date(self._course.now),
            cast=self._cast,
            rng=stream(*life.seed_path, "session", plan.id, *again),
            engine=life.engine,
            recall=self._recall,
        )


def live(
    life: Life,
    cast: Cast,
    *,
    recall: Recall | None = None,
    accept: Accept | None = None,
    told: Told | None = None,
) -> Living:
    """Let a life be lived; with ``recall`` the assistant is bound to a memory (on-policy).

    A conversation that ``accept`` objects to is held again, up to three times; one that ``told``
    has is not held at all. The course of the life depends on the life alone, its words on the cast
    too. Raises BadData for a life that contradicts itself, and, while it is lived, RoleFailed if
    the cast gives no reply, or none that is accepted.
    """
    return Living(life, cast, recall, accept, told)
