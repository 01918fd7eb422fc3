"""How the scripted assistant replies: what the user is doing, and lines that fit it."""

from sim.roles.replying.lines import LINES, QUESTIONS, REACTIONS, Doing
from sim.roles.replying.reply import doing, reply

__all__ = ["LINES", "QUESTIONS", "REACTIONS", "Doing", "doing", "reply"]
