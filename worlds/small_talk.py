"""What a scripted user says around the facts: openings, links, follow-ups, closings.

None of it holds a fact, a value or a promise about the person; ``worlds.check`` makes sure that
no value of a world occurs in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

GREETINGS = (
    "Hello there.",
    "Hi!",
    "Hey, me again.",
    "Good to be back.",
    "Hi, I have a moment to spare.",
    "Hello, I hope you are well.",
    "Right, here I am.",
    "Hey, quick one from me.",
    "Hello again.",
    "Hi, thanks for last time.",
    "So, another round with you.",
    "Hey there.",
)
PURPOSES = {
    "introduction": (
        "I want to tell you a bit about my life so that you can help me better.",
        "Let me fill you in on a few things.",
        "I would like you to keep some details about me in mind.",
        "I am sorting out my notes and thought you should have them too.",
        "There are some bits about me that you do not have yet.",
        "I find it easier when you know how things stand with me.",
        "Today I feel like talking through how my days are set up.",
        "I would like to go over some everyday matters with you.",
        "Somebody asked me about this and I noticed that I never told you.",
        "I am in the mood for getting organised.",
    ),
    "change": (
        "I have some news.",
        "Something happened since we last spoke.",
        "There has been quite a turn on my side.",
        "You need to hear this.",
        "My life has been turned around a little.",
        "I am still getting used to something new.",
        "I should bring you up to date.",
        "It took me a while to get round to telling you.",
    ),
    "update": (
        "Just a small update from my side.",
        "This is only a little thing, really.",
        "I noticed that something you know about me is out of date.",
        "A short note for you, nothing dramatic.",
        "I keep changing my mind, as you will see.",
        "Let me correct something small.",
    ),
    "deletion": (
        "I have a request about what you keep of me.",
        "I have been thinking about my privacy.",
        "There is something I would rather not have on record.",
        "I would like to clear something out.",
        "I have had second thoughts about something I told you.",
    ),
}
LINKS = (
    "One more thing.",
    "Next on my list.",
    "Oh, before I lose the thread.",
    "Here is another detail.",
    "While we are at it.",
    "Let me add something.",
    "This may be useful as well.",
    "On to something else.",
    "That reminds me.",
    "And then there is this.",
)
FOLLOW_UPS = (
    "Is there anything I should look out for with {phrase}?",
    "How would you go about {phrase} if you were me?",
    "Do people usually give much thought to something like {phrase}?",
    "I am curious what you make of {phrase}.",
    "What would you ask me next about {phrase}?",
    "Could you suggest a small improvement concerning {phrase}?",
    "I sometimes wonder whether I take {phrase} too seriously.",
    "My friends tease me about {phrase}, by the way.",
    "Honestly, I could talk about {phrase} for hours.",
    "Do you have a handy checklist for things like {phrase}?",
    "It took me some time to get comfortable with {phrase}.",
    "What is a common mistake when it comes to {phrase}?",
)
REPLIES = (
    "That makes sense to me.",
    "Good point, I had not thought of that.",
    "Fair enough, I will sleep on it.",
    "Interesting, tell me a little more about that idea.",
    "All right, I will give that a try.",
    "I like the way you put it.",
    "Hm, I am not sure yet, but I see what you mean.",
    "That helps, thank you.",
)
CLOSINGS = (
    "Thanks, that is all for now.",
    "That was everything, talk to you soon.",
    "I have to run, see you.",
    "Great, that is off my chest.",
    "Thank you, until next time.",
    "That will do for today.",
    "All good then, bye for now.",
    "Lovely, I will come back when there is more.",
    "I will leave it there.",
    "Thanks for listening.",
)


def openings(kind: str) -> list[str]:
    """Every way to begin a session of a kind of happening."""
    return [f"{greeting} {purpose}" for greeting, purpose in product(GREETINGS, PURPOSES[kind])]


def everything() -> Iterator[str]:
    """All of it, for checks."""
    yield from (*GREETINGS, *LINKS, *FOLLOW_UPS, *REPLIES, *CLOSINGS)
    for purposes in PURPOSES.values():
        yield from purposes
