"""Adapters to memory systems that are libraries, programs or services of their own."""

__all__: list[str] = []
