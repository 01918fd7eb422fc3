"""What holds after everything that was told equals an independent working out of DESIGN 10."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from memory_backends.propagating.entries import Derived, Told
from memory_backends.propagating.maintenance import believe
from sim.roles.extracting import Noted

START = datetime(2026, 1, 1)
VALUES = ("a", "b", "c")


def told(*notes: Noted) -> list[Told]:
    """Notes as entries, a day apart."""
    return [
        Told(f"s{n}.0/0", f"s{n}", START + timedelta(days=n), note) for n, note in enumerate(notes)
    ]


def state(about: str, value: str, act: str = "state") -> Noted:
    return Noted(act, f"{about} is {value}.", "t", about, value)


def depend(child: str, parent: str) -> Noted:
    return Noted("depend", f"{child} depends on {parent}.", "t", child, parent=parent)


def rule(parent: str, trigger: str, child: str, value: str) -> Noted:
    return Noted(
        "rule",
        f"If {parent} becomes {trigger}, {child} will be {value}.",
        "t",
        child,
        value,
        parent,
        trigger,
    )


@st.composite
def storylines(draw):
    """A random DAG (edges go up), rules on some of its edges, values, and one change."""
    size = draw(st.integers(2, 6))
    names = [f"v{n}" for n in range(size)]
    edges = [(p, c) for c in range(size) for p in range(c) if draw(st.booleans())]
    rules = {
        (p, trigger, c): draw(st.sampled_from(VALUES))
        for p, c in edges
        for trigger in VALUES
        if draw(st.booleans())
    }
    first = [draw(st.sampled_from(VALUES)) for _ in names]
    changed = draw(st.integers(0, size - 1))
    return names, edges, rules, first, changed, draw(st.sampled_from(VALUES))


def by_hand(names, edges, rules, first, changed, new):
    """Level by level: a child of changed parents takes the one value their rules give, or none."""
    now, moved = dict(enumerate(first)), set()
    now[changed] = new
    if new != first[changed]:
        moved.add(changed)
    for child in range(changed + 1, len(names)):
        parents = [p for p, c in edges if c == child and p in moved]
        if not parents:
            continue
        fired = {rules[p, now[p], child] for p in parents if (p, now[p], child) in rules}
        now[child] = fired.pop() if len(fired) == 1 else None
        if now[child] != first[child]:
            moved.add(child)
    return now


@given(storylines())
def test_belief_equals_the_working_out_by_hand(story):
    names, edges, rules, first, changed, new = story
    notes = [depend(names[c], names[p]) for p, c in edges]
    notes += [rule(names[p], t, names[c], v) for (p, t, c), v in rules.items()]
    notes += [state(name, value) for name, value in zip(names, first, strict=True)]
    belief = believe(told(*notes, state(names[changed], new, "change")))
    expected = by_hand(*story)
    assert {name: belief.value(name) for name in names} == {
        names[n]: value for n, value in expected.items()
    }


@given(storylines(), st.randoms(use_true_random=False))
def test_it_does_not_matter_when_rules_and_dependencies_were_told(story, shuffler):
    names, edges, rules, first, changed, new = story
    links = [depend(names[c], names[p]) for p, c in edges]
    links += [rule(names[p], t, names[c], v) for (p, t, c), v in rules.items()]
    values = [state(name, value) for name, value in zip(names, first, strict=True)]
    values.append(state(names[changed], new, "change"))
    early = believe(told(*links, *values))
    mixed = list(values)
    for link in links:
        mixed.insert(shuffler.randint(0, len(mixed)), link)
    late = believe(told(*mixed))
    assert [early.value(name) for name in names] == [late.value(name) for name in names]


def test_a_conclusion_names_the_change_and_the_rule_it_rests_on():
    entries = told(
        state("home", "Ord"),
        state("commute", "tram"),
        rule("home", "Brask", "commute", "ferry"),
        rule("home", "Pell", "commute", "bus"),
        state("home", "Brask", "change"),
    )
    derived = believe(entries).standing["commute"]
    assert isinstance(derived, Derived)
    assert (derived.value, derived.cause, derived.rests_on) == ("ferry", entries[4], (entries[2],))
    assert derived.words == "commute is ferry."


def test_without_a_rule_the_dependency_is_the_reason_and_the_value_unknown():
    entries = told(
        state("home", "Ord"), state("gym", "Hall"), depend("gym", "home"), state("home", "Brask")
    )
    derived = believe(entries).standing["gym"]
    assert isinstance(derived, Derived)
    assert (derived.value, derived.rests_on) == (None, (entries[2],))
    text = derived.memory().text
    assert "not known what the gym is" in text
    assert "Hall" not in text


def test_a_value_told_afterwards_stands():
    entries = told(
        state("home", "Ord"), depend("gym", "home"), state("home", "Brask"), state("gym", "Orme")
    )
    belief = believe(entries)
    assert belief.standing["gym"] == entries[3]


def test_a_change_of_what_was_never_told_is_a_change():
    entries = told(rule("home", "Brask", "commute", "ferry"), state("home", "Brask", "change"))
    assert believe(entries).value("commute") == "ferry"
    first = told(rule("home", "Brask", "commute", "ferry"), state("home", "Brask"))
    assert believe(first).value("commute") is None


def test_what_is_to_be_forgotten_stands_no_more_until_it_is_told_again():
    wish = Noted("forget", "Forget my gym.", "t", "gym")
    belief = believe(told(state("gym", "Hall"), wish))
    assert belief.value("gym") is None
    assert "gym" in belief.forgotten
    again = believe(told(state("gym", "Hall"), wish, state("gym", "Orme")))
    assert (again.value("gym"), "gym" in again.forgotten) == ("Orme", False)


def test_the_graph_has_an_edge_for_each_link_with_what_was_told_of_it():
    entries = told(depend("gym", "home"), rule("home", "Brask", "gym", "Orme"))
    graph = believe(entries).graph
    assert list(graph.edges) == [("home", "gym")]
    assert graph.edges["home", "gym"]["told"] == tuple(entries)


def test_circles_end():
    entries = told(
        depend("a", "b"), depend("b", "a"), state("a", "x"), state("b", "y"), state("a", "z")
    )
    belief = believe(entries)
    assert belief.value("a") == "z"
    assert belief.value("b") is None
