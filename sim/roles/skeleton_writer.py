"""The skeleton writer: what a project of somebody's is about, session by session.

PerMem-Bench, Appendix A.3.1. How many sessions there are, and what kind of fact each tells, is
settled by the frequency table before anybody writes. The script takes the words from a domain pack
and hands its draft on; a model writes a project of the person's own in the same shape.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.plans import Project


@dataclass(frozen=True, slots=True)
class SkeletonInput:
    """A person, why they use a domain, a project drafted from a pack, and what is taken already.

    ``covered`` are values that other projects and domains of this person have: no fact twice.
    """

    described: str
    domain: str
    reason: str
    draft: Project
    covered: tuple[str, ...] = ()

    def reading(self) -> str:
        """Person, domain, the draft's title and what is covered."""
        return "\n".join(
            [self.described, self.domain, self.reason, self.draft.title, *self.covered]
        )


@dataclass(frozen=True, slots=True)
class SkeletonOutput:
    """The project."""

    project: Project

    def reading(self) -> str:
        """Title, openings and what comes out, as a model would write them."""
        events = (
            "\n".join([event.opening, *(reveal.utterance for reveal in event.reveals)])
            for event in self.project.events
        )
        return "\n".join([self.project.title, *events])


def write(given: SkeletonInput, rng: Generator) -> SkeletonOutput:  # noqa: ARG001
    """The draft."""
    return SkeletonOutput(given.draft)


SKELETON_WRITER: Role[SkeletonInput, SkeletonOutput] = Role(
    name="skeleton_writer",
    purpose="Writes a project of somebody's: its sessions and the facts that come out in them.",
    input=SkeletonInput,
    output=SkeletonOutput,
    twin=write,
    sees_gold=True,
)
