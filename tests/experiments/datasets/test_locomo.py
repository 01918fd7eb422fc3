"""LoCoMo's quirks, each in a small file made by hand; then the counts of the real file."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.datasets import Findings, import_corpus, open_corpus, summary
from experiments.datasets.locomo.categories import CATEGORIES, check
from experiments.datasets.locomo.dates import date
from experiments.datasets.locomo.evidence import evidence, plain
from sim.errors import BadData, Misuse
from sim.moments import CheckpointReached, SessionHeld

TURNS = {f"D{s}:{t}": (f"s{s:04}", f"s{s:04}.{t - 1}") for s in (1, 2, 8) for t in (1, 2, 6)}


def noted(findings, outcome):
    return {(note.what, note.detail) for note in findings.notes if note.outcome == outcome}


def only_user(corpus):
    (user,) = corpus.users()
    return user


# --- sessions and turns ---------------------------------------------------------------------------


def test_a_clean_file_needs_no_repair(imported, sample, question):
    corpus, findings = imported(sample(question("D1:1")))
    assert findings.notes == []
    assert corpus.header.counts == {
        "users": 1, "sessions": 2, "turns": 4, "facts": 0, "probes": 1,
    }  # fmt: skip


def test_both_speakers_keep_their_names_and_take_one_part_each(imported, sample):
    user = only_user(imported(sample())[0])
    first = next(iter(user)).session
    assert [(t.speaker, t.text) for t in first.turns] == [
        ("user", "Ana: I keep bees."),
        ("assistant", "Ben: I swim."),
    ]


def test_turns_carry_the_date_of_their_session(imported, sample):
    user = only_user(imported(sample())[0])
    held = [moment for moment in user if isinstance(moment, SessionHeld)]
    assert {t.at for t in held[0].session.turns} == {datetime(2023, 5, 8, 13, 56)}
    assert held[1].session.started_at == datetime(2023, 5, 9, 0, 5)


def test_original_ids_never_reach_a_view(imported, sample, question):
    user = only_user(imported(sample(question("D1:1"), name="answer_conv"))[0])
    views = [m.session for m in user if isinstance(m, SessionHeld)]
    crossing = repr(views) + repr([probe.question for probe in user.probes])
    assert "answer_conv" not in crossing
    assert "D1:1" not in crossing
    assert user.life.user_id == "u0001"


def test_dates_without_a_session_are_no_sessions(imported, sample):
    data = sample()
    data["conversation"]["session_3_date_time"] = "not even a date"
    corpus, findings = imported(data)
    assert corpus.header.counts["sessions"] == 2
    assert ("date without a session", "") in noted(findings, "noticed")


def test_sessions_are_ordered_by_number_not_by_spelling(imported, sample, turn):
    data = sample()
    data["conversation"] |= {
        "session_10_date_time": "9:00 am on 1 July, 2023",
        "session_10": [turn("D10:1", "Tenth.")],
    }
    user = only_user(imported(data)[0])
    texts = [m.session.turns[0].text for m in user if isinstance(m, SessionHeld)]
    assert texts == ["Ana: I keep bees.", "Ana: One hive died.", "Ana: Tenth."]


def test_a_caption_is_part_of_the_text_and_the_search_words_are_not(imported, sample, turn):
    data = sample()
    data["conversation"]["session_1"][0] |= {"blip_caption": "a photo of a hive", "query": "SECRET"}
    corpus, findings = imported(data)
    text = next(iter(only_user(corpus))).session.text
    assert "I keep bees. [shares an image: a photo of a hive]" in text
    assert "SECRET" not in (corpus.folder / "sessions.jsonl").read_text()
    assert ("image search text left out", "") in noted(findings, "noticed")


def test_an_empty_session_is_refused_and_counted(imported, sample):
    data = sample()
    data["conversation"]["session_1"] = []
    corpus, findings = imported(data)
    assert corpus.header.counts["sessions"] == 1
    assert ("session without a turn", "") in noted(findings, "refused")


def test_a_third_speaker_is_taken_for_a_user_and_reported(imported, sample, turn):
    data = sample()
    data["conversation"]["session_1"].append(turn("D1:3", "Hi both!", "Cleo"))
    corpus, findings = imported(data)
    assert next(iter(only_user(corpus))).session.turns[2].speaker == "user"
    assert ("third speaker, taken for a user", "") in noted(findings, "repaired")


# --- dates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", "8 May, 2023", "1:56 pm on 8 Mai, 2023", "13:56 pm on 8 May, 2023",
        "0:10 am on 8 May, 2023", "1:56 pm on 31 June, 2023", "1:56 pm on 8 May, 2023 ",
    ],
)  # fmt: skip
def test_a_date_that_is_none_stops_the_import_with_its_place(text):
    with pytest.raises(BadData, match=r"conv-1, session_2: .*is no date"):
        date(text, "conv-1, session_2")


@given(st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1)))
def test_every_date_comes_back(moment):
    moment = moment.replace(second=0, microsecond=0)
    text = moment.strftime("%I:%M %p on %d %B, %Y").replace("AM", "am").replace("PM", "pm")
    assert date(text, "here") == moment


def test_sessions_must_not_run_backwards(imported, sample):
    data = sample()
    data["conversation"]["session_2_date_time"] = "1:55 pm on 8 May, 2023"
    with pytest.raises(BadData, match=r"conv-1, session_2: .* before the date of the session"):
        imported(data)


def test_a_session_without_a_date_stops_the_import(imported, sample):
    data = sample()
    del data["conversation"]["session_2_date_time"]
    with pytest.raises(BadData, match=r"conv-1, session_2: '' is no date"):
        imported(data)


# --- evidence -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ids", "outcome", "what"),
    [
        ("D8:6", ["D8:6"], "", ""),
        ("D8:6; D2:1", ["D8:6", "D2:1"], "repaired", "several evidence ids in one string"),
        ("D1:1 D1:2 D2:6", ["D1:1", "D1:2", "D2:6"], "repaired", "several evidence ids in one string"),  # noqa: E501
        ("D1:1,D2:2", ["D1:1", "D2:2"], "repaired", "several evidence ids in one string"),
        ("D:8:6", ["D8:6"], "repaired", "misspelt evidence id"),
        ("D08:06", ["D8:6"], "repaired", "misspelt evidence id"),
        ("D", [], "refused", "evidence that cannot be read"),
        ("", [], "refused", "evidence that cannot be read"),
        ("D9:99", [], "refused", "evidence that names no turn"),
        ("D8:6 or so", ["D8:6"], "refused", "evidence that cannot be read"),
    ],
)  # fmt: skip
def test_evidence_is_read_and_what_was_wrong_is_said(text, ids, outcome, what):
    findings = Findings()
    lines = evidence([text], TURNS, findings, "q")
    assert [line.source_id for line in lines] == ids
    assert [(n.outcome, n.what, n.detail) for n in findings.notes] == (
        [(outcome, what, text)] if outcome else []
    )


def test_evidence_named_twice_counts_once():
    findings = Findings()
    assert len(evidence(["D1:1", "D1:1"], TURNS, findings, "q")) == 1
    assert noted(findings, "repaired") == {("evidence named twice", "D1:1")}


@given(st.lists(st.sampled_from(sorted(TURNS)), min_size=1, unique=True), st.sampled_from(" ;,"))
def test_ids_in_one_string_are_the_ids_in_many(ids, between):
    together = evidence([between.join(ids)], TURNS, Findings(), "q")
    assert together == evidence(ids, TURNS, Findings(), "q")


@given(st.lists(st.text(alphabet="D0123456789:;, x", max_size=14), max_size=4))
def test_no_string_vanishes_in_silence(texts):
    """Every string gives evidence as it stands, or leaves a note."""
    findings = Findings()
    lines = evidence(texts, TURNS, findings, "q")
    named = {line.source_id for line in lines}
    details = {note.detail for note in findings.notes}
    assert all(text in named or text in details for text in texts)


@given(st.integers(1, 99), st.integers(1, 99))
def test_leading_zeros_do_not_matter(session, number):
    assert plain(f"D{session:03}:{number:02}") == plain(f"D{session}:{number}")


def test_a_question_whose_evidence_is_all_wrong_is_kept_and_not_scored(imported, sample, question):
    asked = [question("D9:9"), question(question="And?"), question("D1:1", "D", question="So?")]
    corpus, findings = imported(sample(*asked))
    labels = [probe.labels.get("refused", "") for probe in only_user(corpus).probes]
    assert labels == ["no valid evidence", "no valid evidence", ""]
    what = "question without valid evidence, asked but not scored"
    assert [row["count"] for row in summary(findings.notes) if row["what"] == what] == [2]


def test_evidence_may_be_one_string_or_missing(imported, sample, question):
    missing = question(question="And?")
    del missing["evidence"]
    corpus, _ = imported(sample(question("x") | {"evidence": "D2:2"}, missing))
    first, second = only_user(corpus).probes
    assert [piece.turn_ids for piece in first.evidence] == [("s0002.1",)]
    assert second.evidence == ()


# --- answers --------------------------------------------------------------------------------------


def test_numbers_become_text(imported, sample, question):
    corpus, findings = imported(sample(question("D1:1", answer=2022)))
    assert only_user(corpus).probes[0].gold.accepted == ("2022",)
    assert noted(findings, "repaired") == {("answer given as a number, taken as text", "2022")}


def test_the_trap_is_never_the_right_answer(imported, sample, question):
    trap = question("D1:1", category=5, adversarial_answer="wasps")
    del trap["answer"]
    both = question("D1:1", category=5, question="Is it?", answer="No", adversarial_answer="Yes")
    first, second = only_user(imported(sample(trap, both))[0]).probes
    assert first.kind == second.kind == "adversarial"
    assert first.gold.accepted == ()
    assert second.gold.accepted == ("No",)
    assert "wasps" not in repr(first.gold)
    assert first.labels["trap"] == "wasps"
    assert first.labels["unranked"] == "yes"


def test_an_answer_that_is_missing_elsewhere_is_reported(imported, sample, question):
    asked = question("D1:1")
    del asked["answer"]
    assert noted(imported(sample(asked))[1], "refused") == {("answer missing", "")}


def test_duplicates_are_kept_and_reported(imported, sample, question):
    corpus, findings = imported(sample(question("D1:1"), question("D1:1")))
    first, second = only_user(corpus).probes
    assert first.id != second.id
    assert noted(findings, "noticed") == {("question asked before", "as question 0")}


def test_an_unknown_category_is_refused(imported, sample, question):
    corpus, findings = imported(sample(question("D1:1", category=6)))
    assert corpus.header.counts["probes"] == 0
    assert noted(findings, "refused") == {("question of an unknown category", "6")}


# --- categories -----------------------------------------------------------------------------------


def test_the_numbers_mean_what_the_evidence_shows():
    """Category 1 is multi-hop, 4 is single-hop: the usual mistake is the other way round."""
    kinds = {number: category.kind for number, category in CATEGORIES.items()}
    assert kinds == {
        1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial",
    }  # fmt: skip


def test_numbers_with_swapped_meaning_are_noticed(imported, sample, question):
    swapped = [question("D1:1", "D2:1"), question("D1:2", category=1, question="And Ben?")]
    corpus, findings = imported(sample(*swapped))
    assert corpus.header.checks["share that needs several sessions: single_hop"] == 1.0
    assert corpus.header.checks["share that needs several sessions: multi_hop"] == 0.0
    assert any("may mean something else" in note.what for note in findings.notes)


def test_without_questions_there_is_nothing_to_check():
    findings = Findings()
    check(findings)
    assert (findings.checks, findings.notes) == ({}, [])


# --- files ----------------------------------------------------------------------------------------


def test_a_folder_of_flat_files_gives_the_same_lives(tmp_path, sample, question):
    folder = tmp_path / "flat"
    folder.mkdir()
    for name in ("conv-2", "conv-1"):
        data = sample(question("D1:1"), name=name)
        flat = data["conversation"] | {"qa": data["qa"]}
        (folder / f"{name}.json").write_text(json.dumps(flat))
    import_corpus("locomo", folder, tmp_path / "corpus")
    assert open_corpus(tmp_path / "corpus").lives == ("conv-1", "conv-2")


def test_two_conversations_of_one_name_are_refused(imported, sample):
    with pytest.raises(BadData, match="conv-1: the source has two conversations of this name"):
        imported(sample(), sample())


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ([1], "element 1: a conversation is an object"),
        ([{"qa": []}], "element 1: the keys 'speaker_a' and 'speaker_b' are missing"),
        ([], "no conversation in the format 'locomo'"),
    ],
)
def test_other_json_is_told_apart(tmp_path, data, complaint):
    path = tmp_path / "other.json"
    path.write_text(json.dumps(data))
    with pytest.raises(BadData, match=complaint):
        import_corpus("locomo", path, tmp_path / "corpus")


def test_a_wrong_field_is_named(imported, sample):
    data = sample()
    del data["conversation"]["session_1"][1]["dia_id"]
    with pytest.raises(BadData, match=r"element 1, session_1: the key '1\.dia_id' is missing"):
        imported(data)


def test_an_import_that_breaks_off_leaves_nothing_behind(imported, sample, tmp_path: Path):
    broken = sample(name="conv-2")
    broken["conversation"]["session_2_date_time"] = "soon"
    with pytest.raises(BadData):
        imported(sample(), broken)
    assert [path.name for path in tmp_path.iterdir()] == ["locomo.json"]


def test_an_existing_folder_is_not_overwritten(tmp_path, imported, sample):
    imported(sample())
    with pytest.raises(Misuse, match="exists already"):
        imported(sample())


# --- the real file --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tmp_path_factory, real_locomo):
    out = tmp_path_factory.mktemp("real") / "corpus"
    header, findings = import_corpus("locomo", real_locomo, out)
    return header, {(row["outcome"], row["what"]): row["count"] for row in summary(findings.notes)}


def test_the_real_file_is_read_whole(real):
    header, _ = real
    assert header.counts == {
        "users": 10, "sessions": 272, "turns": 5882, "facts": 0, "probes": 1986,
    }  # fmt: skip
    kinds = {kind: header.read[f"questions, {kind}"] for kind in header.kinds}
    assert kinds == {
        "multi_hop": 282, "temporal": 321, "open_domain": 96, "single_hop": 841, "adversarial": 446,
    }  # fmt: skip


def test_the_real_file_confirms_the_meaning_of_its_categories(real):
    header, _ = real
    assert header.checks["share that needs several sessions: multi_hop"] == round(269 / 282, 4)
    assert header.read["questions over several sessions, single_hop"] <= 2


def test_every_known_fault_of_the_real_file_is_reported(real):
    _, counts = real
    assert counts == {
        ("noticed", "adversarial question with an answer of its own"): 2,
        ("noticed", "date without a session"): 35 - 19,
        ("noticed", "image caption appended to the text"): 1226,
        ("noticed", "image search text left out"): 888,
        ("noticed", "question asked before"): 12,
        ("refused", "evidence that cannot be read"): 1,  # "D"
        ("refused", "evidence that names no turn"): 2,  # D10:19 and D4:36
        ("refused", "question without valid evidence, asked but not scored"): 4,
        ("repaired", "answer given as a number, taken as text"): 6,
        ("repaired", "evidence named twice"): 1,
        ("repaired", "misspelt evidence id"): 2,  # D:11:26 and D30:05
        ("repaired", "several evidence ids in one string"): 4,
    }


def test_the_real_lives_end_with_their_last_session(real, tmp_path_factory, real_locomo):
    out = tmp_path_factory.mktemp("again") / "corpus"
    import_corpus("locomo", real_locomo, out)
    for user in open_corpus(out).users():
        *held, end = list(user)
        assert isinstance(end, CheckpointReached)
        assert end.at == held[-1].at
        assert all(probe.at == end.at for probe in user.probes)
