"""Stores of LangGraph's that somebody might name in a recipe."""

from langgraph.store.memory import InMemoryStore

SHARED = InMemoryStore()
OPENED = []
NOTHING = None


def recorded(index):
    """A new store; what it was made from is kept."""
    OPENED.append(index)
    return InMemoryStore(index=index)


def shared(index):
    """The same store for everybody, without search by meaning."""
    return SHARED


def wrong(index):
    return dict(index)
