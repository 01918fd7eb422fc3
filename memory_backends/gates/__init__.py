"""Storage gates by name: after each session, is it worth storing?"""

from memory_backends.gates.base import Feedback, Gate, Play
from memory_backends.gates.catalogue import create, describe, names, resolve

__all__ = ["Feedback", "Gate", "Play", "create", "describe", "names", "resolve"]
