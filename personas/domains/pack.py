"""A domain pack: what people ask an assistant about one domain of their lives.

Long-horizon use is made of projects (a row of events, each a session in which something is
decided) and of stable facts that slip out on the way; transient use is made of one-off questions.
Everything that can have a sensible default has one, so that a pack is mostly sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, model_validator

from personas.pool import POOL
from personas.sheets import Sheet
from personas.texts import (
    Name,
    Several,
    SomeTexts,
    Text,
    Texts,
    refuse_questions,
    refuse_unknown_slots,
    slots,
)


class Told(Sheet):
    """Something with a value that the user lets out: the words for it, and what it may be.

    ``needles`` are the words that a text must hold, all of them, to carry the fact; by default
    the value. ``follow_ups`` are what the user says next on the topic (no value in them).
    """

    id: Name
    label: str = ""
    wordings: SomeTexts
    values: SomeTexts
    follow_ups: Texts = ()
    needles: Texts = ("{value}",)

    @property
    def name(self) -> str:
        """What is decided or known, in words for a summary."""
        return self.label or self.id.replace("_", " ")

    @model_validator(mode="after")
    def _wordings_hold_the_value(self) -> Told:
        for wording in self.wordings:
            if slots(wording).count("value") != 1:
                raise ValueError(f"the wording {wording!r} must hold {{value}} exactly once")
        refuse_unknown_slots(self.needles, ("value",))
        if "{value}" not in self.needles:
            raise ValueError("needles must name '{value}' itself among them")
        return self


class Decision(Told):
    """Something settled during an event: an ``ongoing_state``, true while its project runs."""


class StableFact(Told):
    """Something that is true of the person for good and slips out: a ``user_profile`` fact."""

    @model_validator(mode="after")
    def _no_theme(self) -> StableFact:
        refuse_unknown_slots(self.wordings, ("value",))
        refuse_unknown_slots(self.follow_ups, ())
        return self


class EventArchetype(Sheet):
    """One session of a project: how it is opened, and what is decided in it."""

    id: Name
    summary: Text
    openings: SomeTexts
    decisions: Annotated[tuple[Decision, ...], Field(min_length=1), Several]

    def texts(self) -> Iterator[str]:
        """Every text with slots."""
        yield self.summary
        yield from self.openings
        for decision in self.decisions:
            yield from decision.wordings
            yield from decision.follow_ups


class ProjectArchetype(Sheet):
    """A kind of project: its events in order. ``{theme}`` makes each run of it another one."""

    id: Name
    title: Text
    topic: str = ""
    themes: Texts = ()
    events: Annotated[tuple[EventArchetype, ...], Field(min_length=2), Several]

    @model_validator(mode="after")
    def _slots_are_known(self) -> ProjectArchetype:
        allowed = ("theme",) if self.themes else ()
        refuse_unknown_slots((self.title, self.topic), allowed)
        for event in self.events:
            refuse_unknown_slots(event.texts(), (*allowed, "value"))
            refuse_unknown_slots((event.summary, *event.openings), allowed)
        return self


class OneOff(Sheet):
    """A question that stands for itself. ``{about}`` makes several questions of one.

    ``remarks`` are said before those of the pack.
    """

    topic: Text
    openings: SomeTexts
    about: Texts = ()
    follow_ups: Texts = ()
    remarks: Texts = ()

    @model_validator(mode="after")
    def _slots_are_known(self) -> OneOff:
        allowed = ("about",) if self.about else ()
        said = (*self.openings, *self.follow_ups, *self.remarks)
        refuse_unknown_slots((self.topic, *said), allowed)
        refuse_questions(self.remarks)
        return self


class DomainPack(Sheet):
    """Everything a person may bring up in one domain.

    ``ends`` and ``begins`` are clauses for the sentence that explains a shift: why the domain
    ceases to be a long-running matter, or becomes one. ``remarks`` are statements of passing worth,
    said in one-off sessions: circumstances, or what is decided just this once. They keep a gate
    from telling a project by the mere fact that something was stated.
    """

    domain: Name
    title: str = ""
    ends: str = ""
    begins: str = ""
    profile_facts: Annotated[tuple[StableFact, ...], Several] = ()
    projects: Annotated[tuple[ProjectArchetype, ...], Several] = ()
    one_offs: Annotated[tuple[OneOff, ...], Several] = ()
    follow_ups: Texts = ()
    closings: Texts = ()
    remarks: Texts = ()

    @property
    def name(self) -> str:
        """The domain in words, for a sentence."""
        return self.title or POOL.get(self.domain, self.domain.replace("_", " "))

    @model_validator(mode="after")
    def _ids_are_distinct(self) -> DomainPack:
        _distinct("profile_facts", [fact.id for fact in self.profile_facts])
        _distinct("projects", [project.id for project in self.projects])
        for project in self.projects:
            _distinct(f"projects.{project.id}", [event.id for event in project.events])
            for event in project.events:
                _distinct(f"{project.id}.{event.id}", [told.id for told in event.decisions])
        refuse_unknown_slots((*self.follow_ups, *self.closings, *self.remarks), ())
        refuse_questions(self.remarks)
        return self

    def told(self) -> Iterator[tuple[str, Told]]:
        """Everything with a value, each with its place in the file."""
        for fact in self.profile_facts:
            yield f"profile_facts.{fact.id}", fact
        for project in self.projects:
            for event in project.events:
                for decision in event.decisions:
                    yield f"projects.{project.id}.{event.id}.{decision.id}", decision

    def values(self) -> Iterator[tuple[str, str]]:
        """Every value, with its place in the file."""
        return ((where, value) for where, told in self.told() for value in told.values)

    def spoken(self) -> Iterator[tuple[str, str]]:
        """Every text a user may say, and what fills its slots but the value; with its place."""
        for where, told in self.told():
            yield from ((where, text) for text in (*told.wordings, *told.follow_ups))
        for project in self.projects:
            yield from ((f"projects.{project.id}", theme) for theme in project.themes)
            for event in project.events:
                yield from ((f"projects.{project.id}.{event.id}", t) for t in event.openings)
        for at, one_off in enumerate(self.one_offs):
            texts = (*one_off.openings, *one_off.about, *one_off.follow_ups, *one_off.remarks)
            yield from ((f"one_offs.{at}", text) for text in texts)
        yield from (("follow_ups", text) for text in self.follow_ups)
        yield from (("closings", text) for text in self.closings)
        yield from (("remarks", text) for text in self.remarks)


def _distinct(where: str, ids: list[str]) -> None:
    twice = next((name for at, name in enumerate(ids) if name in ids[:at]), None)
    if twice is not None:
        raise ValueError(f"{where}: the id {twice!r} is given twice")
