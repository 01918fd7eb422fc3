"""Language models behind the cast: specs, clients, prompts, players. Imported only when used."""

from sim.cast.models.company import Company
from sim.cast.models.exchange import ChatClient, Message, Reply, Request
from sim.cast.models.parameters import Parameters
from sim.cast.models.player import ModelPlayer
from sim.cast.models.prompting import Prompt, prompt_of
from sim.cast.models.spec import ModelSpec, parse_spec

__all__ = [
    "ChatClient",
    "Company",
    "Message",
    "ModelPlayer",
    "ModelSpec",
    "Parameters",
    "Prompt",
    "Reply",
    "Request",
    "parse_spec",
    "prompt_of",
]
