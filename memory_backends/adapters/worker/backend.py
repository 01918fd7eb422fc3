"""A memory that lives in another process, under an interpreter and an environment of its own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends.adapters.worker.process import Worker
from memory_backends.adapters.worker.surroundings import command, environment
from memory_backends.adapters.worker.wire import received, sent
from memory_backends.base import BackendOptions, MemoryBackend
from sim.errors import RunFailed
from sim.views import Memory, Session


class WorkerOptions(BackendOptions):
    """``python`` is the interpreter in which the library is installed.

    ``timeout`` is in seconds, for each request; ``environment`` has variables for the process.
    """

    python: str = "python3"
    timeout: float = Field(default=600, gt=0)
    environment: dict[str, str] = {}


class InWorker(MemoryBackend):
    """Puts what is asked of it to a worker; subclasses say which, and what it can do besides.

    One process serves one user and is started at the first request. When it dies, hangs or
    prints something else, the request that was due raises RunFailed, and the process is gone.
    """

    group = "workers"
    Options: ClassVar[type[WorkerOptions]] = WorkerOptions
    options: WorkerOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._command = command(self.options.python, self.script)
        self._worker: Worker | None = None
        self._closed = False
        self._now = ""

    @property
    def script(self) -> str:
        """The script that the interpreter runs: a name of those shipped, or a path."""
        return self.name

    @property
    def own_options(self) -> Mapping[str, object]:
        """What the script is opened with."""
        return {}

    @property
    def wants_model(self) -> bool:
        """Whether the worker is given the model that the run names for libraries."""
        return self.calls_models and "OPENAI_BASE_URL" not in self.options.environment

    def _endpoint(self) -> Mapping[str, str]:
        """Variables that lead to a language model, where the worker wants one."""
        if not self.wants_model:
            return {}
        door = self.let_in()
        return {
            "OPENAI_BASE_URL": door.url,
            "OPENAI_API_KEY": door.key,
            "LIFEWORLD_MODEL": door.model,
        }

    def add(self, session: Session) -> None:
        """Send the session."""
        self._now = session.ended_at.isoformat()
        self._ask("add", session=sent(session))

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """What the worker finds, without what it would find in the future of the question."""
        self._now = at.isoformat()
        found = received(self.name, "search", self._ask("search", query=query, k=k))
        return [memory for memory in found if memory.created_at <= at]

    def get_all(self) -> list[Memory]:
        """What the worker lists, oldest first."""
        entries = received(self.name, "get_all", self._ask("get_all"))
        return sorted(entries, key=lambda entry: entry.created_at)

    def reset(self) -> None:
        """Have the worker forget everything."""
        self._ask("reset")

    def close(self) -> None:
        """Ask the worker to close, then end it."""
        self._closed = True
        worker, self._worker = self._worker, None
        if worker is None or worker.ended:
            return
        try:
            worker.ask("close", at=self._now or None)
        finally:
            worker.end()

    def _ask(self, do: str, **given: object) -> object:
        if self._closed:
            raise RunFailed(f"backend {self.name!r} was asked to {do} after it was closed")
        if self._worker is None:
            self._worker = self._opened()
        return self._worker.ask(do, at=self._now or None, **given)

    def _opened(self) -> Worker:
        around = environment(self.options.environment, self._endpoint())
        worker = Worker(self.name, self._command, around, self.options.timeout)
        state = worker.folder / "state"
        state.mkdir()
        given = {"user_id": self.user_id, "folder": str(state), "options": dict(self.own_options)}
        try:
            worker.ask("open", at=self._now or None, **given)
        except RunFailed:
            worker.end()
            raise
        return worker


class ForgettingInWorker(InWorker):
    """One whose single entries can be deleted."""

    def delete(self, memory_id: str) -> None:
        """Have the worker forget one entry."""
        self._ask("delete", memory_id=memory_id)
