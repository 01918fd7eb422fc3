"""How people put things: sentences without facts are set into the moment, each time otherwise."""

from sim.wording.frames import closing, everything, framed, greeting, unframed

__all__ = ["closing", "everything", "framed", "greeting", "unframed"]
