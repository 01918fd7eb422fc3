"""Wiki, notes, tiers and pages: what each does, and the laws that all of them keep."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_backends import MemoryBackend, create
from memory_backends.agents import Notes, Paged
from memory_backends.agents.heat import Segment
from memory_backends.agents.lines import Line, rewritten
from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.roles.article_compiler import (
    ELSE,
    Article,
    Compiled,
    CompilerInput,
    compile_articles,
    title_of,
)
from sim.roles.extracting import Noted
from sim.roles.note_writer import Features, Neighbour, WriterInput, Written, write
from sim.seeds import stream
from sim.text import contains
from sim.views import Memory, Session, Turn

START = datetime(2026, 1, 5, 9)
LATER = START + timedelta(days=400)
NAMES = ["md_flat", "notes", "paged", "tiered", "wiki"]
THINGS, VALUES = ("gym", "bank", "landlord"), ("Orme", "Pell", "Corvane", "Hask")
DAYS = st.lists(
    st.lists(st.tuples(st.sampled_from(THINGS), st.sampled_from(VALUES)), min_size=1, max_size=3),
    min_size=1,
    max_size=5,
)
SMALL = {"paged": {"short": 2, "heat": 2.0}, "tiered": {"core_chars": 60}}


def session(number: int, *said: str) -> Session:
    at, ident = START + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(hours=1), turns)


def kept(name: str, *days: tuple[str, ...], **options: object) -> MemoryBackend:
    embedder = {} if name == "md_flat" else {"embedder": "hashing"}
    backend = create(name, user_id="ada", **embedder, **(SMALL.get(name, {}) | options))
    for number, said in enumerate(days):
        backend.add(session(number, *said))
    return backend


def in_words(days) -> list[tuple[str, ...]]:
    return [tuple(f"My {thing} is {value}." for thing, value in day) for day in days]


def texts(backend: MemoryBackend) -> list[str]:
    return [memory.text for memory in backend.get_all()]


# -- laws


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=20)
@given(days=DAYS)
def test_everything_said_can_be_found_and_the_same_again_changes_nothing(name: str, days) -> None:
    backend = kept(name, *in_words(days))
    held = "\n".join(texts(backend))
    assert all(contains(held, said) for day in in_words(days) for said in day)
    before = backend.get_all()
    found = backend.search("my gym", k=5, at=LATER)
    for number, said in enumerate(in_words(days)):
        backend.add(session(number, *said))
    assert backend.get_all() == before
    assert backend.search("my gym", k=5, at=LATER) == found


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=20)
@given(days=DAYS, back=st.integers(0, 4))
def test_a_search_tells_nothing_from_after_its_date(name: str, days, back: int) -> None:
    backend = kept(name, *in_words(days))
    at = START + timedelta(days=back, hours=2)
    earlier = {said for day in in_words(days[: back + 1]) for said in day}
    later = {said for day in in_words(days[back + 1 :]) for said in day} - earlier
    for memory in backend.search("gym bank landlord", k=20, at=at):
        assert memory.created_at <= at
        assert not any(contains(memory.text, said) for said in later)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=20)
@given(days=DAYS, place=st.integers(0, 20))
def test_a_deleted_entry_is_gone_and_so_is_what_was_made_of_it(name: str, days, place: int) -> None:
    backend = kept(name, *in_words(days))
    entries = backend.get_all()
    gone = entries[place % len(entries)]
    backend.delete(gone.id)
    left = backend.get_all()
    assert gone.id not in {memory.id for memory in left}
    assert not any(gone.turns and gone.id in memory.turns for memory in left)
    with pytest.raises(KeyError):
        backend.delete(gone.id)
    backend.reset()
    assert backend.get_all() == []


# -- lines


def test_lines_that_stay_keep_their_dates_and_twice_the_same_is_two_lines() -> None:
    old = [Line("a", "one", START, "s0"), Line("b", "two", START, "s0")]
    new = rewritten(old, ["two", "two", "three"], session(3))
    assert [(line.id, line.session) for line in new] == [
        ("b", "s0"),
        ("s0003/1", "s0003"),
        ("s0003/2", "s0003"),
    ]


# -- tiered


def test_the_core_comes_first_and_what_does_not_fit_is_paged_out() -> None:
    backend = kept("tiered", ("My gym is Orme.",), ("My bank is Pell.",), core_chars=20)
    core, *_ = backend.search("gym", k=3, at=LATER)
    assert (core.id, core.text) == ("core", "My bank is Pell.")
    archived = [memory for memory in backend.get_all() if memory.id.startswith("archival/")]
    assert [memory.text for memory in archived] == ["My gym is Orme."]
    early = backend.search("gym", k=3, at=START + timedelta(hours=2))
    assert "core" not in {memory.id for memory in early}


def test_the_core_is_an_entry_that_can_be_deleted() -> None:
    backend = kept("tiered", ("My gym is Orme.",))
    backend.delete("core")
    assert [memory.id for memory in backend.get_all()] == ["s0000.0"]


# -- paged


def test_pages_pass_into_segments_and_hot_ones_are_learnt_from() -> None:
    days = (("My gym is Orme.", "My gym trainer is Pell."), ("My gym locker is Hask.",))
    cold = kept("paged", *days, short=1, heat=50)
    hot = kept("paged", *days, short=1, heat=2)
    assert not [memory for memory in cold.get_all() if memory.id.startswith("fact/")]
    facts = [memory for memory in hot.get_all() if memory.id.startswith("fact/")]
    assert [fact.text for fact in facts] == ["My gym is Orme.", "My gym trainer is Pell."]
    hot.delete("s0000.0")
    assert "My gym is Orme." not in texts(hot), "what was learnt from a page goes with it"


def test_the_coldest_segment_goes_first() -> None:
    days = (("My gym is Orme.",), ("My recipe for soup is Pell.",), ("My bank is Corvane.",))
    backend = kept("paged", *days, short=1, mid=1, heat=50)
    assert isinstance(backend, Paged)
    assert texts(backend) == ["My recipe for soup is Pell.", "My bank is Corvane."]


def test_long_term_memory_is_bounded_the_oldest_facts_go() -> None:
    days = tuple((f"My gym {n} is Orme{n}.",) for n in range(4))
    backend = kept("paged", *days, short=1, heat=0.1, long=2)
    facts = [memory.text for memory in backend.get_all() if memory.id.startswith("fact/")]
    assert facts == ["My gym 1 is Orme1.", "My gym 2 is Orme2."]


@given(st.integers(0, 5), st.integers(1, 5), st.floats(0, 1000), st.floats(1, 100))
def test_heat_grows_with_visits_and_pages_and_falls_with_time(visits, pages, gone, hours) -> None:
    held = tuple(Memory(f"p{n}", "x", START) for n in range(pages))
    one = Segment("t", held, visits, START)
    now = START + timedelta(hours=gone)
    assert visits + pages <= one.heat(now, hours) <= visits + pages + 1
    assert one.heat(now + timedelta(hours=1), hours) <= one.heat(now, hours)
    assert one.joined(Memory("q", "x", START)).heat(now, hours) > one.heat(now, hours)


def test_what_was_learnt_stays_counted_when_a_page_is_torn_out() -> None:
    held = tuple(Memory(f"p{n}", "x", START) for n in range(3))
    one = Segment("t", held, 0, START, learnt=2)
    assert [page.id for page in one.without("p0").fresh] == ["p2"]
    assert [page.id for page in one.without("p2").fresh] == []


# -- notes


def test_notes_are_described_linked_and_evolve() -> None:
    backend = kept("notes", ("My zither is an Orme.",), ("The zither is at my gym now.",))
    assert isinstance(backend, Notes)
    first, second = backend.get_all()
    assert "zither" in first.metadata["keywords"]
    assert "sport" in second.metadata["tags"]
    assert "sport" in first.metadata["tags"], "it took on the tag of what was linked to it"
    early = backend.search("zither", k=2, at=START + timedelta(hours=5))
    assert [memory.metadata["tags"] for memory in early] == [""], "then nobody knew"
    backend.delete(second.id)
    assert backend.get_all()[0].metadata["tags"] == ""


def test_what_the_best_note_is_linked_to_comes_right_behind_it() -> None:
    days = (("My zither teacher is Orme.",), ("A zither concert by Pell.",), ("I saw Hask.",))
    backend = kept("notes", *days)
    found = [memory.id for memory in backend.search("Orme", k=2, at=LATER)]
    assert found == ["s0000.0", "s0001.0"]


WRITER = WriterInput("The zither is loud.", (Neighbour("A zither.", Features(("zither",))),))


def test_the_scripted_note_writer_links_what_shares_a_keyword() -> None:
    written = write(WRITER, stream(1))
    assert written.links == (0,)
    assert written.features.keywords == ("loud", "zither")
    assert write(WriterInput("Rain.", WRITER.neighbours), stream(1)).links == ()


NOTE_PART = part_of("note_writer")
REPLY = (
    '{"keywords": ["zither"], "tags": ["music"], "context": "On music.", "links": [1], '
    '"evolved": [{"note": 1, "tags": ["music"], "context": "An instrument."}]}'
)


def test_a_models_note_is_read() -> None:
    features = Features(("zither",), ("music",), "An instrument.")
    assert NOTE_PART.read(REPLY, WRITER) == Written(
        Features(("zither",), ("music",), "On music."), (0,), ((0, features),)
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [('"links": [1]', '"links": [2]'), ('"note": 1', '"note": 0'), ('["music"]', "7")],
)
def test_a_models_note_that_cannot_be_used_is_refused(old: str, new: str) -> None:
    with pytest.raises(Unusable):
        NOTE_PART.read(REPLY.replace(old, new), WRITER)


# -- wiki


def test_each_thing_has_an_article_that_keeps_its_course() -> None:
    backend = kept("wiki", ("My gym is Orme.", "My bank is Pell."), ("My gym is now Hask.",))
    articles = {memory.metadata["title"]: memory.text for memory in backend.get_all()}
    assert articles == {"gym": "My gym is Orme.\nMy gym is now Hask.", "bank": "My bank is Pell."}
    (found,) = backend.search("Which gym?", k=1, at=LATER)
    assert found.metadata["title"] == "gym"
    assert set(found.sessions) == {"s0000", "s0001"}


def test_a_wish_to_forget_takes_the_article_down() -> None:
    backend = kept("wiki", ("My gym is Orme.", "My bank is Pell."), ("Please forget my gym.",))
    assert texts(backend) == ["My bank is Pell."]


def test_titles_are_things_then_topics_then_the_rest() -> None:
    assert title_of(Noted("state", "w", "t", "savings_goal", "x")) == "savings goal"
    assert title_of(Noted("note", "We bought a train ticket to the coast.", "t")) == "travel"
    assert title_of(Noted("note", "Zzz.", "t")) == ELSE


def test_the_same_line_is_compiled_once_and_other_articles_stay_as_they_are() -> None:
    pages = (Article("gym", ("My gym is Orme.",)), Article("bank", ("My bank is Pell.",)))
    log = (Noted("state", "MY GYM is orme.", "t", "my gym", "Orme"),)
    done = compile_articles(CompilerInput(log, ("gym", "bank"), pages), stream(1))
    assert done == Compiled((pages[0],))


WIKI_PART = part_of("article_compiler")
WIKI_INPUT = CompilerInput((), (), ())


def test_a_models_articles_are_read_and_blank_lines_left_out() -> None:
    reply = '{"articles": [{"title": " The  gym ", "lines": ["It is  Orme.", " "]}]}'
    assert WIKI_PART.read(reply, WIKI_INPUT) == Compiled((Article("The gym", ("It is Orme.",)),))


@pytest.mark.parametrize(
    "articles", ["7", '[{"title": "", "lines": []}]', '[{"title": "a", "lines": [1]}]', '["a"]']
)
def test_articles_that_cannot_be_used_are_refused(articles: str) -> None:
    with pytest.raises(Unusable):
        WIKI_PART.read(f'{{"articles": {articles}}}', WIKI_INPUT)
