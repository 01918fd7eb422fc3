"""The checks that a world file must pass, each a generator of problems."""

from worlds.checks.all import check, first_error, structure

__all__ = ["check", "first_error", "structure"]
