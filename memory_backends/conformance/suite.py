"""Runs the checks against any backend, also a stranger's."""

from __future__ import annotations

from collections.abc import Callable

from memory_backends.base import Capabilities, MemoryBackend
from memory_backends.conformance import finding, storing
from memory_backends.conformance.report import Report
from memory_backends.conformance.subject import Broken, Subject
from sim.errors import RunFailed, folded, told

CHECKS: dict[str, tuple[Callable[[Subject], None], tuple[str, ...]]] = {
    "empty store": (storing.empty_store, ()),
    "enumeration": (storing.enumeration, ("enumerate",)),
    "dates": (storing.dates, ("enumerate",)),
    "sources": (storing.sources, ("enumerate",)),
    "unicode": (storing.unicode, ()),
    "add twice": (storing.add_twice, ("enumerate",)),
    "delete": (storing.delete, ("enumerate", "delete")),
    "reset": (storing.reset, ("enumerate", "reset")),
    "repeatable": (storing.repeatable, ("enumerate",)),
    "read-only search": (storing.read_only, ("enumerate",)),
    "isolation": (finding.isolation, ()),
    "simulated time": (finding.simulated_time, ()),
    "depth": (finding.depth, ()),
    "ranking": (finding.ranking, ()),
    "answer": (finding.answer, ("answer",)),
    "larger store": (finding.larger_store, ()),
    "close": (finding.close, ()),
}
"""Each check and the capabilities without which it does not apply."""


def check(make: Callable[[str], MemoryBackend], *, size: int = 300) -> Report:
    """Try a backend; ``make`` gives an empty one for a user id, ``size`` is the larger store's.

    Whatever a backend raises in a check is recorded as that check's failure. Every check uses
    users of its own, so ``make`` may lead to one shared storage.

    >>> from memory_backends import create
    >>> check(lambda user_id: create("recency", user_id=user_id)).failed
    ()
    """
    backend = make("first-look")
    name, able = getattr(backend, "name", type(backend).__name__), backend.capabilities()
    backend.close()
    outcomes = {each: _outcome(make, each, able, size) for each in CHECKS}
    return Report(
        backend=name,
        passed=tuple(each for each, (how, _) in outcomes.items() if how == "passed"),
        failed=tuple((each, why) for each, (how, why) in outcomes.items() if how == "failed"),
        skipped=tuple((each, why) for each, (how, why) in outcomes.items() if how == "skipped"),
        capabilities=able,
    )


def _outcome(
    make: Callable[[str], MemoryBackend], name: str, able: Capabilities, size: int
) -> tuple[str, str]:
    run, needs = CHECKS[name]
    lacking = [need for need in needs if not getattr(able, need)]
    if lacking:
        return "skipped", f"it cannot {' or '.join(lacking)}"
    subject = Subject(make, name, able, size)
    try:
        try:
            run(subject)
        finally:
            subject.close()
    except (Broken, RunFailed) as broken:  # RunFailed: it returned what it must not return
        return "failed", folded(str(broken))
    except Exception as error:  # noqa: BLE001  (a stranger's code: whatever it raises is the result)
        return "failed", f"raised {told(error)}"
    return "passed", ""
