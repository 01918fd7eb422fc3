"""A corpus folder is read strictly, user by user, and a damaged one is named with the line."""

import json
from datetime import datetime

import pytest

from experiments.datasets import open_corpus
from experiments.datasets.schema import FactLine, Header, SessionLine, ToldLine, TurnLine
from experiments.datasets.writing import CorpusWriter, UserRecords
from sim.errors import BadData, UnknownName
from sim.moments import CheckpointReached, SessionHeld

DAY = datetime(2031, 3, 4, 10, 30)


@pytest.fixture
def corpus(imported, sample, question):
    samples = (sample(question("D1:1"), question("D2:2", question="?"), name=n) for n in "abc")
    return imported(*samples)[0]


def edit(corpus, name, change):
    path = corpus.folder / name
    lines = change(path.read_text().splitlines(keepends=True))
    path.write_text("".join(lines))


def with_key(line, **more):
    return json.dumps(json.loads(line) | more) + "\n"


# --- reading --------------------------------------------------------------------------------------


def test_one_user_is_read_without_the_rest(corpus):
    edit(corpus, "sessions.jsonl", lambda lines: ["garbage\n", *lines[1:]])
    user = open_corpus(corpus.folder).user("c")
    assert (user.life.id, user.life.user_id, user.session_count) == ("c", "u0003", 2)


def test_users_come_in_the_order_of_the_files(corpus):
    assert [user.life.id for user in corpus.users()] == list(corpus.lives) == ["a", "b", "c"]


def test_moments_are_the_sessions_and_the_end(corpus):
    moments = list(corpus.user("b"))
    assert [type(moment) for moment in moments] == [SessionHeld, SessionHeld, CheckpointReached]
    assert moments[-1].last
    assert [moment.at for moment in moments] == sorted(moment.at for moment in moments)
    assert all(moment.plan.long_horizon for moment in moments[:2])


def test_a_session_goes_by_its_number_and_its_turns_by_theirs(corpus):
    session = next(iter(corpus.user("a"))).session
    assert session.id == "s0001"
    assert [turn.id for turn in session.turns] == ["s0001.0", "s0001.1"]


def test_the_fingerprint_changes_with_every_file(corpus):
    seen = {corpus.fingerprint()}
    for name in ("sessions.jsonl", "probes.jsonl"):
        edit(corpus, name, lambda lines: [line.replace('"user"', '"user" ') for line in lines])
        seen.add(corpus.fingerprint())
    assert len(seen) == 3
    assert corpus.fingerprint() == open_corpus(corpus.folder).fingerprint()


def test_an_unknown_life_gets_the_nearest_name(corpus):
    with pytest.raises(UnknownName, match="no life is called 'aa': did you mean 'a'"):
        corpus.user("aa")


# --- damage ---------------------------------------------------------------------------------------


def test_a_folder_that_is_no_corpus(tmp_path):
    with pytest.raises(BadData, match=r"no corpus, it has no corpus\.json; .*lifeworld import"):
        open_corpus(tmp_path)


def test_a_missing_file(corpus):
    (corpus.folder / "facts.jsonl").unlink()
    with pytest.raises(BadData, match=r"facts\.jsonl is missing"):
        open_corpus(corpus.folder)


@pytest.mark.parametrize("name", ["sessions.jsonl", "probes.jsonl"])
def test_a_file_cut_off_between_lines(corpus, name):
    edit(corpus, name, lambda lines: lines[:4])
    with pytest.raises(BadData, match=rf"{name}, line 5: the file is cut off here, .* 6 lines"):
        open_corpus(corpus.folder)


def test_a_file_cut_off_inside_a_line(corpus):
    edit(corpus, "sessions.jsonl", lambda lines: [*lines[:5], lines[5][:-9]])
    with pytest.raises(BadData, match=r"sessions\.jsonl, line 6: the file is cut off here"):
        open_corpus(corpus.folder)


def test_a_file_with_lines_too_many(corpus):
    edit(corpus, "sessions.jsonl", lambda lines: [*lines, lines[-1]])
    with pytest.raises(BadData, match=r"sessions\.jsonl, line 7: corpus\.json counts only 6"):
        open_corpus(corpus.folder)


def test_a_line_of_another_user(corpus):
    edit(corpus, "sessions.jsonl", lambda lines: [lines[0], *lines[2:], lines[1]])
    with pytest.raises(BadData, match=r"line 2: this line belongs to user 'u0002' where"):
        open_corpus(corpus.folder).user("a")


def test_an_unknown_key_gets_the_nearest_name(corpus):
    edit(corpus, "probes.jsonl", lambda lines: [with_key(lines[0], evidnce=[]), *lines[1:]])
    with pytest.raises(
        BadData, match=r"probes\.jsonl, line 1: unknown key 'evidnce': did you mean 'evidence'"
    ):
        open_corpus(corpus.folder).user("a")


def test_broken_json_is_named_with_its_line(corpus):
    edit(corpus, "probes.jsonl", lambda lines: [lines[0], lines[1][:20] + "\n", *lines[2:]])
    with pytest.raises(BadData, match=r"probes\.jsonl, line 2: this is no complete JSON object"):
        open_corpus(corpus.folder).user("a")


def test_a_missing_key(corpus):
    edit(corpus, "probes.jsonl", lambda lines: ['{"user": "u0001"}\n', *lines[1:]])
    with pytest.raises(BadData, match=r"probes\.jsonl, line 1: the key 'id' is missing"):
        open_corpus(corpus.folder).user("a")


@pytest.mark.parametrize("user", ["conv-26", "ada", "u1"])
def test_a_telling_user_id_is_refused(corpus, user):
    edit(corpus, "sessions.jsonl", lambda lines: [with_key(lines[0], user=user), *lines[1:]])
    with pytest.raises(BadData, match=r"line 1: user: .* it must be u and a number"):
        open_corpus(corpus.folder).user("a")


def test_another_version_of_the_format(corpus):
    edit(corpus, "corpus.json", lambda lines: [with_key("".join(lines), schema_version=2)])
    with pytest.raises(
        BadData, match=r"corpus\.json: schema_version: 2 cannot stand here: it must be 1"
    ):
        open_corpus(corpus.folder)


# --- corpora with facts ---------------------------------------------------------------------------


@pytest.fixture
def told(tmp_path):
    """One user who says in the second session where they live."""
    turns = (TurnLine(speaker="user", text="I live in Brask.", at=DAY.replace(day=5)),)
    sessions = tuple(
        SessionLine(user="u0001", session=f"s000{n}", started_at=DAY.replace(day=3 + n),
                    ended_at=DAY.replace(day=3 + n, hour=11), turns=turns,
                    long_horizon=n == 2, domain="home")
        for n in (1, 2)
    )  # fmt: skip
    fact = FactLine(user="u0001", id="gold:home", subject="u", attribute="home", values=("Brask",),
                    kind="user_profile", needles=("Brask",),
                    told=(ToldLine(session="s0002", turn="s0002.0"),))  # fmt: skip
    with CorpusWriter(tmp_path / "told") as writer:
        writer.add(UserRecords("ada", "Ada", sessions, (), (fact,)))
        writer.finish(Header(source_format="hand", source="-", licence="-", kinds={}, counts={},
                             users=()))  # fmt: skip
    return open_corpus(tmp_path / "told").user("ada")


def test_facts_are_told_when_their_session_is_held(told):
    moments = iter(told)
    first = next(moments)
    assert (first.tellings, told.ledger.first_told("gold:home")) == ((), None)
    second = next(moments)
    assert [telling.turn_id for telling in second.tellings] == ["s0002.0"]
    assert told.ledger.was_told("gold:home", by=second.at)
    assert not told.ledger.was_told("gold:home", by=second.at - 1)


def test_labels_come_back_on_the_plan(told):
    first, second, end = told
    assert [moment.plan.long_horizon for moment in (first, second)] == [False, True]
    assert second.plan.domain == "home"
    assert [reveal.fact.id for reveal in second.plan.reveals] == ["gold:home"]
    assert second.session.turns[0].at == DAY.replace(day=5)
    assert end.at == second.at
