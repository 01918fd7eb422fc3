"""A trial in one life: sessions go in, questions are answered, failures are written down.

Whatever a backend raises ends its trial for this life. From then on its questions have failed and
its store is unknown: neither is ever scored. A search that returns what nobody could know yet
fails the one answer that rested on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from experiments.recording import answer_record, failure_record, write_record
from experiments.studies.base import Record
from experiments.trials.guarded import GuardedBackend
from experiments.trials.spec import TrialSpec
from experiments.trials.staging import Stage
from experiments.trials.stopwatch import timed
from sim.cast.cast import Cast
from sim.errors import BackendFailed, RoleFailed
from sim.life import Life
from sim.moments import SessionHeld
from sim.probes import Failure, Probe
from sim.probing import Carriers, StoreChange, StoreWatch, trace_probe
from sim.roles.answerer import AnswererInput
from sim.seeds import Part, stream
from sim.views import Answer, Memory, Session


class Trial:
    """One trial, alive in one life. ``ended`` says why it dropped out, "" while it runs."""

    def __init__(
        self,
        spec: TrialSpec,
        life: Life,
        cast: Cast,
        carriers: Carriers,
        *,
        seed_path: tuple[Part, ...] = (),
    ) -> None:
        self.life, self.name = life, spec.name
        self.watch = StoreWatch(carriers)
        self.ended = ""
        self._cast = cast.at(trial=self.name, phase="answer")
        self._reader = spec.read_role()
        self._seed_path = (*seed_path, "trial", self.name)
        self._failures: list[Record] = []
        self._memory = self._open(spec)

    def take_in(self, held: SessionHeld, history: Sequence[Session]) -> list[Record]:
        """Gate, store, keep to the budget: the ``write`` record, behind any failure."""
        self.watch.begin(held.session.id)
        written = write_record(self.life, self.name, held, None, self.watch)
        if self._memory is not None:
            try:
                written = self._written(self._memory, held, history)
            except BackendFailed as failed:
                self._end(failed)
        return [*self._noted(), written]

    def ask(self, probe: Probe, *, read: bool = True) -> list[Record]:
        """Search and answer: the ``answer`` record, behind any failure of the trial.

        A reader that gives no reply is a failure of this answer alone. Without ``read`` the
        search alone counts, and the answer is empty.
        """
        if self._memory is None:
            failed = self._failed(probe, Failure("trial", f"trial ended: {self.ended}"))
            return [*self._noted(), failed]
        try:
            answered = self._answered(self._memory, probe, read=read)
        except BackendFailed as broken:
            self._end(broken)
            answered = self._failed(probe, Failure(broken.step, str(broken)))
        except RoleFailed as mute:
            answered = self._failed(probe, Failure("answer", str(mute), mute.raw))
        return [*self._noted(), answered]

    def recall(self, query: str, at: datetime) -> tuple[Memory, ...]:
        """What the memory finds while a conversation is going on; nothing once it has failed.

        Memories from the future are left out, and a failure says so.
        """
        if self._memory is None:
            return ()
        try:
            found = self._memory.recall(query, at)
        except BackendFailed as failed:
            self._end(failed)
            return ()
        except RoleFailed as mute:
            self._note("search", str(mute))
            return ()
        late = _late(found, at)
        if late:
            self._note("search", f"while a conversation was going on, {_violation(late, at)}")
        return tuple(memory for memory in found if memory not in late)

    def close(self) -> list[Record]:
        """Let go of the backend; safe to call twice. Failures not written down yet come back."""
        self._let_go()
        return self._noted()

    def _open(self, spec: TrialSpec) -> GuardedBackend | None:
        try:
            stage = Stage(self._cast, self._seed_path)
            life = self.life
            return GuardedBackend(spec, life.user_id, stage, life=life.id, lexicon=life.lexicon)
        except BackendFailed as failed:
            self.ended = str(failed)
            self._note(failed.step, str(failed))
            return None

    def _written(
        self, memory: GuardedBackend, held: SessionHeld, history: Sequence[Session]
    ) -> Record:
        session, change, evicted = held.session, StoreChange(), 0
        stored = memory.wants(held, history)
        late = memory.recalled(history)
        for one in (*late, session) if stored else late:
            with timed(self._cast, "ingest"):
                memory.add(one)
        if (stored or late) and memory.enumerates:
            change = self.watch.update(memory.entries(session.id))
            evicted = self._evicted(memory, session)
        return write_record(self.life, self.name, held, stored, self.watch, change, evicted)

    def _evicted(self, memory: GuardedBackend, session: Session) -> int:
        if not memory.is_over(self.watch.entries, self.watch.tokens):
            return 0
        gone = memory.evict(session.id)
        self.watch.evict(gone)
        return len(gone)

    def _answered(self, memory: GuardedBackend, probe: Probe, *, read: bool) -> Record:
        with timed(self._cast, "retrieve"):
            answer, at = memory.answer(probe), probe.question.at
        late = _late(answer.memories, at)
        if late:
            return self._failed(probe, Failure("search", _violation(late, at)))
        if read and not memory.answers_itself:
            answer = Answer(self._read(probe, answer.memories), answer.memories)
        traces = trace_probe(probe, self.watch, answer.memories)
        return answer_record(self.life, self.name, probe, answer, traces, texts=read)

    def _read(self, probe: Probe, memories: tuple[Memory, ...]) -> str:
        given = AnswererInput(probe.question, memories, self.life.lexicon)
        rng = stream(*self._seed_path, "answer", probe.id)
        return self._cast.play(self._reader, given, rng).text

    def _end(self, failed: BackendFailed) -> None:
        self.ended = str(failed)
        self._note(failed.step, str(failed))
        self._let_go()

    def _let_go(self) -> None:
        memory, self._memory = self._memory, None
        if memory is not None:
            try:
                memory.close()
            except BackendFailed as failed:
                self._note(failed.step, str(failed))

    def _note(self, where: str, why: str) -> None:
        self._failures.append(failure_record(self.life, self.name, where, why))

    def _noted(self) -> list[Record]:
        noted, self._failures = self._failures, []
        return noted

    def _failed(self, probe: Probe, failure: Failure) -> Record:
        return answer_record(self.life, self.name, probe, failure=failure)


def _late(found: Sequence[Memory], at: datetime) -> list[Memory]:
    """The memories from after a date, though none should be."""
    return [memory for memory in found if memory.created_at > at]


def _violation(late: Sequence[Memory], at: datetime) -> str:
    """What was wrong with a search that knew the future."""
    first, more = late[0], f", and {len(late) - 1} more" if len(late) > 1 else ""
    return (
        f"memory {first.id!r} is from the future: it is dated {first.created_at}, the question "
        f"{at}{more}"
    )
