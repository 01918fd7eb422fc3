"""Who plays which role: from the key ``cast`` of a recipe to models with their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from experiments.recipe.names import Named
from experiments.recipe.sentences import misuse
from sim.cast.letting import LIBRARY
from sim.errors import UnknownName

if TYPE_CHECKING:
    from sim.cast.models.company import Casting

SCRIPTED = "scripted"
DEFAULT = "default"


def is_scripted(cast: Mapping[str, Any]) -> bool:
    """Whether no model plays; then nothing of models is imported.

    >>> is_scripted({"default": "scripted"}), is_scripted({"user": "openai:gpt-4o"})
    (True, False)
    """
    return all(player == SCRIPTED for player in cast.values())


def castings(cast: Mapping[str, Any]) -> dict[str, tuple[Casting, ...]]:
    """The cast, read. ``openai:gpt-4o[temperature=0.7]`` or ``{openai:gpt-4o: {...}}``; a list of
    several for the judge.

    Raises UnknownName for a role or a parameter that does not exist, BadData for a value that
    cannot be, Misuse for what is no model.
    """
    from sim.cast.models.company import check_castings

    found = {role: _players(role, player) for role, player in cast.items()}
    check_castings(found)
    return found


def check_roles(cast: Mapping[str, Any]) -> None:
    """Refuse roles that do not exist. Raises UnknownName."""
    from sim.roles import ROLES

    known = [*ROLES, DEFAULT, LIBRARY]
    for role in cast:
        if role not in known:
            raise UnknownName("role", role, known, where="cast")


def read_cast(written: str) -> tuple[str, str]:
    """``judge=openai:gpt-5`` as role and player; "" for what is missing."""
    role, _, player = written.partition("=")
    return role.strip(), player.strip()


def _players(role: str, player: Any) -> tuple[Casting, ...]:
    several = player if isinstance(player, list | tuple) else (player,)
    return tuple(_player(role, one) for one in several)


def _player(role: str, player: Any) -> Casting:
    from sim.cast.models.company import Casting
    from sim.cast.models.parameters import Parameters

    named = Named.model_validate(player)
    try:
        return Casting(named.name, Parameters.model_validate(named.options))
    except ValidationError as error:
        raise misuse(error, Parameters, f"cast.{role}, {named.name.partition('@')[0]}") from error
