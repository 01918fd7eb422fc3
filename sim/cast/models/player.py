"""A model as a player: prompt, reply, repair, another try; then the output or a failure."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import Any

from numpy.random import Generator

from sim.cast.cache import Kept, ReplyCache
from sim.cast.cast import Played
from sim.cast.models.exchange import Message, Reply, Request
from sim.cast.models.faults import TooMuch
from sim.cast.models.line import Answered, Line
from sim.cast.models.parameters import Parameters
from sim.cast.models.parts import part_of
from sim.cast.models.parts.part import Part
from sim.cast.models.prompting import prompt_of, quoted, render
from sim.cast.models.repair import Unusable, spoken, whole_sentences
from sim.cast.role import I, O, Role
from sim.cast.usage import Place
from sim.errors import RoleFailed

LONGEST_ECHO = 400  # characters of an unusable reply that the model is shown again


@dataclass(frozen=True, slots=True)
class ModelPlayer:
    """Plays any role by asking one model. ``line`` leads to it, ``cache`` keeps its replies."""

    line: Line
    cache: ReplyCache
    parameters: Parameters = field(default_factory=Parameters)

    @property
    def name(self) -> str:
        """The model, as the recipe calls it."""
        return self.line.spec.written

    def play(self, role: Role[I, O], given: I, rng: Generator, place: Place) -> Played[O]:
        """The output. Raises RoleFailed, the raw reply kept, when no reply could be used."""
        part: Part[I, O] = part_of(role.name)
        sample = int(rng.integers(2**62)) if self.parameters.sampled else None
        settled = part.settled(given)
        if settled is not None:
            return Played(settled, 0, 0, estimated=False, calls=0)
        request = self._request(part, given)
        key = self.key(role.name, request, place if sample is not None else None, sample)
        kept = self._reply(part, given, request, key, place)
        if not kept.usable:
            raise RoleFailed(role.name, kept.why, raw=kept.reply)
        done = part.signed(part.read(kept.reply, given), self.name)
        counts = (kept.tokens_read, kept.tokens_written, kept.estimated)
        return Played(done, *counts, prompt=self._prompt(role.name))

    def key(self, role: str, request: Request, place: Place | None, sample: int | None) -> str:
        """What the reply is kept under: all that could change it.

        A sampled reply belongs to the one place in a life that asked for it.
        """
        spec, parameters = self.line.spec, self.parameters
        parts = {
            "role": role,
            "prompt": self._prompt(role),
            "messages": [(m.role, m.content) for m in request.messages],
            "model": [spec.provider, spec.model, spec.url],
            "parameters": [request.temperature, request.max_tokens, request.seed],
            "schema": request.schema,
            "replicate": parameters.replicate,
            "place": None if place is None else [place.life, place.trial, sample],
        }
        written = json.dumps(parts, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(written.encode()).hexdigest()

    def _prompt(self, role: str) -> str:
        return prompt_of(role, self.parameters.prompt).name

    def _request(self, part: Part[I, O], given: I) -> Request:
        wanted = self.parameters
        return Request(
            messages=render(part.role, part.shown(given), self.parameters.prompt),
            schema_name=part.role,
            schema=part.schema(given) if wanted.json_schema else None,
            temperature=wanted.temperature,
            max_tokens=wanted.max_tokens or part.room,
            seed=wanted.seed,
            timeout=wanted.timeout,
        )

    def _reply(self, part: Part[I, O], given: I, request: Request, key: str, place: Place) -> Kept:
        with self.cache.flight(key):
            kept = self.cache.find(key, place, part.role)
            if kept is None:
                kept = self._asked(part, given, request, key)
                self.cache.keep(key, kept, place)
        return kept

    def _asked(self, part: Part[Any, Any], given: Any, request: Request, key: str) -> Kept:
        """Ask, and ask again with the error, until a reply can be used or there were enough."""
        answers: list[Answered] = []
        asked, why, reply = request, "", Reply("")
        for left in range(self.parameters.reasks, -1, -1):
            try:
                answers.append(self.line.complete(asked, part.role, f"{key}/{left}"))
                reply = answers[-1].reply
                text = usable(part, given, reply, last=left == 0)
                return self._kept(part, request, answers, text, "")
            except TooMuch as fault:
                return self._kept(part, request, answers, reply.text, fault.why)
            except Unusable as unusable:
                why = str(unusable)
                asked = _again(request, reply, why)
        return self._kept(part, request, answers, reply.text, why)

    def _kept(
        self, part: Part[Any, Any], request: Request, answers: list[Answered], text: str, why: str
    ) -> Kept:
        return Kept(
            role=part.role,
            model=self.name,
            prompt=self._prompt(part.role),
            messages=tuple((m.role, m.content) for m in request.messages),
            reply=text,
            usable=not why,
            why=why,
            tokens_read=sum(a.tokens_read for a in answers),
            tokens_written=sum(a.tokens_written for a in answers),
            estimated=any(a.estimated for a in answers),
            calls=len(answers),
        )


def usable(part: Part[Any, Any], given: Any, reply: Reply, *, last: bool) -> str:
    """The text of a reply that can be used. Raises Unusable, saying why, for one that cannot.

    A plain reply that was cut off is cut back to its last whole sentence, if there is no other try.
    """
    if reply.refused:
        raise Unusable(f"The reply was refused: {reply.refused}")
    text = reply.text
    if reply.cut:
        if not last or part.schema(given) is not None:
            raise Unusable("The reply was cut off because it was too long. Be much shorter.")
        text = whole_sentences(spoken(text))
    part.read(text, given)
    return text


def _again(request: Request, reply: Reply, why: str) -> Request:
    """The same request, with what was wrong behind it. The reply is quoted: it is data too."""
    instructions, shown = request.messages
    echo = quoted(reply.text[:LONGEST_ECHO])
    text = f"{shown.content}\n\nYour last reply {echo} cannot be used. {why} Reply again."
    return replace(request, messages=(instructions, Message("user", text)))
