"""The scripted assistant's lines, by what the user is doing.

No line asserts anything about the user or takes up a word of theirs, so that whatever a memory
knows about a person came out of the person's own mouth.
"""

from __future__ import annotations

from typing import Literal

Doing = Literal[
    "opening", "telling", "ruling", "asking", "checking", "forgetting", "thanking", "recalling"
]

_OPENING = (
    "Hello! Happy to help with that. Where shall we begin?",
    "Hi there. Tell me a little more and we will take it step by step.",
    "Good to hear from you. What matters most here?",
    "Sure, let us look at it together. What should I know first?",
    "Of course. Give me the outline, and I will ask if something is unclear.",
    "Welcome! Start wherever it feels easiest.",
    "Glad to help. Is there something that has to be settled today?",
    "Certainly. Let us sort out the essentials first and the details after that.",
    "That sounds like something we can work through. What is the starting point?",
    "All right. Say what it is about, and we will put it in order.",
    "Yes, let us do that. Which part would be most useful to talk about?",
    "I am all ears, and there is no hurry.",
    "Good idea to talk it over. What has prompted it?",
    "Let us see what we can do. How would a good result look?",
)
_TELLING = (
    "Got it, thank you for telling me.",
    "Understood. That is useful to know.",
    "Thanks, that makes the picture clearer.",
    "Noted. Is there anything around it that I should keep in mind?",
    "That is helpful context. Please go on.",
    "I see. How do you feel about it?",
    "Okay, that gives us something solid to work with.",
    "All right. We can build on that.",
    "Thank you, I will take that into account.",
    "Good to know. What would be the next thing to look at?",
    "I follow. Does anything about it worry you?",
    "Makes sense. Small details like this often turn out to matter.",
    "Fine, let us keep that in view while we go on.",
    "Thanks for being so clear about it.",
    "That helps. Say so if I should slow down or go deeper.",
    "Okay. It is worth giving that a little thought before deciding anything.",
    "Understood, and nothing about it has to be decided in a hurry.",
    "I see where this is going. Tell me more if you like.",
    "Right. Let us leave it there for a second and see what follows from it.",
    "Clear enough. A short list of next steps could be a good way forward.",
    "Thanks. If it helps, we can weigh the pros and cons together.",
    "Okay, one thing at a time. That one is clear now.",
    "That is a good point to have on the table.",
    "I appreciate the detail, it makes it easier to be of use.",
)
_RULING = (
    "That is a sensible way to plan ahead.",
    "Understood, one thing would follow from the other.",
    "Good to have that thought through in advance.",
    "I see, so that is how the two hang together.",
    "Okay. Plans of that kind save a lot of trouble later.",
    "Clear. It only matters if it really comes to that.",
    "Noted as a plan, not as something that has happened.",
    "Makes sense. It is reassuring to know what would come next.",
    "All right, a clear condition and a clear consequence.",
    "That is a neat arrangement. We can come back to it when the time comes.",
)
_ASKING = (
    "Good question. I would start small, see how it goes, and adjust from there.",
    "There are a few ways to go about it. Which constraint matters most, time or effort?",
    "I would compare two or three options side by side before settling on one.",
    "It depends on the circumstances. A rough plan first, then the details, usually works.",
    "My suggestion would be to write down what a good outcome looks like and work backwards.",
    "Happy to think about that. What has been tried so far?",
    "One approach is to split it into pieces that fit into half an hour each.",
    "Let me suggest the simplest version first, we can always refine it.",
    "A good rule of thumb is to fix the hardest part early.",
    "That can be answered in several ways. Would a short overview do, or something thorough?",
    "I would look at what can be undone easily and begin there.",
    "Perhaps set a date for a decision and gather what is needed until then.",
    "It may be worth asking someone who has done it before, and keeping the first try modest.",
    "Let us list what is certain and what is not, the answer often falls out of that.",
)
_CHECKING = (
    "Not from my side. Feel free to add whatever comes to mind.",
    "Nothing more from me for now. Go on if there is something left.",
    "I have no further points. Is there anything left to add?",
    "We seem to have been through everything. What else would be good to cover?",
    "That is all I had. Please say so if something is missing.",
    "No open ends as far as I can tell from what was said today.",
)
_FORGETTING = (
    "Understood, I will leave that out from now on.",
    "Of course. Consider it dropped.",
    "That is entirely up to you. I will not bring it up again.",
    "Sure, we will not use that any more.",
    "Okay, it will not play a part in anything from here on.",
    "No problem at all. It is off the table.",
    "Thank you for saying so. I will treat it as never mentioned.",
    "All right, that one goes.",
)
_THANKING = (
    "You are welcome. Come back whenever it suits you.",
    "Any time. Good luck with it!",
    "My pleasure. Have a good rest of the day.",
    "Glad that was of use. Until next time.",
    "Happy to help. Take care!",
    "You are welcome. We can pick it up again later.",
    "Great, then let us leave it at that for today.",
    "Thanks to you too. Talk soon.",
    "Good, that sounds settled. Have a nice day.",
    "It was a good talk. See you next time.",
)
_RECALLING = (
    "I have some earlier notes that bear on this.",
    "My notes from before touch on this as well.",
    "We have been near this subject before, so I have something to go by.",
    "There is something in my notes about it already.",
    "I looked through what was said earlier, that helps.",
    "Some of this connects to earlier conversations.",
    "I can see related notes from another day.",
    "This is not the first time it comes up, which makes it easier.",
)
LINES: dict[Doing, tuple[str, ...]] = {
    "opening": _OPENING,
    "telling": _TELLING,
    "ruling": _RULING,
    "asking": _ASKING,
    "checking": _CHECKING,
    "forgetting": _FORGETTING,
    "thanking": _THANKING,
    "recalling": _RECALLING,
}
