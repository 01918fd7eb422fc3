"""The cast's second door: an endpoint on loopback for libraries that call models themselves."""

from sim.cast.door.door import Door
from sim.cast.door.opening import Opening
from sim.cast.door.ticket import Ticket

__all__ = ["Door", "Opening", "Ticket"]
