"""The synthesiser: makes one note for a question out of the memories that were found for it.

PRAGMA's baseline "Synth" (appendix E.1, after MASS-RAG): evidence is put together before anybody
answers from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon
from sim.roles.reading.pertinent import pertinent
from sim.views import Memory, Question


@dataclass(frozen=True, slots=True)
class SynthesiserInput:
    """A question, the memories found for it, and the wording that a scripted reader knows."""

    question: Question
    memories: tuple[Memory, ...]
    lexicon: Lexicon = field(default_factory=Lexicon)

    def reading(self) -> str:
        """The memories and the question; a model is not shown the lexicon."""
        return "\n".join([*[memory.text for memory in self.memories], self.question.text])


@dataclass(frozen=True, slots=True)
class Synthesis:
    """The note; empty if nothing bears on the question."""

    text: str

    def reading(self) -> str:
        """The note."""
        return self.text


def synthesise(given: SynthesiserInput, rng: Generator) -> Synthesis:  # noqa: ARG001
    """The sentences that bear on the question, word for word, in the order of time."""
    dated = sorted(given.memories, key=lambda memory: (memory.created_at, memory.id))
    texts = [memory.text for memory in dated]
    kept: dict[tuple[tuple[str, ...], str], str] = {}
    for memory, found in zip(
        dated, pertinent(given.question.text, texts, given.lexicon), strict=True
    ):
        for sentence in found:
            kept[memory.sessions, sentence] = sentence  # overlapping memories say a thing once
    return Synthesis(" ".join(kept.values()))


SYNTHESISER: Role[SynthesiserInput, Synthesis] = Role(
    name="synthesiser",
    purpose="Makes one note for a question out of the memories found for it.",
    input=SynthesiserInput,
    output=Synthesis,
    twin=synthesise,
)
