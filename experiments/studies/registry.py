"""Studies by name: built in, from entry points ``lifeworld.studies``, or as ``module:Class``."""

from __future__ import annotations

from experiments.studies.base import Study
from memory_backends.registry import Registry, Row

STUDIES: Registry[Study] = Registry(
    "study",
    group="lifeworld.studies",
    base=Study,
    built_in={
        "dependency": "experiments.studies.dependency:Dependency",
        "retention": "experiments.studies.retention:Retention",
        "retrieval": "experiments.studies.retrieval:Retrieval",
    },
    abilities=lambda study: tuple(sorted(study.needs)),
)


def names() -> list[str]:
    """The names of all studies that can be created, sorted.

    >>> "retention" in names()
    True
    """
    return STUDIES.names()


def resolve(spec: str) -> type[Study]:
    """The class of a study, by name or as ``module:Class``. Raises UnknownName or Misuse."""
    return STUDIES.resolve(spec)


def create(spec: str, **options: object) -> Study:
    """A study with its options checked. Raises Misuse naming the option that is wrong.

    >>> create("retention", kinds=["ongoing_state"]).options.kinds
    ('ongoing_state',)
    """
    return STUDIES.create(spec, **options)


def describe() -> list[Row]:
    """One row a study, sorted by name."""
    return STUDIES.describe()
