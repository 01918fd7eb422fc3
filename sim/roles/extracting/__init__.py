"""Reading what people say into facts, dependencies, rules, changes and wishes to forget."""

from sim.roles.extracting.noted import Act, Noted
from sim.roles.extracting.sentences import read_sentence
from sim.roles.extracting.session import notes_of

__all__ = ["Act", "Noted", "notes_of", "read_sentence"]
