"""``lifeworld domain``: what people ask about in one domain of their lives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from experiments.cli.authoring.files import File, Found, Json, Kind, Seed, app_of
from experiments.cli.output import say


def _starter(name: str) -> str:
    import personas

    return personas.starter("domain", name)


def _names() -> Iterable[str]:
    from personas import domains

    return domains.names()


def _check(name: str) -> Sequence[Found]:
    from personas import domains

    return domains.check(name)


PACK = Kind("domain", _starter, _names, _check)
domain = app_of(PACK, "Write what people ask about in one domain.")


@domain.command("check")
def check(name: File, json: Json = False) -> None:
    """Say what is wrong with a domain pack; exit code 1 if it cannot be used."""
    PACK.report(name, PACK.check(PACK.located(name)), json_=json)


@domain.command("sample")
def sample(name: File, seed: Seed = 0) -> None:
    """Write out what a user would say in one domain: a project, and questions in passing."""
    from experiments.cli.people import domain_lines

    for line in domain_lines(name, seed):
        say(line)
