"""Budgets and what they evict."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.base import MemoryBackend
from memory_backends.budget import EVICTIONS, Budget, Course
from memory_backends.conformance.script import AFTERWARDS, little_life, long_life
from memory_backends.references import FullContext, Recency
from memory_backends.retrieval import Bm25
from sim.errors import LacksCapability, Misuse, UnknownName
from sim.text import estimated_tokens
from sim.views import Memory, Session

START = datetime(2031, 1, 1)


class Given(MemoryBackend):
    """Holds the entries it is given, in that order."""

    name = "given"

    def __init__(self, entries: list[Memory]) -> None:
        super().__init__("ada")
        self.entries = list(entries)

    def add(self, session: Session) -> None: ...

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return []

    def get_all(self) -> list[Memory]:
        return list(self.entries)

    def delete(self, memory_id: str) -> None:
        (gone,) = [entry for entry in self.entries if entry.id == memory_id]
        self.entries.remove(gone)


class Undeletable(FullContext):
    name = "undeletable"
    delete = MemoryBackend.delete


class Opaque(FullContext):
    name = "opaque"
    enumerates = False


def entry(number: int, day: int = 0, text: str = "abcd") -> Memory:
    return Memory(f"m{number}", text, START + timedelta(days=day))


ENTRIES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 30)), max_size=25).map(
    lambda made: [entry(i, day, "x" * length) for i, (day, length) in enumerate(made)]
)
BOUND = st.none() | st.integers(1, 40)


def test_the_oldest_go_first_and_among_equals_the_first_stored() -> None:
    backend = Given([entry(0, day=2), entry(1, day=1), entry(2, day=1), entry(3, day=3)])
    assert [gone.id for gone in Budget(2).enforce(backend)] == ["m1", "m2"]
    assert [kept.id for kept in backend.get_all()] == ["m0", "m3"]


def test_what_fits_is_left_alone() -> None:
    backend = Given([entry(0), entry(1)])
    assert Budget(2).enforce(backend) == ()
    assert Budget().enforce(backend) == ()
    assert len(backend.get_all()) == 2


def test_tokens_are_counted_over_all_entries() -> None:
    backend = Given([entry(0, text="x" * 40), entry(1, text="x" * 20), entry(2, text="x" * 20)])
    evicted = Budget(max_tokens=10).enforce(backend)  # 10 + 5 + 5 tokens
    assert [gone.id for gone in evicted] == ["m0"]


def test_an_entry_larger_than_the_whole_budget_goes_too() -> None:
    backend = Given([entry(0), entry(1, day=1, text="x" * 400)])
    assert [gone.id for gone in Budget(max_tokens=50).enforce(backend)] == ["m0", "m1"]


@given(ENTRIES, BOUND, BOUND)
def test_afterwards_the_budget_holds_and_nothing_went_in_vain(
    entries: list[Memory], max_entries: int | None, max_tokens: int | None
) -> None:
    def fits(kept: list[Memory]) -> bool:
        tokens = sum(estimated_tokens(each.text) for each in kept)
        few = max_entries is None or len(kept) <= max_entries
        return few and (max_tokens is None or tokens <= max_tokens)

    backend = Given(entries)
    evicted = list(Budget(max_entries, max_tokens).enforce(backend))
    oldest_first = sorted(entries, key=lambda each: each.created_at)
    assert evicted == oldest_first[: len(evicted)]
    kept = oldest_first[len(evicted) :]
    assert sorted(backend.get_all(), key=lambda each: each.created_at) == kept
    assert fits(kept)
    assert not evicted or not fits([evicted[-1], *kept])


@given(st.integers(1, 12))
def test_enforced_after_each_session_a_life_keeps_its_latest_turns(bound: int) -> None:
    backend = Recency("ada")
    for session in little_life("ada"):
        backend.add(session)
        Budget(bound).enforce(backend)
    turns = [t.id for s in little_life("ada") for t in s.turns if t.speaker == "user"]
    assert [kept.id for kept in backend.get_all()] == turns[-bound:]


def test_what_was_evicted_is_not_found_again() -> None:
    backend = Bm25("ada")
    for session in long_life("ada", 30):
        backend.add(session)
        Budget(5).enforce(backend)
    assert len(backend.get_all()) == 5
    found = backend.search("parcel number hall shelf", k=100, at=AFTERWARDS)
    assert {memory.id for memory in found} == {kept.id for kept in backend.get_all()}


@pytest.mark.parametrize(("kind", "lacking"), [(Undeletable, "delete"), (Opaque, "enumerate")])
def test_a_backend_that_cannot_keep_a_budget_is_refused_before_the_run(
    kind: type[MemoryBackend], lacking: str
) -> None:
    with pytest.raises(LacksCapability, match=f"budget of 200 needs .* can {lacking} its entries"):
        Budget(200).check(kind)
    Budget().check(kind)
    Budget(200).check(FullContext)


@pytest.mark.parametrize("bound", [0, -3])
def test_a_budget_that_keeps_nothing_is_misuse(bound: int) -> None:
    with pytest.raises(Misuse, match="keeps nothing"):
        Budget(bound)
    with pytest.raises(Misuse, match="keeps nothing"):
        Budget(max_tokens=bound)


def test_a_budget_says_itself_as_trials_are_named() -> None:
    assert str(Budget(100, 4000)) == "100, 4000 tokens"
    assert str(Budget()) == "unlimited"


def of(number: int, *sessions: str) -> Memory:
    return Memory(f"m{number}", "abcd", START + timedelta(days=number), sessions)


def gone(budget: Budget, entries: list[Memory], course: Course) -> list[str]:
    return [each.id for each in budget.enforce(Given(entries), course)]


def test_what_was_not_retrieved_for_the_longest_time_goes_first() -> None:
    """m0 was found on day 9, m1 never (created on day 1), m2 on day 2, m3 never (day 3)."""
    course = Course({"m0": START + timedelta(days=9), "m2": START + timedelta(days=2)})
    budget = Budget(1, eviction="least_recently_retrieved")
    assert gone(budget, [of(0), of(1), of(2), of(3)], course) == ["m1", "m2", "m3"]


def test_entries_of_regretted_sessions_go_first_the_oldest_of_them_first() -> None:
    entries = [of(0, "s1"), of(1, "s2"), of(2, "s1"), of(3, "s2")]
    budget, course = Budget(1, eviction="retroactive"), Course(regretted=frozenset({"s2"}))
    assert gone(budget, entries, course) == ["m1", "m3", "m0"]


def test_an_entry_is_regretted_only_with_all_its_sessions() -> None:
    entries = [of(0), of(1, "s1", "s2"), of(2, "s2")]
    course = Course(regretted=frozenset({"s2"}))
    assert gone(Budget(2, eviction="retroactive"), entries, course) == ["m2"]


def test_nothing_is_evicted_from_a_store_that_fits_however_regretted() -> None:
    course = Course(regretted=frozenset({"s1"}))
    assert gone(Budget(2, eviction="retroactive"), [of(0, "s1"), of(1, "s1")], course) == []


@given(ENTRIES, st.integers(1, 30), st.sampled_from(EVICTIONS))
def test_without_a_course_every_rule_is_oldest_first(
    entries: list[Memory], bound: int, eviction: str
) -> None:
    evicted = Budget(bound, eviction=eviction).enforce(Given(entries))  # type: ignore[arg-type]
    assert evicted == Budget(bound).enforce(Given(entries))


def test_an_unknown_eviction_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match="eviction is called 'retroactiv': did you mean 'retroac"):
        Budget(5, eviction="retroactiv")  # type: ignore[arg-type]


def test_a_rule_is_part_of_the_name_where_there_is_a_bound() -> None:
    assert str(Budget(5, 100, "retroactive")) == "5, 100 tokens[eviction=retroactive]"
    assert str(Budget(eviction="retroactive")) == "unlimited"
