"""What a run may spend, and what it has spent, counted in the run's cache for all processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field

from sim.errors import LimitReached

if TYPE_CHECKING:
    from sim.cast.cache import ReplyCache
    from sim.cast.prices import Prices

AT_ONCE = 16


class Limits(BaseModel):
    """Bounds of a run: money, tokens, calls; and how fast: calls at once and a second a provider.

    Every bound may be None for unbounded.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    usd: Annotated[float, Field(gt=0)] | None = None
    tokens: Annotated[int, Field(ge=1)] | None = None
    calls: Annotated[int, Field(ge=1)] | None = None
    at_once: Annotated[int, Field(ge=1)] = AT_ONCE
    per_second: Annotated[float, Field(gt=0)] | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What was really used of a model for a role, tries that failed included.

    ``usd`` None: the model has no price. ``estimated``: some tokens are no provider's counts.
    """

    role: str
    model: str
    calls: int
    tokens_read: int
    tokens_written: int
    usd: float | None
    estimated: bool


class Spending:
    """The account of a run. It goes on where an earlier process of the same run stopped."""

    def __init__(self, cache: ReplyCache, limits: Limits, prices: Prices) -> None:
        self._cache, self._limits, self._prices = cache, limits, prices

    def open_call(self, role: str, model: str) -> None:
        """Count a call before it is made. Raises LimitReached instead if it may not be made."""
        with self._cache.transaction() as db:
            used = db.execute(
                "select total(calls), total(tokens_read + tokens_written), total(usd) from spending"
            ).fetchone()
            self._check(dict(zip(("calls", "tokens", "usd"), used, strict=True)))
            unpriced = self._prices.of(model) is None
            db.execute(
                "insert or ignore into spending values (?, ?, 0, 0, 0, 0, ?, 0)",
                (role, model, unpriced),
            )
            db.execute(
                "update spending set calls = calls + 1 where role = ? and model = ?", (role, model)
            )

    def enter(self, role: str, model: str, read: int, written: int, *, estimated: bool) -> None:
        """Add the tokens of a call that brought a reply."""
        price = self._prices.of(model)
        usd = price.of(read, written) if price else 0.0
        with self._cache.transaction() as db:
            db.execute(
                "update spending set tokens_read = tokens_read + ?, tokens_written = "
                "tokens_written + ?, usd = usd + ?, estimated = max(estimated, ?) "
                "where role = ? and model = ?",
                (read, written, usd, estimated, role, model),
            )

    def lines(self) -> Iterator[Spent]:
        """What was spent, by role and model."""
        with self._cache.transaction() as db:
            rows = db.execute("select * from spending order by role, model").fetchall()
        for role, model, calls, read, written, usd, unpriced, estimated in rows:
            money = None if unpriced else usd
            yield Spent(role, model, calls, read, written, money, bool(estimated))

    def _check(self, used: Mapping[str, float]) -> None:
        for what in ("usd", "tokens", "calls"):
            limit = getattr(self._limits, what)
            if limit is not None and used[what] >= limit:
                raise LimitReached(what, used[what], limit)
