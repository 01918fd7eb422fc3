"""The backend, gate and budget of a trial behind a guard: whatever they raise is BackendFailed.

Only views cross into backends and gates. Controls alone, which stand outside the wall, are shown
probes and plans.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from experiments import controls
from experiments.controls import Control
from experiments.trials.spec import TrialSpec
from experiments.trials.staging import Stage
from memory_backends.budget import Course
from memory_backends.returned import answer, memories
from sim.cast.cast import Cast
from sim.cast.letting import OpenDoor
from sim.errors import BackendFailed, Misuse, RoleFailed, RunEnded
from sim.lexicon import Lexicon
from sim.moments import SessionHeld
from sim.probes import Probe
from sim.views import Answer, Memory, Session

T = TypeVar("T")


class GuardedBackend:
    """The memory of one user in one trial. Every method raises BackendFailed, or RunEnded.

    ``search`` and ``answer`` raise RoleFailed when a role they asked for was not played: that
    spoils one answer, and no more.
    """

    def __init__(
        self,
        spec: TrialSpec,
        user_id: str,
        stage: Stage | None = None,
        *,
        life: str = "",
        lexicon: Lexicon | None = None,
    ) -> None:
        """Make gate and backend. Options that are wrong, and what is not installed, are Misuse."""
        self._spec, self._user_id, self._life = spec, user_id, life
        self._stage = stage or Stage(Cast())
        self._budget = spec.new_budget()
        can = spec.capabilities()
        self.enumerates = can.enumerate
        self.answers_itself = can.answer and spec.reader not in controls.READERS
        self._retrieved: dict[str, datetime] = {}
        self._listed: dict[str, Memory] = {}
        play = self._stage.play
        self._gate = self._attempt("create", "", lambda: spec.new_gate(user_id, play))
        self._backend = self._attempt(
            "create", "", lambda: spec.new_backend(user_id, play, lexicon, self._enter)
        )

    def _enter(self) -> OpenDoor:
        return self._stage.let_in(self._spec.backend)

    def wants(self, held: SessionHeld, history: Sequence[Session]) -> bool:
        """The gate's decision about a session, given all sessions before it."""
        return self._attempt("gate", held.session.id, lambda: self._gate.wants(held, history))

    def recalled(self, history: Sequence[Session]) -> Sequence[Session]:
        """Sessions that the gate skipped and now wants stored late."""
        return self._attempt("gate", "", lambda: self._gate.recalled(history))

    def add(self, session: Session) -> None:
        """Store a session."""
        self._attempt("add", session.id, lambda: self._backend.add(session))

    def entries(self, session_id: str) -> list[Memory]:
        """What is stored after a session."""
        found = self._attempt(
            "get_all",
            session_id,
            lambda: memories("get_all", self._backend.get_all(), self._listed),
        )
        self._listed = {memory.id: memory for memory in found}
        return found

    def is_over(self, entries: int, tokens: int) -> bool:
        """Whether a store of this size is beyond the budget."""
        entries_over = self._budget.max_entries is not None and entries > self._budget.max_entries
        tokens_over = self._budget.max_tokens is not None and tokens > self._budget.max_tokens
        return entries_over or tokens_over

    def evict(self, session_id: str) -> Sequence[Memory]:
        """Delete the entries beyond the budget whose turn it is; returns them."""
        regretted = self._attempt("gate", session_id, self._gate.regretted)
        course = Course(self._retrieved, regretted)
        return self._attempt(
            "delete", session_id, lambda: self._budget.enforce(self._backend, course)
        )

    def answer(self, probe: Probe) -> Answer:
        """The memories for a question; with them the answer, of a backend that answers itself."""
        backend, question, k = self._backend, probe.question, self._spec.k
        if isinstance(backend, Control):
            return Answer("", tuple(self._attempt("search", "", lambda: backend.evidence(probe))))
        if self.answers_itself:
            return self._attempt("answer", "", lambda: answer(backend.answer(question, k=k)))
        return Answer("", tuple(self.search(question.text, question.at)))

    def search(self, query: str, at: datetime) -> list[Memory]:
        """The memories for a text at a date."""
        k = self._spec.k
        found = self._attempt(
            "search", "", lambda: memories("search", self._backend.search(query, k=k, at=at))
        )
        self._retrieved.update({memory.id: at for memory in found})
        return found

    def recall(self, query: str, at: datetime) -> list[Memory]:
        """The memories for what was said in a conversation; the gate learns what was of use.

        It does not learn from a study's questions: these know gold, and asking changes nothing.
        """
        found = self.search(query, at)
        self._attempt("gate", "", lambda: self._gate.learn(found))
        return found

    def close(self) -> None:
        """Let go of what the backend holds open."""
        self._attempt("close", "", self._backend.close)

    def _attempt(self, step: str, session_id: str, call: Callable[[], T]) -> T:
        self._stage.step = step
        try:
            done = call()
            self._stage.cast.check()  # a library may go on without the reply it was refused
            return done
        except RunEnded:  # models that a gate or backend asks can be asked no more, by nobody
            raise
        except Exception as cause:
            self._stage.cast.check()  # a library does not say that the run was ended
            if _passes(step, cause):
                raise
            of_gate = step == "gate"
            raise BackendFailed(
                self._spec.gate if of_gate else self._spec.backend,
                step,
                session_id,
                self._user_id,
                cause,
                life=self._life,
                what="gate" if of_gate else "backend",
            ) from cause


def _passes(step: str, cause: Exception) -> bool:
    """Whether an error is not the memory's: wrong options, or a role that gave no reply."""
    if step == "create":
        return isinstance(cause, Misuse)
    return step in ("search", "answer") and isinstance(cause, RoleFailed)
