"""Which texts carry which needles: the index must say exactly what ``carries`` says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.probing import Carriers
from sim.text import carries

# Few letters, so that needles are parts of one another and of texts; marks, so that borders matter.
PIECES = st.text(alphabet='ab_-. "É\u00a0', max_size=6)
TEXTS = st.lists(PIECES, max_size=6).map(" ".join)
NEEDLES = st.lists(PIECES, min_size=1, max_size=3).map(tuple)


@given(st.lists(TEXTS, max_size=6), st.lists(NEEDLES, max_size=6), st.randoms())
def test_says_what_carries_says_in_any_order_of_reading_and_watching(texts, needles, shuffler):
    carriers = Carriers()
    steps = [("read", text) for text in texts] + [("watch", one) for one in needles]
    shuffler.shuffle(steps)
    for step, what in steps:
        getattr(carriers, step)(what)
    for one in needles:
        assert set(carriers.of(one)) == {text for text in texts if carries(text, one)}
        assert all(carriers.carries(text, one) == carries(text, one) for text in texts)


def test_a_value_that_is_part_of_another_is_not_found_in_it():
    carriers = Carriers()
    carriers.watch(("Brask",))
    carriers.read("I live in Braskholm.")
    carriers.read("I live in Brask.")
    assert list(carriers.of(("Brask",))) == ["I live in Brask."]


def test_all_needles_must_stand_in_one_text():
    carriers = Carriers()
    carriers.watch(("Brask", "tram"))
    carriers.read("If I move to Brask,")
    carriers.read("I will take the tram.")
    assert not carriers.of(("Brask", "tram"))


def test_needles_without_letters_are_found_too():
    carriers = Carriers()
    carriers.watch(("-->",))
    carriers.read("a --> b")
    assert list(carriers.of(("-->",))) == ["a --> b"]


def test_no_needle_is_carried_by_nothing():
    carriers = Carriers()
    carriers.read("anything")
    assert not carriers.of(())
    assert not carriers.carries("anything", ())


def test_a_text_never_read_and_needles_never_watched_are_judged_all_the_same():
    carriers = Carriers()
    assert carriers.carries("I live in Brask.", ("Brask",))
    carriers.watch(("Brask",))
    assert carriers.carries("Brask it is.", ("Brask",))


def test_every_pair_is_judged_once(monkeypatch):
    judged = []

    def counting(text, needles):
        judged.append((text, needles))
        return carries(text, needles)

    monkeypatch.setattr("sim.probing.carriers.carries", counting)
    carriers = Carriers()
    carriers.watch(("Brask",))
    for _ in range(3):
        carriers.read("Brask")
        carriers.read("elsewhere")
        carriers.watch(("Brask",))
        carriers.of(("Brask",))
    assert judged == [("Brask", ("Brask",))]
