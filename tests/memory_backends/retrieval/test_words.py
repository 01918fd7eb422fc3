"""Texts as stems."""

from memory_backends.retrieval.words import stems


def test_forms_of_a_word_meet_in_its_stem() -> None:
    assert stems("running trams") == stems("run tram") == ("run", "tram")


def test_case_and_width_do_not_matter() -> None:
    assert stems("\uff22RASK") == stems("brask")


def test_stop_words_and_single_letters_are_left_out() -> None:
    assert stems("the x of a") == ()


def test_repeated_words_stay_repeated_in_order() -> None:
    assert stems("tram ferry tram") == ("tram", "ferri", "tram")


def test_other_scripts_are_words_too() -> None:
    assert stems("Łódź 東京") == ("łódź", "東京")
    assert stems("") == stems("🦔 !") == ()
