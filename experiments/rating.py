"""How far raters agree: on categories, on grades, with some ratings missing.

Each measure takes pairs of ratings of the same things (``krippendorff`` a row a thing) and is None
where it is undefined. Written out here, since the libraries that have them are no longer kept; the
tests hold them against published worked examples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import product
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]
Pairs = Sequence[tuple[Hashable, Hashable]]
Grades = Sequence[tuple[int, int]]


def exact(pairs: Pairs) -> float | None:
    """The share of equal ratings.

    >>> exact([(1, 1), (2, 3)])
    0.5
    """
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def within(pairs: Grades, distance: int = 1) -> float | None:
    """The share of grades that lie no farther apart.

    >>> within([(1, 2), (2, 4)])
    0.5
    """
    return sum(abs(a - b) <= distance for a, b in pairs) / len(pairs) if pairs else None


def cohen(pairs: Pairs) -> float | None:
    """Cohen's kappa (1960): agreement beyond what each rater's own habits would bring."""
    if not pairs:
        return None
    first, second = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    chance = sum(first[each] * second[each] for each in first) / len(pairs) ** 2
    return _beyond(exact(pairs) or 0.0, chance)


def weighted(pairs: Grades) -> float | None:
    """Quadratic-weighted kappa (Cohen 1968): a miss counts by the square of its distance.

    >>> weighted([(1, 1), (2, 2), (3, 3), (1, 2)])
    0.8
    """
    if not pairs:
        return None
    seen = sum((a - b) ** 2 for a, b in pairs) / len(pairs)
    both = product((a for a, _ in pairs), (b for _, b in pairs))
    expected = sum((a - b) ** 2 for a, b in both) / len(pairs) ** 2
    return None if expected == 0 else round(1 - seen / expected, 12)


def gwet(pairs: Pairs, categories: int | None = None) -> float | None:
    """Gwet's AC1 (2008): steady where nearly all ratings are alike, as kappa is not.

    ``categories`` is how many there are, if some were never used.
    """
    if not pairs:
        return None
    used = Counter(rating for pair in pairs for rating in pair)
    count = categories or max(2, len(used))
    shares = [number / (2 * len(pairs)) for number in used.values()]
    chance = sum(share * (1 - share) for share in shares) / (count - 1)
    return _beyond(exact(pairs) or 0.0, chance)


def krippendorff(rows: Sequence[Sequence[float | None]], level: Level = "nominal") -> float | None:
    """Krippendorff's alpha (2011): any number of raters, None where one gave no rating.

    ``rows`` holds the ratings of one thing each; things with fewer than two ratings do not count.
    """
    units = [[r for r in row if r is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    values = Counter(rating for unit in units for rating in unit)
    total = sum(values.values())
    apart = _distance(level, values)
    seen = sum(_spread(Counter(unit), apart) / (len(unit) - 1) for unit in units)
    expected = _spread(values, apart) / (total - 1) if total > 1 else 0.0
    return None if expected == 0 else 1 - seen / expected


def _spread(counts: Counter[float], apart: Callable[[float, float], float]) -> float:
    """The sum of squared distances between all ordered pairs."""
    return sum(counts[a] * counts[b] * apart(a, b) for a, b in product(counts, counts))


def _distance(level: Level, values: Counter[float]) -> Callable[[float, float], float]:
    """The squared distance of two ratings at a level of measurement."""
    if level == "nominal":
        return lambda a, b: float(a != b)
    if level == "interval":
        return lambda a, b: (a - b) ** 2

    def ranked(a: float, b: float) -> float:
        low, high = min(a, b), max(a, b)
        between = sum(count for value, count in values.items() if low <= value <= high)
        return (between - (values[a] + values[b]) / 2) ** 2

    return ranked


def _beyond(seen: float, by_chance: float) -> float | None:
    return None if by_chance == 1 else (seen - by_chance) / (1 - by_chance)
