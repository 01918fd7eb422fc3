"""What the fake endpoint says: by the role that it recognises, and by what it was shown."""

from __future__ import annotations

import json
import re
import zlib

AGAIN = "\n\nYour last reply "
_LINE = re.compile(r'^(?:(\d+)\. |- |([\w-]+): )?(".*")\s*$')
_PLAIN = {
    "You write the next chat message": "user",
    "You are a helpful assistant": "assistant",
    "You answer a user's question": "answerer",
    "You sum up a conversation": "summariser",
    "You put together what several memories": "synthesiser",
    "You check which facts": "reveal_checker",
    "You decide whether": "gate",
    "You judge whether": "judge",
    "Something in a person's life": "transition_narrator",
}


def core(asked):
    """The prompt without what was added when it was asked again."""
    texts = [message["content"].partition(AGAIN)[0] for message in asked["messages"]]
    return "\n".join(texts)


def role_of(asked):
    """The role: the name of the schema, or the first words of the instructions."""
    form = asked.get("response_format")
    if form:
        return form["json_schema"]["name"]
    begun = asked["messages"][0]["content"]
    return next((role for words, role in _PLAIN.items() if begun.startswith(words)), "")


def reply_to(asked):
    """The reply."""
    shown = asked["messages"][-1]["content"].partition(AGAIN)[0].splitlines()
    return _SAYS.get(role_of(asked), lambda lines: "Hello.")(shown)


def quotes(lines, label=None):
    """The quoted texts on lines of a kind: numbers, dates, speakers, or bullets."""
    found = [_LINE.match(line) for line in lines]
    return [
        json.loads(match[3]) for match in found if match and (label is None or match[2] == label)
    ]


def _last_quote(line):
    return json.loads(line[line.index('"') :])


def _user(lines):
    task = next(line for line in lines if line.startswith("Task:"))
    if "begin the conversation" in task:
        return _last_quote(task)
    if "tell the assistant" in task:
        fact = _last_quote(task.partition('"My": ')[2])
        return f"Well, {fact[0].swapcase()}{fact[1:]}"
    return "I see." if "stay on" in task else "Thanks, goodbye."


def _words(text):
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}


def _notes(lines):
    return [json.loads(m[2]) for m in (re.match(r'(\d{4}-\S+): (".*")', x) for x in lines) if m]


def _answerer(lines):
    notes = _notes(lines)
    asked = _words(_last_quote(next(line for line in lines if line.startswith("Question:"))))
    ranked = sorted(enumerate(notes), key=lambda note: (len(asked & _words(note[1])), note[0]))
    if not ranked or not asked & _words(ranked[-1][1]):
        return "I do not know."
    return ranked[-1][1]


def _reveals(lines):
    message = _last_quote(lines[0]).casefold()
    facts = quotes(lines[2:])
    return json.dumps({"told": [n for n, f in enumerate(facts, 1) if f.casefold() in message]})


def _gate(lines):
    return json.dumps({"store": any(not t.endswith("?") for t in quotes(lines, "user"))})


def _judge(lines):
    answer = _last_quote(next(x for x in lines if x.startswith("Answer:"))).casefold()
    right = [json.loads(m[1]) for m in (re.match(r'\d+\. (".*")', x) for x in lines) if m]
    named = [n for n, value in enumerate(right, 1) if value.casefold() in answer]
    well = len(named) == len(right) if right else "not know" in answer
    told = {"why": "compared"} | ({"named": named} if len(right) > 1 else {}) | {"right": well}
    return json.dumps(told)


def _uses(lines):
    """Every third domain or so, beginning where the person's name says; half to remember."""
    offered = sum(bool(re.match(r"\d+\. ", line)) for line in lines)
    begin = sum(map(ord, lines[0])) + sum(line.startswith("- ") for line in lines)
    domains = [(begin + 3 * n) % offered + 1 for n in range(8)]
    return [
        {"domain": d, "reason": f"It suits, number {d}.", "remember": n % 2 == 0,
         "frequency": ("high", "mid", "low")[n % 3]}
        for n, d in enumerate(dict.fromkeys(domains))
    ]  # fmt: skip


def _project(lines):
    """As many sessions and facts as the shape wants, with values that nobody else has."""
    shape, said = [], "\n".join(lines)
    for line in lines:
        if line.startswith("Session "):
            shape.append(0)
        elif line.startswith("- ") and shape and "Taken already" not in line:
            shape[-1] += line[3:].startswith(("a decision", "something true"))
    stamp = zlib.crc32(said.encode())
    facts = lambda s, n: [  # noqa: E731
        {"about": f"matter {s}{f}", "value": f"Zor{stamp}x{s}y{f}z", "question": "And now?",
         "said": f"I settled on Zor{stamp}x{s}y{f}z."} for f in range(n)]  # fmt: skip
    sessions = [{"opening": "About my plan.", "facts": facts(s, n)} for s, n in enumerate(shape)]
    return json.dumps({"title": "My plan", "sessions": sessions})


_SAYS = {
    "user": _user,
    "assistant": lambda lines: "Noted, go on.",
    "answerer": _answerer,
    "summariser": lambda lines: quotes(lines, "user")[0],
    "synthesiser": lambda lines: " ".join(_notes(lines)),
    "reveal_checker": _reveals,
    "conflict_judge": lambda lines: json.dumps({"conflict": "none"}),
    "critic": lambda lines: json.dumps({"needed": True, "notes": [1]}),
    "dependency_extractor": lambda lines: json.dumps({"notes": []}),
    "extractor": lambda lines: json.dumps({"facts": [{"line": 1, "fact": "A fact."}]}),
    "fact_manager": lambda lines: json.dumps({"operation": "add", "fact": 0}),
    "file_keeper": lambda lines: json.dumps({"tool": "append", "lines": ["A line."]}),
    "article_compiler": lambda lines: json.dumps(
        {"articles": [{"title": "A title", "lines": ["A line."]}]}
    ),
    "note_writer": lambda lines: json.dumps(
        {"keywords": ["word"], "tags": ["tag"], "context": "It is so.", "links": [], "evolved": []}
    ),
    "gate": _gate,
    "judge": _judge,
    "session_record": lambda lines: json.dumps(
        {"aim": "settle", "matter": quotes(lines, "user")[0][:100], "summary": "", "topic": "home"}
    ),
    "transition_narrator": lambda lines: "After a change at home it was time for other things.",
    "placement": lambda lines: json.dumps({"place": "unsure"}),
    "plausibility": lambda lines: json.dumps({"objections": []}),
    "profile_assigner": lambda lines: json.dumps({"uses": _uses(lines)}),
    "query_writer": lambda lines: json.dumps({"passages": ["A passage."]}),
    "skeleton_writer": _project,
    "structural_note": lambda lines: json.dumps({"groups": []}),
}
