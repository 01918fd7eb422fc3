"""Models as players: asking, asking again, failing, remembering; and the company they make."""

import json
import threading
from datetime import datetime

import pytest
from fake_endpoint import FakeEndpoint

from sim.cast import Place
from sim.cast.limits import Limits
from sim.cast.models import Company
from sim.cast.models.company import Casting, check_castings, models_of, prompts_of
from sim.cast.models.parameters import Parameters
from sim.cast.models.retrying import Retries
from sim.errors import (
    EndpointFailed,
    LimitReached,
    MissingReply,
    Misuse,
    RoleFailed,
    Stopped,
)
from sim.lexicon import Lexicon
from sim.probes import Gold, Probe
from sim.roles.answerer import READERS, AnswererInput
from sim.roles.gate import GATE, GateInput
from sim.roles.judge import JUDGE, JudgeInput
from sim.roles.reveal_checker import REVEAL_CHECKER, RevealInput
from sim.seeds import stream
from sim.views import Answer, Memory, Question, Session, Turn

AT = datetime(2031, 1, 6, 9)
SESSION = Session("s0001", "u", AT, AT, (Turn("s0001.0", "user", "I moved to Brask.", AT),))
GIVEN = GateInput(SESSION)
QUICK = Retries(first=0.001, longest=0.002)
ADA, BOB = Place("ada"), Place("bob")


@pytest.fixture
def company(tmp_path):
    """Makes companies with the fake endpoint in a role, over one cache."""
    made = []

    def make(fake, roles=("default",), mode="use", limits=None, again=1, **parameters):
        casting = Casting(fake.spec, Parameters(**parameters))
        castings = dict.fromkeys(roles, (casting,) * again)
        made.append(
            Company(castings, tmp_path / "c.sqlite", mode=mode, limits=limits, retries=QUICK)
        )
        return made[-1]

    yield make
    for each in made:
        each.close()


def decide(company, place=ADA, rng=None, given=GIVEN):
    cast = company.cast(place)
    return cast.play(GATE, given, rng or stream(1)), cast


class Says:
    """Says one thing after another, then the last again and again."""

    def __init__(self, *texts):
        self.texts, self.asked = list(texts), []

    def __call__(self, asked):
        self.asked.append(asked)
        return self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]


def test_a_model_plays_and_its_own_counts_are_booked(company):
    with FakeEndpoint() as fake:
        done, cast = decide(company(fake))
    assert done.store
    (line,) = cast.book.lines()
    sent = sum(len(m["content"]) for m in fake.requests[0]["messages"])
    assert (line.player, line.calls, line.tokens_read) == (fake.spec, 1, sent // 4)
    assert (line.estimated, line.prompt.partition("/")[0]) == (False, "1")
    assert fake.requests[0]["response_format"]["json_schema"]["name"] == "gate"


def test_counts_that_the_provider_does_not_give_are_marked_as_estimates(company):
    with FakeEndpoint(counts=False) as fake:
        _, cast = decide(company(fake))
    assert next(cast.book.lines()).estimated


def test_a_server_without_schemas_is_asked_in_words_alone(company):
    with FakeEndpoint(say=Says('{"store": false}')) as fake:
        done, _ = decide(company(fake, schema=False))
    assert not done.store
    assert "response_format" not in fake.requests[0]


def test_an_unusable_reply_is_asked_for_again_with_the_error(company):
    says = Says("Well, yes.", '{"store": "yes"}', '{"store": true}')
    with FakeEndpoint(say=says) as fake:
        done, cast = decide(company(fake))
    assert done.store
    second, third = (asked["messages"][1]["content"] for asked in says.asked[1:])
    assert 'Your last reply "Well, yes." cannot be used. The reply held no JSON object.' in second
    assert "The key 'store' must be true or false." in third
    tokens = [sum(len(m["content"]) for m in asked["messages"]) // 4 for asked in says.asked]
    assert next(cast.book.lines()).tokens_read == sum(tokens)


def test_after_enough_tries_the_role_has_failed_and_the_raw_reply_is_kept(company):
    with FakeEndpoint(say=Says("no", "no", "maybe")) as fake:
        playing = company(fake, reasks=2)
        with pytest.raises(RoleFailed, match="held no JSON object") as caught:
            decide(playing)
    assert caught.value.raw == "maybe"
    assert len(fake.requests) == 3
    (kept,) = playing.cache.plays("ada", "", ["gate"])
    assert (kept.reply, kept.usable, kept.calls) == ("maybe", False, 3)


def test_a_failure_is_tried_again_by_the_next_run(company):
    with FakeEndpoint(say=Says("no", "no", '{"store": true}')) as fake:
        with pytest.raises(RoleFailed):
            decide(company(fake, reasks=1))
        assert decide(company(fake, reasks=1))[0].store


def test_a_prompt_that_is_too_long_is_a_failure_of_this_call_alone(company):
    def say(asked):
        raise AssertionError("nothing was to be said")

    with FakeEndpoint(say=say) as fake:
        fake.fault_for = lambda asked: "too_long"
        handler = fake.server.RequestHandlerClass
        handler._too_long = lambda self, asked: self._send(400, '{"error": "context is 8192"}')
        with pytest.raises(RoleFailed, match="answered 400"):
            decide(company(fake))
        del handler._too_long


def test_a_committed_reply_is_never_asked_for_again(company):
    with FakeEndpoint() as fake:
        first, booked = decide(company(fake))
        again, replayed = decide(company(fake), BOB)
    assert (first, len(fake.requests)) == (again, 1)
    assert next(booked.book.lines()).tokens_read == next(replayed.book.lines()).tokens_read


def test_sampled_replies_belong_to_the_place_that_asked(company):
    with FakeEndpoint() as fake:
        playing = company(fake, temperature=0.7)
        decide(playing, ADA, stream("ada", 1))
        decide(playing, BOB, stream("bob", 1))
        rng = stream("ada", 1)
        decide(playing, ADA, rng)
        decide(playing, ADA, rng)
    assert len(fake.requests) == 3  # ada, bob, and ada's second time; ada's first was kept


@pytest.mark.parametrize(
    "changed",
    [{"max_tokens": 33}, {"seed": 4}, {"replicate": 1}, {"temperature": 0.2}, {"schema": False}],
)
def test_other_parameters_are_another_call(company, changed):
    with FakeEndpoint() as fake:
        decide(company(fake))
        decide(company(fake, **changed))
    assert len(fake.requests) == 2


def test_patience_and_tries_are_not_part_of_a_reply(company):
    with FakeEndpoint() as fake:
        decide(company(fake))
        decide(company(fake, timeout=5, reasks=1))
    assert len(fake.requests) == 1


def test_replay_asks_nothing(company):
    with FakeEndpoint() as fake:
        decide(company(fake))
        assert decide(company(fake, mode="replay"))[0].store
        other = GateInput(SESSION, ("something else",))
        with pytest.raises(MissingReply, match="role 'gate' in life 'ada'"):
            decide(company(fake, mode="replay"), given=other)
    assert len(fake.requests) == 1


def test_threads_with_the_same_prompt_make_one_call(company):
    with FakeEndpoint(latency=0.02) as fake:
        playing = company(fake)
        threads = [threading.Thread(target=decide, args=(playing,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(fake.requests) == 1


def test_a_dead_endpoint_is_one_sentence(company):
    fake = FakeEndpoint()
    fake.server.server_close()
    with pytest.raises(EndpointFailed, match=r"connection failed.*6 attempts.*goes on from there"):
        decide(company(fake))


def test_a_wrong_key_is_not_tried_twice_and_not_repeated(company, monkeypatch):
    monkeypatch.setenv("LIFEWORLD_API_KEY", "sk-very-secret")
    with FakeEndpoint() as fake:
        handler = fake.server.RequestHandlerClass
        fake.fault_for = lambda asked: fake.requests.append(asked) or "wrong_key"
        handler._wrong_key = lambda self, asked: self._send(401, "bad key sk-very-secret")
        playing = company(fake)
        with pytest.raises(EndpointFailed, match=r"401: bad key \*\*\*") as caught:
            decide(playing)
        del handler._wrong_key
    assert len(fake.requests) == 1
    assert "sk-very-secret" not in repr(caught.value.__cause__)


def test_a_limit_ends_the_calls_and_counts_tries_that_failed(company):
    with FakeEndpoint(share=1, kinds=("broken",), in_a_row=2) as fake:
        playing = company(fake, limits=Limits(calls=3))
        decide(playing)
        with pytest.raises(LimitReached, match="3 of 3 calls"):
            decide(playing, given=GateInput(SESSION, ("more",)))
    (spent,) = playing.spending.lines()
    assert (spent.role, spent.calls) == ("gate", 3)


def test_what_was_called_off_makes_no_call(company):
    with FakeEndpoint() as fake:
        playing = company(fake)
        playing.call_off()
        with pytest.raises(Stopped):
            decide(playing)
    assert fake.requests == []


def probe(kind="cascade"):
    question = Question("q", "u", "How do I get to work?", AT)
    return Probe("p", "dependency", kind, "after", 0, question, Gold(("the tram",)))


def test_several_judges_are_averaged_and_their_votes_are_kept(company):
    says = Says('{"why": "named", "right": true}', '{"why": "hedged", "right": false}')
    with FakeEndpoint(say=says) as fake:
        playing = company(fake, roles=("judge",), again=2)
        cast = playing.cast(ADA)
        verdict = cast.play(JUDGE, JudgeInput(probe(), Answer("The tram.")), stream(1)).verdict
    assert (verdict.score, verdict.correct, verdict.votes) == (0.5, False, (1.0, 0.0))
    assert verdict.why == "named; hedged"
    (line,) = cast.book.lines()
    assert line.calls == 2


def test_exact_recall_costs_no_call(company):
    with FakeEndpoint() as fake:
        cast = company(fake, roles=("judge",)).cast(ADA)
        given = JudgeInput(probe("exact_recall"), Answer("It is the tram."))
        assert cast.play(JUDGE, given, stream(1)).verdict.correct
        cast.play(REVEAL_CHECKER, RevealInput("x", ()), stream(1))
    assert fake.requests == []
    (judged, _) = cast.book.lines()
    assert (judged.calls, judged.tokens_read, judged.estimated) == (0, 0, False)


def test_a_plain_role_is_asked_for_words(company):
    with FakeEndpoint() as fake:
        cast = company(fake).cast(ADA)
        notes = (Memory("m", "I take the tram to work.", AT),)
        given = AnswererInput(Question("q", "u", "How do I get to work?", AT), notes, Lexicon())
        said = cast.play(READERS["ideal"], given, stream(1)).text
    assert said == "I take the tram to work."
    assert "response_format" not in fake.requests[0]


def test_roles_that_are_not_cast_stay_scripted(company):
    with FakeEndpoint() as fake:
        playing = company(fake, roles=("judge",))
        _, cast = decide(playing)
    assert fake.requests == []
    assert next(cast.book.lines()).player == "scripted"


def test_the_cast_is_checked_before_anything_is_connected():
    model = Casting("openai:gpt-4o")
    with pytest.raises(Misuse, match="only judges can be several"):
        check_castings({"user": (model, model)})
    with pytest.raises(Misuse, match="names nobody"):
        check_castings({"user": ()})
    with pytest.raises(Misuse, match="must all be models"):
        check_castings({"judge": (model, Casting("scripted"))})
    check_castings({"judge": (model, model), "default": (Casting("scripted"),)})


def test_models_and_prompts_of_a_cast():
    castings = {
        "default": (Casting("scripted"),),
        "judge": (Casting("openai:b"), Casting("openai:a")),
        "user": (Casting("openai:a"),),
    }
    assert models_of(castings) == ["openai:a", "openai:b"]
    assert sorted(prompts_of(castings)) == ["judge", "user"]
    everyone = {"default": (Casting("openai:a"),), "user": (Casting("scripted"),)}
    assert "user" not in prompts_of(everyone)
    assert "answerer" in prompts_of(everyone)


def test_the_messages_of_a_reply_are_kept_to_be_read(company):
    with FakeEndpoint() as fake:
        playing = company(fake)
        decide(playing)
    (kept,) = playing.cache.plays("ada", "", ["gate"])
    assert [dict(zip(("role", "content"), m, strict=True)) for m in kept.messages] == (
        fake.requests[0]["messages"]
    )
    assert json.loads(kept.reply) == {"store": True}
