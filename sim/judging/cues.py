"""The words by which answers doubt, hedge, deny, and speak of the past or of what may come.

All patterns are matched against masked text (values replaced by marks), so no value, whatever
words it is made of, can be taken for a cue.
"""

from __future__ import annotations

import re

_NOT = r"(?:(?:do|does|did|could|would|have|has|is|are|was|am)(?: not|n't)|can(?:not|'t| not))"
_SELF = r"(?:I|we|(?:my|the) (?:notes?|memory|memories|records?))"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


# The answer says that something is not known or not there.
UNKNOWING = _any(
    rf"\b{_NOT}\b(?: \w+){{0,2}} (?:know|recall|remember|tell|told|say|said|determine|determined"
    r"|confirm|confirmed|available|known|clear|certain|sure|specified|recorded|stored|mentioned"
    r"|updated|given|provided|shared|established)\b",
    rf"\b(?:not|{_NOT}) (?:\w+ ){{0,4}}(?:in|on|part of) (?:my |the |any )?"
    r"(?:memory|records?|notes?|file)\b",
    rf"\b{_SELF} (?:\w+ )?{_NOT}\b(?: \w+){{0,2}} (?:have|see|share|provide|answer|find|contain"
    r"|say|mention|hold|include|store|keep|retain|possess)\b",
    rf"\b{_SELF} (?:\w+ )?(?:no longer|never) (?:had|have|know|knew|see|hold)\b",
    rf"\b{_SELF} have (?:no|nothing)\b",
    r"\b(?:lack|lacks|lacking|missing|need|require) (?:\w+ ){0,2}(?:information|details?|data)\b",
    r"\bno (?:\w+ ){1,3}on (?:file|record)\b",
    r"\b(?:not|no longer|never) (?:\w+ )?(?:sure|certain|clear|known|available|specified|stored"
    r"|recorded|given|provided|mentioned|stated|accessible|on record|told|updated)\b",
    r"\bno (?:\w+ ){0,2}(?:information|record|records|idea|memory|memories|data|details?|knowledge"
    r"|note|notes|mention|entry|answer|figure)\b",
    r"\b(?:unknown|unsure|uncertain|unclear|undetermined|unspecified|unavailable|undefined|n/a)\b",
    r"\b(?:nothing|none) (?:\w+ ){0,2}(?:know|known|remember|recorded|stored|available|on record"
    r"|says?|tells?)\b",
    r"^\W*(?:none|nothing|null)\W*$",
    r"\b(?:no way (?:to|of)|(?:hard|difficult|impossible|unable) to (?:say|tell|know|answer)"
    r"|(?:remains|yet) to be (?:seen|determined|decided)|open question)\b",
)
# What was known once is said to hold no more.
_INVALID = (
    r"\b(?:not|no longer|never|\w+n't) (?:\w+ )?(?:accurate|valid|current|correct|true"
    r"|hold|holds|apply|applies|up to date|the case|right)\b",
    r"\b(?:outdated|out of date|obsolete|inaccurate|invalid|stale)\b",
)
# The answer says that what was known has lapsed, or that it needs to be asked for anew.
LAPSED = _any(
    *_INVALID,
    r"\b(?:has|have|must have|will have|had) (?:\w+ )?changed\b(?! (?:to|into|from)\b)",
    r"\b(?:need|needs|have|has|want) to (?:be )?(?:\w+ )?"
    r"(?:check|confirm|update|verify|reassess|recalculate|reconsider|work out)(?:e?d)?\b",
    r"\b(?:can|could|would) you (?:please )?(?:confirm|tell|let|share|check|clarify)\b",
)
# The answer says that something was taken away on request.
WITHDRAWN = _any(
    r"\b(?:deleted|removed|erased|forgotten|wiped|withdrawn|purged|dropped|cleared"
    r"|scrubbed|discarded)\b",
    r"\b(?:asked|requested|told|wanted|wished)\b.{0,40}"
    r"\b(?:forget|delete|remove|erase|removal|deletion|not (?:to )?(?:keep|store|remember)"
    r"|stop (?:keeping|storing|remembering))\b",
    r"\bno longer (?:\w+ ){0,2}(?:have|keep|store|hold|retain|remember|exists?)\b",
)
# The answer leaves open whether a value holds.
MAYBE = _any(
    r"\b(?:might|maybe|perhaps|possibly|could)\b(?! you\b)",
    r"\b(?-i:may)\b",  # "May" is a month
    r"\b(?:assuming|unless|provided that)\b",
    r"\bif (?:nothing|that|it|this) (?:\w+ ){0,3}(?:changed|still|same|holds?|applies)\b",
    r"\b(?:it|that|this) depends\b",
)
# The answer commits itself only half.
HEDGE = _any(
    r"\b(?:probably|likely|presumably|supposedly|apparently|seemingly|conceivably|arguably)\b",
    r"\bI(?:'d| would)? (?:think|guess|suppose|assume|believe|suspect|imagine|say)\b",
    r"\b(?:seems?|appears?) (?:to|that|like|as)\b",
    r"\b(?:either|alternatively|whether)\b",
    r"\b(?:am|are|is|be|been|was|were|'re|'m) (?:\w+ )?(?:considering|thinking (?:about|of)"
    r"|deciding between)\b",
    r"\b(?:best guess|my guess|something like|should be)\b",
    r"\b(?:fairly|pretty|quite|almost|reasonably|rather) (?:sure|certain|confident)\b",
)
# A doubt about whether what was just said still holds.
VALIDITY = _any(
    r"\b(?:still|changed|current|currently|now|any ?more|accurate|valid|correct|up to date|outdated"
    r"|holds?|applies|apply|the case|longer|same|right|true)\b"
)
CONDITION = _any(
    r"\b(?:if|unless|in case|provided|assuming|whenever|should you|should it|were you to)\b"
)
FUTURE = _any(
    r"\b(?:will|shall|would)\b",
    r"\w'(?:ll|d)\b",
    r"\b(?:going|about|due|set|planning|plans?|intends?|intending|expects?|expected) to\b",
    r"\b(?:soon|eventually|in the future)\b",
)
# Politeness that invites a correction; it says nothing about the answer.
INVITATION = _any(
    r"\b(?:let me know|feel free|you (?:might|may) (?:want|wish|like)|happy to|glad to)\b",
    r"\bif (?:you (?:need|want|would like|have)|there is anything|there's anything)\b",
)

# Directly before a value: it is spoken of as past, denied, or reported.
PAST = _any(
    r"\b(?:was|were|had|used to|previous|previously|former|formerly|initial|initially|original"
    r"|originally|old|older|earlier|once|first|at first|back then|before|until|stale|outdated)\b",
    r"\b(?:changed|switched|moved|went|away|updated|replaced) from\b",
    r"\bfrom$",
)
DENIED = _any(
    r"\b(?:not|no longer|isn't|aren't|wasn't|never|instead of|rather than|neither|nor|without"
    r"|replac(?:es|ed|ing)|stopped|quit|gave up|left)\b",
)
REPORTED = _any(
    r"\b(?:said|told|mentioned|stated|noted|shared|reported|wrote|last|according to|as of|recorded"
    r"|notes? (?:say|says|show)|records? (?:say|says|show))\b",
)
# "was changed to B" leads to the present value, although it is told in the past.
ARRIVAL = _any(
    r"\b(?:was|were|had|has been|have been|got)(?: since| then| later)? (?:changed|updated|switched"
    r"|replaced|moved|set|swapped)\b(?! from\b)",
    r"\b(?:it|which|that) was replaced\b",
    r"\breplaced by\b",
)
# From here on it is about the present, whatever was said of the past before.
PRESENT = _any(r"\b(?:now|currently|today|these days|at present|nowadays)\b")
# Directly behind a value: it is over. An adverb right before the next value belongs to that one.
OVER = _any(
    r"^[\s,(]*(?:before|until|at first|in the past|back then|at the time|at that time"
    r"|when you last|the last time|as of)\b",
    r"^[\s,(]*(?:previously|formerly|earlier|originally|initially)\b(?! ?(?:\w+ ){0,2}⟦)",
    r"^[\s,(]*(?:has |have |had |was |were |is |got )?(?:since |then |now )?"
    r"(?:been )?(?:changed|replaced|superseded|switched|became|become|turned)\b",
    r"^[\s,(]*(?:is |was |does |has )?(?:no longer|not any more|out of date|outdated|isn't)\b",
    r"^\s*(?:->|→)",
    *_INVALID,
)
