"""The wording of a world, as scripted readers and extractors may know it: no values, no state.

A lexicon holds sentence patterns ("My commute is {value}.") and questions ("How do I get to
work?"), each with the entity it is about. It never holds a value, a rule's content or what is
true: reading a text with it yields only what that text says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal, TypeVar, cast

from sim.text import normal

T = TypeVar("T")
Act = Literal["state", "change", "depend", "rule", "forget"]
Form = Literal["current", "history", "joint", "literal"]

_SLOT = re.compile(r'("?)\{(value|trigger)\}("?)')
_QUOTE_OR_END = re.compile(r'"[^"]*"|[.!?]+(?=\s|$)')
_MOST_READ = 65_536  # sentences kept as read; a world is shared by any number of lives
_MARK = "\ufffc"  # stands for what is put in
_SPEAKER = re.compile(r"^(?:user|assistant):\s*")


@dataclass(frozen=True, slots=True)
class Statement:
    """What one sentence says: an entity's value, a dependency, a rule or a wish to forget."""

    act: Act
    entity: str
    value: str = ""
    parent: str = ""
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence with slots ``{value}`` and ``{trigger}``; a slot in double quotes is verbatim.

    For ``rule`` and ``depend`` the entity is the child and ``parent`` the one it depends on.
    """

    act: Act
    entity: str
    template: str
    parent: str = ""

    def regex(self) -> re.Pattern[str]:
        """The pattern that a whole sentence must match; case and spacing may differ."""
        pieces, end = [], 0
        for slot in _SLOT.finditer(self.template):
            pieces.append(_literal(self.template[end : slot.start()]))
            pieces.append(_slot(slot.group(2), quoted=slot.group(1) == slot.group(3) == '"'))
            end = slot.end()
        pieces.append(_literal(self.template[end:].rstrip(" .!?")))
        return re.compile("".join(pieces) + r"\s*[.!?]*", re.IGNORECASE)


def _literal(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def _slot(name: str, *, quoted: bool) -> str:
    """A closing mark inside a word (3.5, v2.1) belongs to the value; before a blank it does not."""
    if quoted:
        return f'"(?P<{name}>[^"\\n]+)"'
    return rf"(?P<{name}>(?:[^.!?\n]|[.!?](?=[^\s.!?]))+?)"


@dataclass(frozen=True, slots=True)
class Asking:
    """A question's wording: about which entities, and what it wants of them.

    ``current`` asks for the value now, ``history`` for all values in order, ``joint`` for several
    entities' values at once, ``literal`` for a string word for word.
    """

    text: str
    form: Form
    entities: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """Patterns and askings, ready to read sentences with.

    >>> lexicon = Lexicon((Pattern("state", "home", "I live in {value}."),
    ...                    Pattern("rule", "commute", "If I move to {trigger}, I will take "
    ...                            "{value}.", parent="home")),
    ...                   (Asking("Where do I live?", "current", ("home",)),))
    >>> [(s.act, s.entity, s.value) for s in lexicon.read("user: Hi! I live in Keldara Grove.")]
    [('state', 'home', 'Keldara Grove')]
    >>> lexicon.read("If I move to Brask, I will take the tram.")[0].trigger
    'Brask'
    >>> lexicon.asked("where do I live?").entities
    ('home',)
    """

    patterns: tuple[Pattern, ...] = ()
    askings: tuple[Asking, ...] = ()
    _read: dict[str, tuple[Statement, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _made: dict[Callable[[Lexicon], Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def read(self, text: str) -> tuple[Statement, ...]:
        """Everything a text says in patterns of this lexicon, in the order it says it."""
        return tuple(s for sentence in sentences(text) for s in self._statements(sentence))

    def asked(self, question: str) -> Asking | None:
        """The asking a question's words belong to, or None."""
        return self._askings.get(_key(question))

    def once(self, make: Callable[[Lexicon], T]) -> T:
        """What a function makes of this wording; it is called once and must not change anything."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("T", self._made[make])

    def _statements(self, sentence: str) -> tuple[Statement, ...]:
        if sentence not in self._read:
            if len(self._read) >= _MOST_READ:
                self._read.clear()
            found = (_match(p, regex, sentence) for p, regex in self._candidates(sentence))
            self._read[sentence] = tuple(s for s in found if s is not None)[:1]
        return self._read[sentence]

    def _candidates(self, sentence: str) -> Iterable[tuple[Pattern, re.Pattern[str]]]:
        index = self._by_first_word
        return chain(index.get(_first_word(sentence), ()), index.get("", ()))

    @cached_property
    def _by_first_word(self) -> dict[str, list[tuple[Pattern, re.Pattern[str]]]]:
        """Longer templates first, so that a rule is not read as the statement inside it."""
        index: dict[str, list[tuple[Pattern, re.Pattern[str]]]] = {}
        for pattern in sorted(self.patterns, key=lambda p: (-len(p.template), p.template)):
            first = _first_word(_SLOT.sub(_MARK, pattern.template))
            first = "" if _MARK in first else first
            index.setdefault(first, []).append((pattern, pattern.regex()))
        return index

    @cached_property
    def _askings(self) -> dict[str, Asking]:
        return {_key(asking.text): asking for asking in self.askings}

    def __getstate__(self) -> dict[str, object]:
        return {"patterns": self.patterns, "askings": self.askings}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state, _read={}, _made={})


@lru_cache(maxsize=65_536)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, without speaker marks; a quoted string stays in one piece.

    >>> sentences('user: Hi! My motto is "Calm. Then work." Bye.')
    ('Hi!', 'My motto is "Calm. Then work."', 'Bye.')
    """
    lines = (_SPEAKER.sub("", line.strip()) for line in text.splitlines())
    return tuple(sentence for line in lines for sentence in _split(line))


def _split(line: str) -> Iterator[str]:
    """Cut after closing marks that a blank follows; inside quotes only behind the last word."""
    start = 0
    for found in _QUOTE_OR_END.finditer(line):
        if found.group().endswith('"') and not _closes(line, found):
            continue
        yield line[start : found.end()].strip()
        start = found.end()
    if rest := line[start:].strip():
        yield rest


def _closes(line: str, quote: re.Match[str]) -> bool:
    """Whether a quote ends its sentence: it holds the closing mark, and a new one follows."""
    text, after = quote.group(), line[quote.end() :]
    follows = not after or (after[0].isspace() and not after.lstrip()[:1].islower())
    return text[-2] in ".!?" and follows


def _first_word(text: str) -> str:
    return normal(text.split(maxsplit=1)[0]).rstrip(".!?") if text.strip() else ""


def _key(question: str) -> str:
    return normal(question).rstrip(" .!?")


def _match(pattern: Pattern, regex: re.Pattern[str], sentence: str) -> Statement | None:
    found = regex.fullmatch(sentence)
    if found is None:
        return None
    slots = found.groupdict()
    value, trigger = slots.get("value") or "", slots.get("trigger") or ""
    return Statement(pattern.act, pattern.entity, value.strip(), pattern.parent, trigger.strip())
