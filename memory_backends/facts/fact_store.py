"""Atomic facts, extracted from each session and reconciled with what is stored."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends.facts.extracted import Extracting, ExtractingOptions, Fact
from sim.roles.fact_manager import FACT_MANAGER, Managed, ManagerInput
from sim.views import Memory


class FactStoreOptions(ExtractingOptions):
    """``similar`` is how many stored facts a new one is compared with (the paper's s, 10)."""

    similar: int = Field(default=10, ge=1)


class FactStore(Extracting):
    """Extracts facts and adds, updates, deletes or ignores (Mem0, Chhikara et al. 2025, 2.1).

    This is the Mem0 of MEME, PerMem-Bench, PRAGMA and UtilMem; the library's 2.x only adds. One
    call of ``extractor`` a session, one of ``fact_manager`` for each new fact if anything is
    stored, and one more for each stored fact that is deleted, for a wish to forget may concern
    several. The paper hands all new facts to one call and has the model write the updated text;
    here an update is the new fact in place of the old one.
    """

    name = "fact_store"
    Options: ClassVar[type[FactStoreOptions]] = FactStoreOptions
    options: FactStoreOptions

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The facts nearest to a query that were stored by then."""
        return self._found(query, self._by(at), k)

    def _take_in(self, fact: Fact, cue: str) -> None:
        near = self._near(fact)
        managed = self._managed(fact, near, cue)
        deleted = 0
        while managed.operation == "delete" and managed.place is not None:
            self._drop(near.pop(managed.place))
            deleted += 1
            managed = self._managed(fact, near, f"{cue}/{deleted}")
        if not deleted:
            self._carry_out(managed, fact, near)

    def _near(self, fact: Fact) -> list[Fact]:
        known = list(self._facts.values())
        texts = [one.memory.text for one in known]
        found = self._nearest(fact.note.words, texts, self.options.similar)
        return [known[place] for place, _ in found]

    def _managed(self, fact: Fact, near: list[Fact], cue: str) -> Managed:
        """What to do; with nothing stored nobody is asked, and there is nothing to forget."""
        if not near:
            return Managed("none" if fact.note.act == "forget" else "add")
        given = ManagerInput(fact.note, tuple(one.note for one in near))
        return self.play(FACT_MANAGER, given, cue)

    def _carry_out(self, managed: Managed, fact: Fact, near: list[Fact]) -> None:
        if managed.operation == "update" and managed.place is not None:
            self._replace(near[managed.place], fact)
        elif managed.operation in ("add", "update"):
            self._facts[fact.memory.id] = fact

    def _replace(self, old: Fact, new: Fact) -> None:
        self._drop(old)
        self._facts[new.memory.id] = new

    def _drop(self, fact: Fact) -> None:
        del self._facts[fact.memory.id]
