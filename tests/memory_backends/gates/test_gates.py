"""Gates by name."""

from collections.abc import Sequence

import pytest

from memory_backends import gates
from memory_backends.conformance.script import little_life
from sim.errors import Misuse, UnknownName
from sim.views import Session


class Every(gates.Gate):
    """Stores every second session."""

    name = "every"

    def decide(self, session: Session, history: Sequence[Session]) -> bool:
        return len(history) % 2 == 0


def test_the_universal_gate_stores_everything() -> None:
    gate = gates.create("universal", user_id="ada")
    life = little_life("ada")
    assert all(gate.decide(session, life[:i]) for i, session in enumerate(life))
    gate.learn([gates.Feedback("s0001", retrieved=3)])
    assert gate.user_id == "ada"


def test_gates_are_listed_each_with_a_sentence() -> None:
    assert [row.name for row in gates.describe()] == gates.names()
    assert all(row.source == "built in" and row.doc.endswith(".") for row in gates.describe())
    assert gates.names() == [
        "context_aware",
        "greedy",
        "hybrid",
        "online",
        "structure_aware",
        "universal",
    ]


def test_an_unknown_gate_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no gate is called 'univrsal': did you mean 'universal'"):
        gates.create("univrsal", user_id="ada")


def test_a_gate_without_options_refuses_one() -> None:
    with pytest.raises(Misuse, match=r"gate 'universal' has no option 'threshold' \(it has none\)"):
        gates.create("universal", user_id="ada", threshold=0.5)


def test_a_strangers_gate_is_found_by_module_and_class(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "gate_under_test", sys.modules[__name__])
    assert gates.resolve("gate_under_test:Every") is Every
