"""Studies by name."""

from __future__ import annotations

import pytest

from experiments import studies
from experiments.studies import Study, StudyOptions
from sim.errors import Misuse, UnknownName


def test_the_built_in_studies_are_there_and_say_what_they_are():
    assert {"dependency", "retention", "retrieval"} <= set(studies.names())
    rows = {row.name: row for row in studies.describe()}
    assert all(rows[name].doc for name in studies.names())
    assert rows["retention"].capabilities == ("enumerate",)
    assert "repeat_at_end=False" in rows["dependency"].options


@pytest.mark.parametrize("name", ["dependency", "retention", "retrieval"])
def test_a_study_is_called_by_its_name(name):
    assert studies.create(name).name == name
    assert studies.resolve(name).name == name


def test_an_unknown_study_is_answered_with_the_nearest_one():
    with pytest.raises(UnknownName, match="did you mean 'retention'"):
        studies.create("retenton")


def test_an_unknown_option_is_answered_with_the_nearest_one():
    with pytest.raises(Misuse, match="did you mean 'repeat_at_end'"):
        studies.create("dependency", repeat_at_the_end=True)


class Counting(Study):
    """Counts nothing."""

    name = "counting"

    class Options(StudyOptions):
        upto: int = 3


def test_a_study_of_ones_own_is_found_by_its_path(plugged):
    study = studies.create(plugged(Counting), upto=5)
    assert (study.name, study.options.upto) == ("counting", 5)


def test_a_fresh_study_has_the_same_options_and_its_own_skips():
    study = Counting(Counting.Options(upto=9))
    again = study.fresh()
    assert (again.options, again is study, again.skips is study.skips) == (
        study.options,
        False,
        False,
    )


def test_a_study_asks_nothing_unless_it_says_so(kit, book):
    book.session(1)
    book.end()
    records = kit.observed(book.source(), studies=[Counting()])
    assert {row["record"] for row in records} == {"life", "session", "moment"}
