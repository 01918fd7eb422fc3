"""Retrieving again where the model that answers is unsure of its words."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from pydantic import model_validator

from memory_backends.retrieval.choosing import MeaningOptions, OneRanker
from sim.errors import LacksCapability

REFUSAL = (
    "backend 'dynamic' needs a model that tells the probability of each token it writes, and no "
    "player of the cast does: take 'self_rag', which asks a critic whether its answer is borne out"
)


class DynamicOptions(MeaningOptions):
    """Those of a plain ranking; reading them refuses the backend."""

    @model_validator(mode="after")
    def _refused(self) -> NoReturn:
        # Options are read when a recipe is checked and when a backend is made, and never later:
        # whoever asks for it hears so before anything is run.
        raise LacksCapability(REFUSAL)


class Dynamic(OneRanker):
    """Refused: retrieves where tokens are improbable (FLARE), and no model of the cast tells so.

    PRAGMA's "Dynamic" (appendix D.1, after Jiang et al. 2023) writes its answer sentence by
    sentence, at most six of 64 tokens, and looks up two turns more whenever a token of the next
    one has a probability below 0.8. A cast is asked for words and gives no probabilities, and a
    scripted twin has none: what it would make up would measure nothing.
    """

    name = "dynamic"
    group = "retrieval"
    Options: ClassVar[type[DynamicOptions]] = DynamicOptions
    options: DynamicOptions
