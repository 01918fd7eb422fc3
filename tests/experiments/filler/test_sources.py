"""Where filler comes from: made-up topics, real chats if they are there, corpora."""

from __future__ import annotations

import sys
from itertools import chain
from types import ModuleType

import pytest

from experiments.filler import chats, fingerprint, sessions, topics
from experiments.filler.session import Filler
from sim.errors import MissingExtra, UnknownName


def test_there_are_thirty_topics_and_more_with_material_for_many_talks() -> None:
    every = topics.topics()
    assert len({topic.name for topic in every}) == len(every) >= 30
    assert all(len(topic.exchanges) >= 7 and len(topic.things) >= 5 for topic in every)


def test_no_line_stands_in_two_topics() -> None:
    lines = [text for topic in topics.topics() for text in chain(*topic.exchanges)]
    assert len(set(lines)) > 0.99 * len(lines)


def test_made_up_talks_are_the_same_every_time_and_differ_from_one_another() -> None:
    some = sessions("topics", 200)
    assert some == sessions("topics", 200)
    assert len({filler.text for filler in some}) == 200
    assert len({filler.id for filler in some}) == 200
    assert sessions("topics", 3) == some[:3]


def test_made_up_talks_alternate_and_begin_with_the_user() -> None:
    for filler in sessions("topics", 64):
        speakers = [speaker for speaker, _ in filler.turns]
        assert speakers == ["user", "assistant"] * (len(speakers) // 2)
        assert "{" not in filler.text
        assert all(text[0].isupper() for _, text in filler.turns)
        assert filler.tokens > 200


def test_made_up_users_state_nothing_about_themselves() -> None:
    for filler in sessions("topics", 64):
        said = filler.said_by("user").lower()
        assert not [claim for claim in ("i live", "my name", "i work") if claim in said]


def test_what_is_counted_is_what_a_session_would_hold() -> None:
    filler = Filler("a", "t", (("user", "abcd"), ("assistant", "ef")))
    assert filler.tokens == -(-len("user: abcd\nassistant: ef") // 4)
    assert (filler.said_by("user"), filler.text) == ("abcd", "abcd\nef")


def chat(*runs: str, first: str = "a") -> dict:
    """A chat whose two people take turns; a bar parts the messages of one turn."""
    return {
        "prompt": "Say something.",
        "messages": [
            [{"text": text, "sender": "ab"[n % 2]} for text in run.split("|")]
            for n, run in enumerate(runs)
        ],
    }


@pytest.fixture
def package(monkeypatch):
    """The package with the given chats in it."""

    def install(records: dict) -> None:
        module = ModuleType("chitchat_dataset")
        module.Dataset = lambda: records
        monkeypatch.setitem(sys.modules, "chitchat_dataset", module)

    return install


def test_chats_become_sessions_of_user_and_assistant(package) -> None:
    package({"x": chat("hi|how are you", *["fine"] * 9), "short": chat("hi", "hello")})
    (only,) = sessions("chats", 5)
    assert only.turns[:2] == (("user", "hi how are you"), ("assistant", "fine"))
    assert only.id == "chat-x"


@pytest.mark.parametrize(
    "said",
    ["what the fuck", "mail ann@example.org", "call 555-867-5309", "see www.example", "oh SHIT"],
)
def test_profanity_and_addresses_keep_a_chat_out(package, said) -> None:
    package({"bad": chat(*["hello"] * 9, said), "good": chat(*["hello"] * 10)})
    assert [filler.id for filler in sessions("chats", 5)] == ["chat-good"]


@pytest.mark.parametrize("said", ["a cockatoo in Scunthorpe", "1984 was fine", "Dickens, please"])
def test_harmless_words_do_not(package, said) -> None:
    package({"good": chat(*["hello"] * 9, said)})
    assert len(sessions("chats", 5)) == 1


def test_without_the_package_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "chitchat_dataset", None)
    with pytest.raises(MissingExtra, match=r"pip install 'lifeworld\[chats\]'"):
        list(chats.chats(1))


def test_sessions_of_an_imported_corpus(tmp_path) -> None:
    corpus = write_corpus(tmp_path / "corpus")
    found = sessions(str(corpus), 10)
    assert [filler.id for filler in found] == ["ann-s0001"]
    assert found[0].turns[0] == ("user", "long ago " * 60)
    assert fingerprint(str(corpus)) == fingerprint(str(corpus))


def test_a_source_nobody_knows() -> None:
    with pytest.raises(UnknownName, match="did you mean 'chats'"):
        sessions("chat", 1)
    assert fingerprint("topics") == topics.fingerprint()


def write_corpus(folder):
    """A corpus of one user with a long session and one that is too short."""
    import json

    date = "2031-01-06T09:00:00"
    folder.mkdir()
    lines = [
        {"user": "u0001", "session": f"s000{n}", "started_at": date, "ended_at": date,
         "turns": [{"speaker": "user", "text": text}, {"speaker": "assistant", "text": "yes"}]}
        for n, text in ((1, "long ago " * 60), (2, "short"))
    ]  # fmt: skip
    (folder / "sessions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    for name in ("facts", "probes"):
        (folder / f"{name}.jsonl").write_text("")
    user = {"user": "u0001", "life": "ann", "name": "Ann", "starts_at": date, "sessions": 2,
            "turns": 4, "facts": 0, "probes": 0}  # fmt: skip
    header = {"source_format": "made", "source": "test", "licence": "none", "kinds": {},
              "counts": {}, "users": [user]}  # fmt: skip
    (folder / "corpus.json").write_text(json.dumps(header))
    return folder
