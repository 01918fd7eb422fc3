"""One pacer a provider: so many calls at once, so many a second, first come first served."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Pacer:
    """Lets callers through in the order they came.

    At most ``at_once`` calls are under way. With ``per_second`` each call reserves the next free
    moment of an even row, so the rate is exact and nobody is passed over (LangChain's own limiter
    starves: at 100 a second with 200 callers it lets 20 through and some of them never).
    """

    at_once: int = 16
    per_second: float | None = None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _under_way: int = 0
    _waiting: deque[threading.Event] = field(default_factory=deque)
    _next: float = float("-inf")

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and hold it while the block runs."""
        self._enter()
        try:
            wait = self._reserve()
            if wait > 0:
                self.sleep(wait)
            yield
        finally:
            self._leave()

    def _enter(self) -> None:
        with self._lock:
            if self._under_way < self.at_once and not self._waiting:
                self._under_way += 1
                return
            mine = threading.Event()
            self._waiting.append(mine)
        mine.wait()  # the one who leaves hands its turn over

    def _leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._under_way -= 1

    def _reserve(self) -> float:
        """Seconds until the moment that this call has reserved."""
        if self.per_second is None:
            return 0.0
        with self._lock:
            now = self.clock()
            at = max(self._next, now)
            self._next = at + 1 / self.per_second
        return at - now
