"""The ideal reader against an independent account of what follows from what was said."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from sim.judging import judge_by_rule
from sim.lexicon import Asking, Lexicon, Pattern
from sim.probes import Gold, Probe
from sim.roles.answerer import READERS, AnswererInput
from sim.seeds import stream
from sim.views import Answer, Memory, Question

NAMES = ("ada", "bo", "cy", "di", "ed")  # in an order in which parents come first
EDGES = [(p, c) for at, p in enumerate(NAMES) for c in NAMES[at + 1 :]]
START = datetime(2031, 1, 6)


def value(entity, number):
    return f"{entity}{number}"


def words(act, entity, number=0, parent="", trigger=0):
    return {
        "state": f"My {entity} is {value(entity, number)}.",
        "change": f"My {entity} became {value(entity, number)}.",
        "forget": f"Forget my {entity}.",
        "depend": f"My {entity} depends on my {parent}.",
        "rule": f"If my {parent} becomes {value(parent, trigger)}, "
        f"my {entity} will be {value(entity, number)}.",
    }[act]


LEXICON = Lexicon(
    tuple(
        Pattern(act, entity, text)
        for entity in NAMES
        for act, text in [
            ("state", f"My {entity} is {{value}}."),
            ("change", f"My {entity} became {{value}}."),
            ("forget", f"Forget my {entity}."),
        ]
    )
    + tuple(Pattern("depend", c, f"My {c} depends on my {p}.", parent=p) for p, c in EDGES)
    + tuple(
        Pattern("rule", c, f"If my {p} becomes {{trigger}}, my {c} will be {{value}}.", parent=p)
        for p, c in EDGES
    ),
    tuple(
        Asking(f"{form} {entity}?", form, (entity,))
        for entity in NAMES
        for form in ("current", "history")
    ),
)

number = st.integers(0, 2)
entity = st.sampled_from(NAMES)
edge = st.sampled_from(EDGES)
telling = st.one_of(
    st.tuples(st.sampled_from(["state", "change"]), entity, number),
    st.tuples(st.just("forget"), entity),
    edge.map(lambda e: ("depend", e[1], 0, e[0])),
    st.tuples(edge, number, number).map(lambda r: ("rule", r[0][1], r[1], r[0][0], r[2])),
)
life = st.lists(telling, max_size=14)


def account(said):
    """State and forgotten entities, worked out backwards: each value asked for by recursion."""
    depends = {(s[3], s[1]) for s in said if s[0] in ("depend", "rule")}
    rules = {(s[3], value(s[3], s[4]), s[1], value(s[1], s[2])) for s in said if s[0] == "rule"}
    state, gone = {}, set()
    for act, name, *rest in said:
        if act == "forget":
            gone.add(name)
        if act in ("state", "change"):
            gone.discard(name)
            new = value(name, rest[0])
            is_change = act == "change" if name not in state else state[name] != new
            state[name] = new
            if is_change:
                state = after_change(state, name, depends, rules)
    return state, gone


def after_change(state, source, depends, rules):
    settled = {}

    def settle(name):
        """(value, whether it changed); entities never heard of are left out of the result."""
        if name == source:
            return state[name], True
        if name not in settled:
            moved = {p: settle(p)[0] for p, c in depends if c == name and settle(p)[1]}
            targets = {
                target
                for parent, trigger, child, target in rules
                if child == name and moved.get(parent) == trigger
            }
            new = state.get(name) if not moved else min(targets) if len(targets) == 1 else None
            settled[name] = new, bool(moved) and (name not in state or new != state[name])
        return settled[name]

    touched = {n for n in NAMES if n in state or settle(n)[1]}
    return {name: settle(name)[0] for name in touched}


def memories(said):
    return tuple(
        Memory(f"m{at}", f"user: {words(*s)}", START + timedelta(days=at), (f"s{at}",))
        for at, s in enumerate(said)
    )


def ask(question, found, reader="ideal"):
    asked = Question("q", "u", question, START + timedelta(days=99))
    return READERS[reader].twin(AnswererInput(asked, tuple(found), LEXICON), stream(0)).text


def right(kind, gold, text):
    question = Question("q", "u", "?", START)
    return judge_by_rule(Probe("p", "dependency", kind, "after", 0, question, gold), Answer(text))


@settings(max_examples=300, deadline=None)
@given(life, entity)
def test_the_ideal_reader_gives_the_answer_that_follows_and_the_judge_agrees(said, name):
    state, gone = account(said)
    answer = ask(f"current {name}?", memories(said))
    every = tuple(value(name, n) for n in range(3))
    now = state.get(name)
    if name in gone:
        verdict = right("deletion", Gold(hidden=every), answer)
    elif now is None:
        verdict = right("absence", Gold(stale=every), answer)
    else:
        old = tuple(v for v in every if v != now)
        verdict = right("cascade", Gold(accepted=(now,), stale=old), answer)
    assert verdict.correct, (answer, verdict.why)


@settings(deadline=None)
@given(life, entity)
def test_histories_are_what_was_told_without_repetition_or_an_admission(said, name):
    numbers = [s[2] for s in said if s[0] in ("state", "change") and s[1] == name]
    told = [n for at, n in enumerate(numbers) if at == 0 or numbers[at - 1] != n]
    answer = ask(f"history {name}?", memories(said), "literal")
    gold = Gold(tuple(value(name, n) for n in told), ordered=True)
    assert right("tracking", gold, answer).correct


@settings(deadline=None)
@given(life, entity, st.randoms(use_true_random=False))
def test_the_order_of_retrieval_does_not_matter(said, name, random):
    found = list(memories(said))
    straight = ask(f"current {name}?", found)
    random.shuffle(found)
    assert ask(f"current {name}?", found) == straight


@settings(deadline=None)
@given(life, entity, st.sampled_from(["current", "history"]), st.sampled_from(sorted(READERS)))
def test_overlapping_windows_and_whole_sessions_say_the_same(said, name, form, reader):
    found = memories(said)
    windows = [
        replace(
            left,
            id=f"w{left.id}",
            text=f"{left.text}\n{right.text}",
            created_at=right.created_at,
            sessions=left.sessions + right.sessions,
        )
        for left, right in pairwise(found)
    ]
    whole = replace(found[0], text="\n".join(m.text for m in found)) if found else None
    answer = ask(f"{form} {name}?", found, reader)
    if windows:
        assert ask(f"{form} {name}?", windows, reader) == answer
    if whole:
        assert ask(f"{form} {name}?", [whole], reader) == answer


@settings(deadline=None)
@given(life, entity)
def test_the_literal_reader_reports_the_last_statement(said, name):
    numbers = [s[2] for s in said if s[0] in ("state", "change") and s[1] == name]
    answer = ask(f"current {name}?", memories(said), "literal")
    assert (f"It is {value(name, numbers[-1])}." == answer) if numbers else ("not know" in answer)
