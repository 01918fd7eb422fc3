"""The life clock: one SimPy environment per life, whole minutes, moments one after another.

``live`` lets a life be lived. Domains, the person's world, profile shifts and checkpoints are
processes; what they want to talk about waits on an agenda for the one user, who holds one session
at a time and only by day.
"""

from sim.timeline.living import Accept, Living, Told, live

__all__ = ["Accept", "Living", "Told", "live"]
