"""What a sentence of plain English says about somebody's life: the readings, in order of trust."""

from __future__ import annotations

import re
from collections.abc import Callable

from sim.roles.extracting.clauses import Clause, clause_of, subject
from sim.roles.extracting.noted import Act, Noted
from sim.roles.extracting.patterns import pattern

_ENDS = r"(?=$|[,;:.!?]| (?:because|since|and|so|that|when|if|for)\b)"
_FORGOTTEN = (
    r"(?=$|[,;:.!?]| (?:from|in|and|again|entirely|for|out|altogether|please|that|now|i)\b)"
)
_LEAD = pattern(r"^(?:<lead>\b[,:]? ?)+")
_IF_FIRST = pattern(
    r"^<condition> (?:one day |ever |things go that way and |it comes to )?(?P<when>[^;]+?)"
    r"(?:,(?: then)?| then) (?P<then>.+)$"
)
_IF_LAST = pattern(r"^(?P<then>.+?),? <condition> (?:one day |ever )?(?P<when>[^,;]+)$")
_TO_COME = pattern(r"\b<to_come>\b|['’]ll\b")
_WOULD_DO = pattern(
    r"\b(?:will|would|shall)(?: then)? (?!be\b|become\b|change\b|switch\b|turn\b|have to\b)"
)
_INVERTED = pattern(r"^(@) be ")
_DEPENDS = pattern(rf"(?P<child>@) (?:<link> )*<depends> (?P<parent>@){_ENDS}")
_CAUSED = pattern(r"<causes> (?P<parent>@),? (?:that )?(?P<child>@) (?:is|turned|came|was|ended)\b")
_FORGET = pattern(rf"(?P<not>\b<never> )?\b<forget> (?:<forget_all> )?(?P<about>@){_FORGOTTEN}")
_USED_TO_BE = pattern(
    r"^(?P<about>@) used to be .+?,? (?:but|and) (?:now )?(?:it )?"
    r"(?:is now|has become|is|became) (?P<value>.+)$"
)
_SEAM = pattern(r"[,;:] (?:and |so |but |then |because )?| (?:and|but) ")
_CHANGED = pattern(r"\b(?:no longer|changed|has become|as of this|from now on|from today)\b")

Reading = Callable[[str, str, str], Noted | None]


def read_sentence(sentence: str, turn: str) -> Noted | None:
    """Read one sentence, or None if it says nothing about what holds, hangs together or must go.

    >>> note = read_sentence("If I ever move to Brask, my commute will be the ferry.", "s1.0")
    >>> note.act, note.about, note.value, note.parent, note.trigger
    ('rule', 'my commute', 'the ferry', 'my home', 'Brask')
    >>> read_sentence("Please delete what you know about my old nickname.", "s1.0").about
    'my old nickname'
    """
    if sentence.rstrip().endswith("?"):
        return None
    bare = _LEAD.sub("", sentence.strip())
    readings: tuple[Reading, ...] = (_forget, _rule, _depend, _tell)
    return next((n for read in readings if (n := read(bare, sentence, turn)) is not None), None)


def _forget(bare: str, words: str, turn: str) -> Noted | None:
    found = _FORGET.search(bare)
    if found is None or found["not"]:
        return None
    return Noted("forget", words, turn, subject(found["about"]))


def _rule(bare: str, words: str, turn: str) -> Noted | None:
    found = _IF_FIRST.match(bare) or _IF_LAST.match(bare)
    if found is None or not _TO_COME.search(found["then"]):
        return None
    when = clause_of(_INVERTED.sub(r"\1 is ", found["when"].strip()))
    then = _outcome(found["then"])
    if when is None or then is None:
        return None
    return Noted("rule", words, turn, then.about, then.value, when.about, when.value)


def _outcome(then: str) -> Clause | None:
    """What would be, as if it were: the first clause that gives a value."""
    parts = (_WOULD_DO.sub("", part) for part in re.split(r", (?:and|so|since|because) |;", then))
    return next((c for part in parts if (c := clause_of(part)) is not None), None)


def _depend(bare: str, words: str, turn: str) -> Noted | None:
    found = _DEPENDS.search(bare) or _CAUSED.search(bare)
    if found is None:
        return None
    child, parent = subject(found["child"]), subject(found["parent"])
    return Noted("depend", words, turn, child, parent=parent) if child != parent else None


def _tell(bare: str, words: str, turn: str) -> Noted | None:
    told = _turned(bare) or clause_of(bare) or _later_clause(bare)
    if told is None:
        return None
    act: Act = "change" if told.changed or _CHANGED.search(words) else "state"
    return Noted(act, words, turn, told.about, told.value)


def _turned(bare: str) -> Clause | None:
    """What something is after what it used to be: "my gym used to be Ord but is now Pell"."""
    found = _USED_TO_BE.match(bare)
    return clause_of(f"{found['about']} is now {found['value']}") if found else None


def _later_clause(bare: str) -> Clause | None:
    """What a sentence of several clauses says in a later one: "they looked again, and ..."."""
    who = bare.partition(" ")[0]
    later = (bare[seam.end() :] for seam in _SEAM.finditer(bare))
    said = (clause_of(part) or clause_of(f"{who} {part}") for part in later)
    return next((clause for clause in said if clause is not None), None)
