"""A model for a library in a backend that is tried outside a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sim.errors import Misuse

if TYPE_CHECKING:
    from memory_backends.playing import Entry


@contextmanager
def lent(model: str | None) -> Iterator[Entry]:
    """Lets a library in to a model while the context is open; to none, if none is named."""
    from memory_backends.playing import shut
    from sim.cast import Place
    from sim.cast.letting import LIBRARY
    from sim.cast.models import Company
    from sim.cast.models.company import Casting

    if model is None:
        yield shut
        return
    with TemporaryDirectory(prefix="lifeworld-") as folder:
        castings = {LIBRARY: (Casting(model),)}
        with Company(castings, Path(folder) / "cache.sqlite") as company:
            cast = company.cast(Place("conformance", "", "ingest"))
            yield lambda: cast.let_in("conformance", lambda: "ingest")


def check_model(backend: str, options: Mapping[str, object], model: str | None) -> None:
    """Refuse a backend whose library calls a model when there is none for it."""
    import memory_backends

    has_its_own = "OPENAI_BASE_URL" in str(options.get("environment"))  # a worker may
    if memory_backends.resolve(backend).calls_models and model is None and not has_its_own:
        raise Misuse(
            f"{backend!r} calls a language model itself: name one by --model, for example "
            "openai-compatible:MODEL@URL"
        )
