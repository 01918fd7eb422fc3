"""The company of a run: who plays which role, over shared lines, one cache and one account."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sim.cast.cache import Mode, ReplyCache
from sim.cast.cast import Cast, Player, Scripted
from sim.cast.letting import LIBRARY
from sim.cast.limits import Limits, Spending
from sim.cast.models.endpoint import Endpoint
from sim.cast.models.exchange import ChatClient
from sim.cast.models.line import Line
from sim.cast.models.named import open_named
from sim.cast.models.panel import Panel
from sim.cast.models.parameters import Parameters
from sim.cast.models.parts import NAMES
from sim.cast.models.player import ModelPlayer
from sim.cast.models.prompting import Prompt, prompt_of
from sim.cast.models.retrying import Retries
from sim.cast.models.spec import SCRIPTED, ModelSpec, parse_spec
from sim.cast.pacing import Pacer
from sim.cast.prices import Prices
from sim.cast.usage import Place
from sim.errors import Misuse

if TYPE_CHECKING:
    from sim.cast.door import Opening
    from sim.cast.door.door import Embed

DEFAULT = "default"
ENSEMBLES = ("judge", "plausibility")  # roles that several models may play together


@dataclass(frozen=True, slots=True)
class Casting:
    """One model (or the script) for a role."""

    spec: str
    parameters: Parameters = field(default_factory=Parameters)

    @property
    def is_model(self) -> bool:
        """Whether a model plays."""
        return self.spec != SCRIPTED


Castings = Mapping[str, Sequence[Casting]]
"""Who plays a role, or ``default`` the roles not named; several play only in an ensemble."""


class Company:
    """Everybody who plays in a run. Use as a context; ``call_off`` makes all threads stop soon."""

    def __init__(
        self,
        castings: Castings,
        cache: Path | str,
        *,
        mode: Mode = "use",
        limits: Limits | None = None,
        prices: Prices | None = None,
        retries: Retries | None = None,
        embed: Embed | None = None,
    ) -> None:
        check_castings(castings)
        self.limits = limits or Limits()
        self.cache = ReplyCache(cache, mode)
        self.spending = Spending(self.cache, self.limits, prices or Prices())
        self._retries = retries or Retries()
        self._off = threading.Event()
        self._lines: dict[str, Line] = {}
        self._pacers: dict[str, Pacer] = {}
        self.players = {
            role: self._player(several) for role, several in castings.items() if role != LIBRARY
        }
        self._opening = self._door_of(castings, embed)

    def cast(self, place: Place) -> Cast:
        """The cast of one life."""
        named = {role: player for role, player in self.players.items() if role != DEFAULT}
        return Cast(named, self.players.get(DEFAULT, Scripted()), place, door=self._opening)

    def line(self, spec: ModelSpec) -> Line:
        """The line to a model; roles with the same model share it."""
        if spec.written not in self._lines:
            client: ChatClient = Endpoint(spec) if spec.kind == "endpoint" else open_named(spec)
            pacer = self._pacer(spec.url or spec.provider)
            self._lines[spec.written] = Line(
                spec, client, self.spending, pacer, self._retries, self._off
            )
        return self._lines[spec.written]

    def call_off(self) -> None:
        """Let no further call be made: every thread that wants one gets Stopped."""
        self._off.set()

    def close(self) -> None:
        """Shut the door, let go of connections and of the cache."""
        if self._opening is not None:
            self._opening.close()
        for line in self._lines.values():
            line.client.close()
        self.cache.close()

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _pacer(self, provider: str) -> Pacer:
        """One pacer a provider, whatever models of it play."""
        if provider not in self._pacers:
            self._pacers[provider] = Pacer(self.limits.at_once, self.limits.per_second)
        return self._pacers[provider]

    def _door_of(self, castings: Castings, embed: Embed | None) -> Opening | None:
        """The door for libraries, to the model named for them or else to everybody's."""
        from sim.cast.door import Opening

        named = castings.get(LIBRARY) or castings.get(DEFAULT, ())
        models = [casting.spec for casting in named if casting.is_model]
        return Opening(self, models[0], embed) if models else None

    def _player(self, several: Sequence[Casting]) -> Player:
        if not several[0].is_model:
            return Scripted()
        members = []
        for number, casting in enumerate(several):
            again = sum(other.spec == casting.spec for other in several[:number])
            replicate = casting.parameters.replicate + again
            parameters = casting.parameters.model_copy(update={"replicate": replicate})
            members.append(ModelPlayer(self.line(parse_spec(casting.spec)), self.cache, parameters))
        return members[0] if len(members) == 1 else Panel(tuple(members))


def check_castings(castings: Castings) -> None:
    """Refuse a cast that cannot play. Raises Misuse; nothing is connected yet."""
    for role, several in castings.items():
        if not several:
            raise Misuse(f"cast.{role} names nobody: write {SCRIPTED!r} or a model")
        for casting in several:
            if casting.is_model:
                parse_spec(casting.spec)
            _check_prompt(role, casting)
        if role == LIBRARY and any(c.parameters != Parameters() for c in several):
            raise Misuse(f"cast.{LIBRARY} takes no parameters: libraries bring their own")
        if len(several) > 1 and role not in ENSEMBLES:
            raise Misuse(
                f"cast.{role} names {len(several)} players: only judges can be several, and who "
                "checks plausibility"
            )
        if len(several) > 1 and not all(casting.is_model for casting in several):
            raise Misuse(f"cast.{role}: several players must all be models")


def _check_prompt(role: str, casting: Casting) -> None:
    """A prompt of the user's belongs to one role, and is read before anything is asked."""
    path = casting.parameters.prompt
    if path and role == DEFAULT:
        raise Misuse(f"cast.{DEFAULT} has the prompt {path!r}: give a prompt to a role by its name")
    if path and casting.is_model:
        prompt_of(role, path)


def models_of(castings: Castings) -> list[str]:
    """The models in a cast, sorted, each once."""
    return sorted({c.spec for several in castings.values() for c in several if c.is_model})


def prompts_of(castings: Castings) -> dict[str, Prompt]:
    """The prompts of the roles that models play."""
    default = castings.get(DEFAULT, (Casting(SCRIPTED),))
    first = {role: castings.get(role, default)[0] for role in NAMES}
    by_model = {role: casting for role, casting in first.items() if casting.is_model}
    return {role: prompt_of(role, casting.parameters.prompt) for role, casting in by_model.items()}
