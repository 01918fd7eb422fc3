"""Asynchronous libraries, called from synchronous code."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """An event loop in a thread of its own, so that a caller may have one running itself."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine; raises what it raises."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Stop the loop and its thread; safe to call twice."""
        if self._loop.is_closed():
            return
        self.wait(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
