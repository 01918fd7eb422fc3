"""The conversation clock: one utterance a tick, between two sides that know nothing of each other.

``hold`` makes one session's dialogue, ``recite`` gives one that was recorded. The user's side knows
the plan (gold); the assistant's side sees turns and, on-policy, what its memory finds. LangGraph is
imported only when asked for.
"""

from sim.conversation.assistant import Recall
from sim.conversation.hold import ENGINES, Conversation, hold
from sim.conversation.recited import recite

__all__ = ["ENGINES", "Conversation", "Recall", "hold", "recite"]
