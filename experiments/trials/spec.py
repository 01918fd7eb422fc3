"""What a trial is made of: gate x backend x budget x reader, each by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import memory_backends
from experiments import controls
from experiments.controls import Control
from experiments.trials.gating import TrialGate
from memory_backends import gates
from memory_backends.base import BackendOptions, Capabilities, MemoryBackend
from memory_backends.budget import Budget, Eviction
from memory_backends.gates import Play
from memory_backends.options import read_options
from memory_backends.playing import Entry
from sim.cast.role import Role
from sim.errors import LacksCapability, UnknownName
from sim.lexicon import Lexicon
from sim.roles.answerer import READERS, AnswererInput, AnswererOutput

DEFAULT_DEPTH = 10  # memories a search brings (k)
Reader = Role[AnswererInput, AnswererOutput]


@dataclass(frozen=True, slots=True)
class TrialSpec:
    """One way to remember, to be compared with others on the same lives.

    ``budget`` bounds the entries, ``budget_tokens`` the estimated tokens of a store; None is no
    bound. ``eviction`` says what goes first beyond it. ``k`` is how many memories a question may
    bring.

    >>> TrialSpec("universal", "bm25", 200, "ideal").name
    'bm25 | universal | 200 | ideal'
    >>> TrialSpec(backend="bm25", backend_options={"granularity": "session"}, k=5).name
    'bm25[granularity=session] | universal | unlimited | ideal[k=5]'
    """

    gate: str = "universal"
    backend: str = "bm25"
    budget: int | None = None
    reader: str = "ideal"
    k: int = DEFAULT_DEPTH
    backend_options: Mapping[str, object] = field(default_factory=dict)
    gate_options: Mapping[str, object] = field(default_factory=dict)
    budget_tokens: int | None = None
    eviction: Eviction = "oldest_first"

    @property
    def name(self) -> str:
        """The trial's name in records and tables; different trials have different names."""
        depth = {} if self.k == DEFAULT_DEPTH else {"k": self.k}
        parts = (
            _named(self.backend, self.backend_options),
            _named(self.gate, self.gate_options),
            self.budget_name,
            _named(self.reader, depth),
        )
        return " | ".join(parts)

    @property
    def budget_name(self) -> str:
        """The budget in words: "200", "4000 tokens", "200, 4000 tokens" or "unlimited"."""
        return str(self.new_budget())

    def check(self, needs: Iterable[str] = ()) -> None:
        """Refuse what cannot work, before anything is run. ``needs`` are those of the studies.

        Raises UnknownName, Misuse for wrong options, LacksCapability for what a backend cannot do.
        """
        kind = self._backend_class()
        read_options(kind.Options, self.backend_options, f"backend {self.backend!r}")
        self.read_role()
        self._check_gate()
        self.new_budget().check(kind)
        self._check_needs(needs, kind.capabilities())

    def capabilities(self) -> Capabilities:
        """What the backend can do."""
        return self._backend_class().capabilities()

    @property
    def calls_models(self) -> bool:
        """Whether a library in the backend calls models itself."""
        return self._backend_class().calls_models

    def new_backend(
        self,
        user_id: str,
        play: Play | None = None,
        lexicon: Lexicon | None = None,
        let_in: Entry | None = None,
    ) -> MemoryBackend:
        """A fresh memory for one user; it has roles of the cast played by ``play``."""
        kind = self._backend_class()
        if issubclass(kind, Control):
            return kind(user_id)
        backend = memory_backends.create(self.backend, user_id=user_id, **self.backend_options)
        backend.play = play or backend.play
        backend.lexicon = lexicon or backend.lexicon
        backend.let_in = let_in or backend.let_in
        return backend

    def new_gate(self, user_id: str, play: Play | None = None) -> TrialGate:
        """A fresh gate for one user; ``play`` is how it has roles of the cast played."""
        if self.gate in controls.GATES:
            return TrialGate(control=controls.GATES[self.gate])
        return TrialGate(gates.create(self.gate, user_id=user_id, play=play, **self.gate_options))

    def new_budget(self) -> Budget:
        """The bound on the store; unlimited if neither entries nor tokens are bounded."""
        return Budget(self.budget, self.budget_tokens, self.eviction)

    def read_role(self) -> Reader:
        """The role that reads memories and answers. Raises UnknownName."""
        known = {**READERS, **controls.READERS}
        if self.reader not in known:
            raise UnknownName("reader", self.reader, known)
        return known[self.reader]

    def _backend_class(self) -> type[MemoryBackend]:
        if self.backend in controls.BACKENDS:
            return controls.BACKENDS[self.backend]
        _known("backend", self.backend, memory_backends.names, controls.BACKENDS)
        return memory_backends.resolve(self.backend)

    def _check_gate(self) -> None:
        if self.gate in controls.GATES:
            read_options(BackendOptions, self.gate_options, f"gate {self.gate!r}")
            return
        _known("gate", self.gate, gates.names, controls.GATES)
        kind = gates.resolve(self.gate)
        read_options(kind.Options, self.gate_options, f"gate {self.gate!r}")

    def _check_needs(self, needs: Iterable[str], can: Capabilities) -> None:
        for need in sorted(needs):
            if not getattr(can, need):
                raise LacksCapability(
                    f"trial {self.name!r}: a study needs {need!r}, which backend {self.backend!r} "
                    f"cannot do: leave out the study or the backend"
                )


def _named(name: str, options: Mapping[str, object]) -> str:
    listed = ", ".join(f"{key}={options[key]}" for key in sorted(options))
    return f"{name}[{listed}]" if listed else name


def _known(what: str, name: str, names: Callable[[], list[str]], own: Iterable[str]) -> None:
    """Refuse a plain name that neither a registry nor the controls have."""
    known = [*names(), *own]
    if ":" not in name and "/" not in name and name not in known:
        raise UnknownName(what, name, known)
