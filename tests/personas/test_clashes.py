"""Finding values that are part of one another agrees with looking at every pair."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from personas.domains import clashes
from personas.domains.clashes import Placed
from sim.text import normal

WORDS = st.sampled_from(
    ["a", "ab", "A b", "b  a", "ba", "oak", "an Oak chest", "straße", "STRASSE"]
)
PLACED = st.lists(WORDS, max_size=8).map(lambda found: [(f"p{i}", v) for i, v in enumerate(found)])


def part_of(one: str, other: str) -> bool:
    return normal(one) in normal(other)


@given(PLACED)
def test_values_of_one_pack(values: list[Placed]) -> None:
    found = [{clash.where, clash.elsewhere} for clash in clashes.among_values(values)]
    expected = [
        {a, b} for (a, x), (b, y) in combinations(values, 2) if part_of(x, y) or part_of(y, x)
    ]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


@given(PLACED, PLACED)
def test_values_of_two_packs(one: list[Placed], other: list[Placed]) -> None:
    found = [(clash.where, clash.elsewhere) for clash in clashes.between(one, other)]
    expected = [(a, b) for a, x in one for b, y in other if part_of(x, y) or part_of(y, x)]
    assert found == expected


@given(PLACED)
def test_the_shorter_value_is_the_one_that_clashes(values: list[Placed]) -> None:
    for clash in clashes.among_values(values):
        assert normal(clash.value) in normal(clash.text)
