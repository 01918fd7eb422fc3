"""A shadow copy of everything a user said: finds the earlier session that a later one takes up."""

from __future__ import annotations

from collections import Counter, defaultdict

from sim.roles.session_record import SessionRecord
from sim.views import Session

SAME_AGAIN = 0.8  # purposes that share more of their words are one question asked twice
HIT = 0.9  # what shared words must weigh; one that stands in these two sessions alone weighs 1


class Shadow:
    """The telling words of all sessions so far, those that were not stored among them."""

    def __init__(self) -> None:
        self._keys: dict[str, frozenset[str]] = {}
        self._with: defaultdict[str, list[str]] = defaultdict(list)

    def taken_up(self, session: Session, record: SessionRecord) -> str:
        """The id of the earlier session whose matter is taken up, "" if there is none.

        Only what settles something takes up an earlier session: it needs what was settled then.
        The session itself is then part of the shadow.
        """
        found = self._best(record.keys) if record.settles else ""
        self._keys[session.id] = record.keys
        for word in sorted(record.keys):
            self._with[word].append(session.id)
        return found

    def _best(self, keys: frozenset[str]) -> str:
        weighed: Counter[str] = Counter()
        for word in sorted(keys):
            for session_id in self._with.get(word, ()):
                weighed[session_id] += 1 / len(self._with[word])  # type: ignore[assignment]
        likely = [(weight, one) for one, weight in weighed.items() if weight >= HIT]
        return max((pair for pair in likely if not self._same(pair[1], keys)), default=(0, ""))[1]

    def _same(self, session_id: str, keys: frozenset[str]) -> bool:
        known = self._keys[session_id]
        return len(known & keys) > SAME_AGAIN * min(len(known), len(keys))
