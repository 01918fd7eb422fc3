"""Public benchmarks as corpora: one format, one reader that yields user after user."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from experiments.datasets.findings import Findings
from experiments.datasets.schema import Header
from experiments.datasets.writing import CorpusWriter, UserRecords
from sim.errors import BadData, UnknownName
from sim.files import why_not

_MODULES = {"locomo": "experiments.datasets.locomo"}


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of a public benchmark.

    ``read`` yields users one by one and notes what it finds on the way; ``kinds`` are the kinds
    of questions with their meaning, ``unranked`` those that no average may include in silence.
    """

    name: str
    purpose: str
    licence: str
    kinds: Mapping[str, str]
    unranked: tuple[str, ...]
    read: Callable[[Path, Findings], Iterator[UserRecords]]


def formats() -> list[str]:
    """The names of the formats that can be imported."""
    return sorted(_MODULES)


def load_format(name: str) -> Format:
    """A format by its name. Raises UnknownName."""
    if name not in _MODULES:
        raise UnknownName("format", name, _MODULES)
    found = import_module(_MODULES[name]).FORMAT
    assert isinstance(found, Format)  # noqa: S101
    return found


def import_corpus(
    name: str,
    path: Path | str,
    out: Path | str,
    *,
    on_user: Callable[[str], None] = lambda _life: None,
) -> tuple[Header, Findings]:
    """Read a benchmark's file and write it as a corpus folder.

    ``on_user`` hears the name of every life written. Raises BadData (broken source), UnknownName
    (format), Misuse (the target exists); then nothing is left behind.
    """
    form, path, findings = load_format(name), Path(path), Findings()
    if not path.exists():
        raise BadData(str(path), why_not(path))
    with CorpusWriter(Path(out)) as writer:
        for records in form.read(path, findings):
            writer.add(records)
            on_user(records.life)
        if not writer.users:
            raise BadData(str(path), f"no conversation in the format {name!r} was found here")
        header = writer.finish(_header(form, path, findings))
    return header, findings


def _header(form: Format, path: Path, findings: Findings) -> Header:
    """What the writer cannot know; it fills in users and counts."""
    return Header(
        source_format=form.name,
        source=path.name,
        licence=form.licence,
        kinds=dict(form.kinds),
        unranked_kinds=form.unranked,
        counts={},
        users=(),
        read=dict(findings.read),
        checks=findings.checks,
        notes=tuple(findings.notes),
    )
