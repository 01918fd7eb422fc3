"""What the journal and the verdicts of one life say, ready for the tables; one life at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from experiments.folder import RunFolder
from experiments.recording import LIFE
from sim import journal
from sim.errors import BadData

Record = dict[str, Any]
Asked = tuple[str, str]  # (trial, probe)


@dataclass
class Testimony:
    """The records of one life by kind, in their order."""

    life: Record
    records: list[Record]
    verdicts: dict[Asked, Record] = field(default_factory=dict)
    judging: list[Record] = field(default_factory=list)

    @classmethod
    def read(cls, folder: RunFolder, life: str) -> Testimony:
        """A finished and judged life. Raises BadData for a journal that is damaged."""
        records = list(journal.read(folder.journal(life)))
        if not records or records[0]["record"] != "life":
            raise BadData(str(folder.journal(life)), "the first record is not that of the life")
        found, judging = {}, []
        for record in journal.read(folder.verdicts_of(life)):
            if record["record"] == "verdict":
                found[record["trial"], record["probe"]] = record
            else:
                judging.append(record)
        return cls(records[0], records, found, judging)

    @cached_property
    def failed(self) -> bool:
        """Whether the life could not be lived to its end."""
        return any(each["where"] == LIFE and not each["trial"] for each in self.of("failure"))

    @property
    def name(self) -> str:
        """The life's id."""
        return str(self.life["life"])

    def of(self, kind: str) -> list[Record]:
        """The records of one kind, in their order."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[str, list[Record]]:
        sorted_out: dict[str, list[Record]] = {}
        for record in self.records:
            sorted_out.setdefault(record["record"], []).append(record)
        return sorted_out

    @cached_property
    def sessions(self) -> dict[tuple[str, str], Record]:
        """Sessions by (policy, session)."""
        return {(each["policy"], each["session"]): each for each in self.of("session")}

    def session(self, trial: str, session: str) -> Record:
        """The session that a trial took in: its own (on-policy), or the one shared by all."""
        own = self.sessions.get((trial, session))
        return own if own is not None else self.sessions["", session]

    @cached_property
    def probes(self) -> dict[tuple[str, str], Record]:
        """Probes by (policy, probe)."""
        return {(each["policy"], each["probe"]): each for each in self.of("probe")}

    def answers(self) -> Iterator[tuple[Record, Record, Record | None]]:
        """Each answer with its probe and, if its study's answers are judged, its verdict."""
        for answer in self.of("answer"):
            own = self.probes.get((answer["trial"], answer["probe"]))
            probe = own if own is not None else self.probes["", answer["probe"]]
            yield probe, answer, self.verdicts.get((answer["trial"], answer["probe"]))
