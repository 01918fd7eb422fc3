"""LoCoMo's evidence: ids such as "D8:6", now and then two in one string, misspelt or of no turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from experiments.datasets.findings import Findings
from experiments.datasets.schema import EvidenceLine

_ID = re.compile(r"D:?(\d+):(\d+)")
_BETWEEN = re.compile(r"[\s;,]*")

Places = Mapping[str, tuple[str, str]]
"""From an id in its plain form to the session and the turn it stands for."""


def plain(text: str) -> str:
    """An id without leading zeros or a stray colon; any other text as it is.

    >>> plain("D30:05"), plain("D:11:26"), plain("D1:3")
    ('D30:5', 'D11:26', 'D1:3')
    """
    found = _ID.fullmatch(text.strip())
    return f"D{int(found[1])}:{int(found[2])}" if found else text


def evidence(
    cited: Iterable[str], turns: Places, findings: Findings, where: str
) -> tuple[EvidenceLine, ...]:
    """The turns that evidence strings stand for; all that is repaired or refused is noted."""
    lines: dict[str, EvidenceLine] = {}
    for text in cited:
        for id_ in _ids(text, findings, where):
            if id_ in lines:
                findings.repaired("evidence named twice", where, text)
            elif id_ not in turns:
                findings.refused("evidence that names no turn", where, text)
            else:
                session, turn = turns[id_]
                lines[id_] = EvidenceLine(session=session, turns=(turn,), source_id=id_)
    return tuple(lines.values())


def _ids(text: str, findings: Findings, where: str) -> Iterator[str]:
    """The ids in one string, in plain form."""
    found = [match[0] for match in _ID.finditer(text)]
    if not found or not _BETWEEN.fullmatch(_ID.sub("", text)):
        findings.refused("evidence that cannot be read", where, text)
    elif len(found) > 1:
        findings.repaired("several evidence ids in one string", where, text)
    elif plain(text) != text:
        findings.repaired("misspelt evidence id", where, text)
    return (plain(id_) for id_ in found)
