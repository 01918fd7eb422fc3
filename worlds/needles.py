"""The words by which a fact is recognised in a text.

A value is recognised by itself, since no value of a world is part of another. A change is not:
the new value of a parent also stands in the rules that wait for it. So a change is recognised by
the value together with the two words before it ("moved to Vandry Quay"), which no rule of the
entity has in that place. A dependency needs both noun phrases and the words that link them.
"""

from __future__ import annotations

import re

DEPEND = ("depends on", "depend on")
IMPLY = ("because of", "to suit", "on account of", "thanks to", "an eye to", "in view of")
_FORGET = re.compile(r"\b(?:forget|remove|delete|erase|drop|wipe|strike|clear)\b.*", re.IGNORECASE)
ANCHOR_WORDS = 2


def of_value(value: str) -> tuple[str, ...]:
    """A value by itself."""
    return (value,)


def of_change(template: str, value: str) -> tuple[str, ...]:
    """The new value with the words before it.

    >>> of_change("I have moved to {value}.", "Vandry Quay")
    ('moved to Vandry Quay',)
    """
    return (f"{anchor(template, 'value')} {value}".strip(),)


def anchor(template: str, slot: str) -> str:
    """The last words before a slot.

    >>> anchor("If my home becomes {trigger}, it will be {value}.", "trigger")
    'home becomes'
    """
    before = template.split("{" + slot + "}", maxsplit=1)[0]
    return " ".join(before.split()[-ANCHOR_WORDS:])


def of_dependency(wording: str, child: str, parent: str) -> tuple[str, ...]:
    """Both noun phrases and the words that link them, stated or implied.

    >>> of_dependency("My commute depends on my home.", "my commute", "my home")
    ('my commute', 'my home', 'depends on')
    >>> of_dependency("It is thanks to my home that my commute is short.", "my commute", "my home")
    ('my commute', 'my home', 'thanks to')
    """
    links = (link for link in (*DEPEND, *IMPLY) if link in wording)
    return (child, parent, next(links, DEPEND[0]))


def of_rule(trigger: str, target: str) -> tuple[str, ...]:
    """Both values."""
    return (trigger, target)


def of_request(wording: str) -> tuple[str, ...]:
    """What the user wants done, from the verb on.

    >>> of_request("I would like you to forget my therapist, please.")
    ('forget my therapist, please',)
    """
    found = _FORGET.search(wording)
    return ((found.group() if found else wording).rstrip(" .!?"),)


def of_propagated(phrase: str, value: str) -> tuple[str, ...]:
    """A value that a memory has worked out on its own, in the plain form.

    >>> of_propagated("my commute", "the Brisk ferry")
    ('my commute is the Brisk ferry',)
    """
    return (f"{phrase} is {value}",)
