"""Studies by name: built in, from entry points ``lifeworld.studies``, or as ``module:Class``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from pydantic import ValidationError

from experiments.studies.base import Study
from sim.errors import BadData, UnknownName

GROUP = "lifeworld.studies"
BUILT_IN: Mapping[str, str] = {
    "dependency": "experiments.studies.dependency:Dependency",
    "retention": "experiments.studies.retention:Retention",
    "retrieval": "experiments.studies.retrieval:Retrieval",
}


def names() -> list[str]:
    """The names of all studies that can be created, sorted.

    >>> "dependency" in names()
    True
    """
    return sorted(_known())


@cache
def resolve(spec: str) -> type[Study]:
    """The class of a study, by its name or as ``module:Class``.

    Raises UnknownName for a name nobody registered and BadData for a path that leads to no study.
    """
    path = spec if ":" in spec else _known().get(spec)
    if path is None:
        raise UnknownName("study", spec, _known())
    module, _, attribute = path.partition(":")
    try:
        found = getattr(import_module(module), attribute, None)
    except ImportError as error:
        raise BadData(f"study {spec!r}", f"the module {module!r} cannot be imported: {error}") from error
    if not (isinstance(found, type) and issubclass(found, Study)):
        raise BadData(f"study {spec!r}", f"{path!r} is not a subclass of experiments.studies.Study")
    return found


def create(spec: str, **options: object) -> Study:
    """A study with its options checked. Raises BadData naming the option that is wrong.

    >>> create("dependency", repeat_at_end=True).name
    'dependency'
    """
    kind = resolve(spec)
    try:
        return kind(kind.Options(**options))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise UnknownName("option", place, kind.Options.model_fields, where=f"study {spec!r}") from error
        raise BadData(f"study {spec!r}, option {place!r}", first["msg"]) from error


@cache
def _known() -> dict[str, str]:
    """Name to path; a plug-in cannot take the name of a study that is built in."""
    plugged = {point.name: point.value for point in entry_points(group=GROUP)}
    for name in sorted(plugged.keys() & BUILT_IN.keys()):
        if plugged[name] != BUILT_IN[name]:
            raise BadData(
                f"entry point {GROUP}", f"{plugged[name]!r} and {BUILT_IN[name]!r} are both {name!r}"
            )
    return {**BUILT_IN, **plugged}
