"""What each memory of facts does that the others do not."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.facts import GraphMemory, LightMem, MemoryR1, Rmm
from memory_backends.facts.extracted import Fact, parts
from memory_backends.facts.graph import USER, FactGraph, ends, told_apart
from memory_backends.facts.topical import Gathered
from sim.roles.critic import CRITIC
from sim.roles.extracting import Noted
from sim.seeds import stream
from sim.views import Memory, Question, Session, Turn

START = datetime(2026, 1, 5, 9)
LATER = START + timedelta(days=400)


def texts(backend) -> list[str]:
    return [memory.text for memory in backend.get_all()]


# -- exchange by exchange


def test_the_extractor_is_shown_each_message_with_its_reply() -> None:
    turns = tuple(
        Turn(f"s.{n}", speaker, text, START)
        for n, (speaker, text) in enumerate(
            [("user", "a"), ("assistant", "b"), ("user", "c"), ("user", "d"), ("assistant", "e")]
        )
    )
    session = Session("s", "ada", START, START, turns)
    shown = [(part.text, cue) for part, cue in parts(session, "turn")]
    assert shown == [
        ("user: a\nassistant: b", "s.0"),
        ("user: c", "s.2"),
        ("user: d\nassistant: e", "s.3"),
    ]
    assert list(parts(session, "session")) == [(session, "s")]


# -- memory_r1


def asked(text: str) -> Question:
    return Question("q", "ada", text, LATER)


def test_memory_r1_answers_from_what_the_critic_leaves(stored) -> None:
    backend = stored("memory_r1", ("My gym is Orme.", "My bank is Pell.", "My aunt is Ina."))
    seen: list[tuple[str, int]] = []

    def play(role, given_, cue):
        seen.append((role.name, len(given_.memories)))
        return role.twin(given_, stream("t", cue))

    backend.play = play
    answer = backend.answer(asked("What is my gym?"), k=5)
    assert seen[0] == ("critic", 3), "everything found is sifted"
    assert seen[1] == ("answerer", len(answer.memories))
    assert [memory.text for memory in answer.memories] == ["My gym is Orme."]


def test_memory_r1_asks_nobody_to_sift_nothing(stored) -> None:
    backend, roles = stored("memory_r1"), []

    def play(role, given_, cue):
        roles.append(role.name)
        return role.twin(given_, stream("t", cue))

    backend.play = play
    assert backend.answer(asked("What is my gym?"), k=5).memories == ()
    assert CRITIC.name not in roles


def test_memory_r1_brings_no_more_than_k_to_the_answer(stored) -> None:
    days = tuple((f"My gym {n} is Orme{n}.",) for n in range(6))
    backend = stored("memory_r1", *days)
    assert isinstance(backend, MemoryR1)
    assert len(backend.answer(asked("What is my gym?"), k=2).memories) <= 2


# -- fact_graph


def test_an_overtaken_fact_is_kept_with_its_end(stored) -> None:
    backend = stored("fact_graph", ("My gym is Orme.",), ("My gym is now Pell.",))
    assert texts(backend) == ["My gym is Orme. (until 2026-01-06)", "My gym is now Pell."]
    early = backend.search("gym", k=5, at=START + timedelta(hours=5))
    assert [memory.text for memory in early] == ["My gym is Orme."], "then it still held"


def test_what_is_beside_the_nearest_fact_comes_with_it(stored) -> None:
    said = (
        "I live in Brask.",
        "My zither teacher is Orme.",
        "My zither teacher depends on my home.",
    )
    alone = stored("fact_graph", said, seeds=0)
    beside = stored("fact_graph", said, seeds=1)
    query = "Orme"
    assert isinstance(beside, GraphMemory)
    second = beside.search(query, k=2, at=LATER)[1]
    assert "depends on my home" in second.text
    scores = {m.text: m.score for m in alone.search(query, k=3, at=LATER)}
    assert second.score > scores[second.text]


def fact(number: int, note: Noted) -> Fact:
    return Fact(note, Memory(f"m{number}", note.words, START, ("s",), (note.turn,)))


STATE = Noted("state", "My gym is Orme.", "t", "my gym", "Orme")


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (STATE, ("my gym", "orme")),
        (Noted("depend", "w", "t", "my gym", parent="my home"), ("my gym", "my home")),
        (Noted("rule", "w", "t", "my gym", "Pell", "my home", "Brask"), ("my gym", "my home")),
        (Noted("note", "We sang.", "t"), (USER, "we sang.")),
    ],
)
def test_a_fact_leads_from_what_it_is_about_to_what_it_says(note, expected) -> None:
    assert ends(note) == expected


BOTH = "Orme and Pell and so on."


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (Noted("state", BOTH, "t", "my gym", "Orme"), "my gym: Orme"),
        (Noted("change", BOTH, "t", "my gym", "Pell"), "my gym: Pell"),
        (Noted("depend", BOTH, "t", "my gym", parent="my home"), "my gym depends on my home"),
        (
            Noted("rule", BOTH, "t", "my gym", "Pell", "my home", "Brask"),
            "if my home becomes Brask, my gym: Pell",
        ),
        (Noted("forget", BOTH, "t", "my gym"), BOTH),
    ],
)
def test_facts_from_the_same_words_are_told_apart(note, expected) -> None:
    other = Noted("note", BOTH, "t")
    assert [one.words for one in told_apart([note, other])] == [expected, BOTH]
    assert told_apart([note]) == (note,)


def test_a_reader_is_shown_the_names_of_the_things_there_are(stored, said) -> None:
    backend, shown = stored("fact_graph", ("My gym is Orme.", "We sang.")), []

    def play(role, given_, cue):
        if role.name == "dependency_extractor":
            shown.append(given_.known)
        return role.twin(given_, stream("t", cue))

    backend.play = play
    backend.add(said(1, "My bank is Pell."))
    backend.add(said(2, "My gym is now Hask."))
    assert shown == [("my gym",), ("my gym", "my bank")]


def test_names_that_mean_the_same_are_one_node() -> None:
    graph = FactGraph(lambda name, known: "my gym" if "gym" in name and known else None)
    graph.link(fact(1, STATE))
    graph.link(fact(2, Noted("depend", "w", "t", "the gym", parent="my home")))
    first, second = graph
    assert (first.source, second.source) == ("my gym", "my gym")
    assert {edge.id for edge in graph.beside([first])} == {"m1", "m2"}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=8), st.data())
def test_cutting_facts_leaves_the_others_and_no_lonely_node(pairs, data) -> None:
    graph = FactGraph(lambda name, known: name if name in known else None)
    for number, (about, value) in enumerate(pairs):
        graph.link(fact(number, Noted("state", f"{about} {value}", "t", about, value)))
    gone = data.draw(st.sets(st.sampled_from(range(len(pairs))))) if pairs else set()
    for number in sorted(gone):
        graph.cut(f"m{number}")
    left = [pair for number, pair in enumerate(pairs) if number not in gone]
    assert [(edge.source, edge.target) for edge in graph] == left
    nodes = {node for pair in left for node in pair}
    assert set(graph._graph) == nodes


# -- simple_mem


def test_entries_stand_alone_with_their_date(stored) -> None:
    backend = stored("simple_mem", ("My gym is Orme.",))
    assert texts(backend) == ["My gym is Orme. (5 January 2026)"]


def test_the_same_again_is_merged_and_another_value_stays_beside_it(stored) -> None:
    backend = stored(
        "simple_mem", ("My gym is Orme.",), ("My gym is Orme.",), ("My gym is now Pell.",)
    )
    assert texts(backend) == [
        "My gym is Orme. (6 January 2026)",
        "My gym is now Pell. (7 January 2026)",
    ]


def test_words_find_what_meaning_alone_would_not_put_first(stored) -> None:
    backend = stored("simple_mem", ("My gym is Orme.", "My bank is Corvane.", "My aunt is Ina."))
    found = backend.search("Corvane", k=1, at=LATER)
    assert [memory.text for memory in found] == ["My bank is Corvane. (5 January 2026)"]


# -- light_mem


def test_a_full_buffer_becomes_entries_by_topic(stored) -> None:
    held = stored("light_mem", ("My gym is Orme.",), ("My gym bag is Pell.",), buffer_tokens=100)
    assert len(texts(held)) == 2, "short-term memory is searched as it is"
    full = stored("light_mem", ("My gym is Orme.",), ("My gym bag is Pell.",), buffer_tokens=6)
    topics = {memory.metadata["topic"] for memory in full.get_all()}
    assert len(texts(full)) == len(topics), "one entry a topic"
    assert sorted("\n".join(texts(full)).split("\n")) == ["My gym bag is Pell.", "My gym is Orme."]


def test_old_values_go_when_it_sleeps_and_not_before(stored) -> None:
    days = (("My gym is Orme.",), ("My gym is now Pell.",))
    awake = stored("light_mem", *days, sleep=3)
    assert texts(awake) == ["My gym is Orme.", "My gym is now Pell."]
    slept = stored("light_mem", *days, sleep=2)
    assert texts(slept) == ["My gym is now Pell."]


def test_nobody_is_asked_about_what_was_deleted_before_it_slept(stored, said) -> None:
    backend = stored("light_mem", ("My gym is Orme.",), sleep=2)
    assert isinstance(backend, LightMem)
    backend.delete(backend.get_all()[0].id)
    backend.add(said(1, "My bank is Pell."))
    assert texts(backend) == ["My bank is Pell."]


# -- rmm


def test_facts_of_one_topic_that_are_alike_share_a_memory(stored) -> None:
    days = (("My gym is Orme.",), ("My gym trainer is Pell.",))
    merged, apart = stored("rmm", *days, merge=0.01), stored("rmm", *days, merge=1.0)
    assert texts(merged) == ["My gym is Orme.\nMy gym trainer is Pell."]
    assert len(texts(apart)) == 2


def test_what_is_taken_up_again_climbs_and_what_is_not_falls(stored, said) -> None:
    backend = stored("rmm", ("My gym is Orme.", "My bank is Pell."), merge=1.0, rate=0.5)
    assert isinstance(backend, Rmm)
    before = {m.text: m.score for m in backend.search("thing", k=2, at=LATER)}
    backend.add(said(1, "What about the gym Orme?"))
    after = {m.text: m.score for m in backend.search("thing", k=2, at=LATER)}
    assert after["My gym is Orme."] > before["My gym is Orme."]
    assert after["My bank is Pell."] < before["My bank is Pell."]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6, unique=True), st.integers(-1, 10))
def test_a_gathering_shows_what_was_told_by_a_date(days: list[int], until: int) -> None:
    facts = tuple(
        Fact(
            Noted("note", f"day {day}", f"t{day}"),
            Memory(
                f"m{day}", f"day {day}", START + timedelta(days=day), (f"s{day}",), (f"t{day}",)
            ),
        )
        for day in days
    )
    gathered, at = Gathered("g", "topic", facts), START + timedelta(days=until)
    told = [day for day in days if day <= until]
    entry = gathered.entry(at)
    if not told:
        assert entry is None
        return
    assert entry is not None
    assert entry.text == "\n".join(f"day {day}" for day in told)
    assert entry.created_at == START + timedelta(days=max(told))
    assert entry.sessions == tuple(f"s{day}" for day in told)
    assert (gathered.without(facts[:1]).entry() is None) == (len(days) == 1)
