"""The lean client against a real server on loopback: every fault it can meet, and no secret out."""

import socket

import pytest
from fake_endpoint import FAULTS, FakeEndpoint

from sim.cast.models.endpoint import Endpoint, body, read
from sim.cast.models.exchange import Message, Reply, Request
from sim.cast.models.faults import Passing, Standing, TooMuch, of_status, wait_asked_for
from sim.cast.models.retrying import Retries
from sim.cast.models.spec import COMPATIBLE_KEY, parse_spec

ASKED = Request((Message("system", "Be brief."), Message("user", "Hi")), max_tokens=9, timeout=5)
FAULTY = tuple(kind for kind in FAULTS if kind not in ("refusal", "length"))


@pytest.fixture
def connect():
    opened = []

    def open_(fake):
        opened.append(Endpoint(parse_spec(fake.spec)))
        return opened[-1]

    yield open_
    for endpoint in opened:
        endpoint.close()


def test_a_reply_comes_with_the_counts_of_the_provider(connect):
    with FakeEndpoint() as fake:
        reply = connect(fake).complete(ASKED)
    assert reply == Reply("Hello.", len("Be brief.Hi") // 4, 1)
    assert fake.requests == [
        {
            "model": "any",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Hi"},
            ],
            "temperature": 0.0,
            "max_tokens": 9,
        }
    ]


def test_without_counts_there_are_none(connect):
    with FakeEndpoint(counts=False) as fake:
        reply = connect(fake).complete(ASKED)
    assert (reply.tokens_read, reply.tokens_written) == (None, None)


def test_a_schema_and_a_seed_are_sent():
    asked = body(Request(ASKED.messages, "gate", {"type": "object"}, seed=3), "m")
    assert asked["response_format"]["json_schema"] == {
        "name": "gate",
        "schema": {"type": "object"},
    }
    assert asked["seed"] == 3


@pytest.mark.parametrize("kind", FAULTY)
def test_every_fault_of_the_server_is_one_that_passes(connect, kind):
    with FakeEndpoint(share=1, kinds=(kind,), in_a_row=1, hang=1) as fake:
        endpoint = connect(fake)
        with pytest.raises(Passing) as caught:
            endpoint.complete(Request(ASKED.messages, timeout=0.2))
        assert str(caught.value)
        assert endpoint.complete(ASKED).text == "Hello."


def test_a_refusal_and_a_cut_are_replies(connect):
    with FakeEndpoint(share=1, kinds=("refusal",)) as fake:
        assert connect(fake).complete(ASKED).refused == "I would rather not."
    with FakeEndpoint(share=1, kinds=("length",)) as fake:
        assert connect(fake).complete(ASKED).cut


def test_the_wait_that_the_server_asks_for_is_kept(connect):
    with FakeEndpoint(share=1, kinds=("busy_wait",)) as fake, pytest.raises(Passing) as caught:
        connect(fake).complete(ASKED)
    assert caught.value.retry_after == 0.005


def test_nobody_at_the_other_end_passes():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    endpoint = Endpoint(parse_spec(f"openai-compatible:any@http://127.0.0.1:{port}/v1"))
    with pytest.raises(Passing, match="connection failed: ConnectError"):
        endpoint.complete(ASKED)
    endpoint.close()


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, TooMuch), (401, Standing), (403, Standing), (404, Standing), (408, Passing),
     (409, Passing), (413, TooMuch), (422, TooMuch), (429, Passing), (500, Passing),
     (529, Passing)],
)  # fmt: skip
def test_statuses_pass_stand_or_are_about_one_prompt(status, kind):
    fault = of_status(status, "why", {}, "")
    assert type(fault) is kind
    assert str(fault) == f"the endpoint answered {status}: why"


def test_a_key_that_the_server_repeats_is_hidden():
    fault = of_status(401, "Incorrect API key provided: sk-secret.", {}, "sk-secret")
    assert str(fault) == "the endpoint answered 401: Incorrect API key provided: ***."


def test_the_key_is_sent_and_nothing_else_knows_it(connect, monkeypatch):
    monkeypatch.setenv(COMPATIBLE_KEY, "sk-own")
    with FakeEndpoint() as fake:
        endpoint = connect(fake)
        endpoint.complete(ASKED)
    assert fake.keys == {"Bearer sk-own"}
    assert "sk-own" not in repr(vars(endpoint)["_spec"])


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"null", b'{"choices": [{}]}', b'{"error": {"message": "x"}}', b"\xff\xfe"],
)
def test_a_body_without_a_message_passes(content):
    with pytest.raises(Passing):
        read(content)


def test_a_body_in_parts_and_a_filter_are_understood():
    parts = b'{"choices": [{"message": {"content": [{"text": "Hel"}, {"text": "lo"}]}}]}'
    assert read(parts).text == "Hello"
    held = b'{"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}'
    assert "filter" in read(held).refused


@pytest.mark.parametrize("written", ["", "soon", "-1", "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_a_wait_that_is_no_number_is_none(written):
    assert wait_asked_for({"retry-after": written}) is None


class Flaky:
    """Goes wrong so many times."""

    def __init__(self, faults):
        self.faults = list(faults)

    def __call__(self):
        if self.faults:
            raise self.faults.pop(0)
        return "well"


def test_retries_wait_longer_each_time_and_the_same_each_run():
    waits = []
    retries = Retries(attempts=5, first=1.0, longest=3.0, sleep=waits.append)
    assert retries.carry_out(Flaky([Passing("x")] * 4), "call") == "well"
    for wait, middle in zip(waits, (1, 2, 3, 3), strict=True):
        assert 0.5 * middle <= wait <= 1.5 * middle
    again = []
    Retries(attempts=5, first=1.0, longest=3.0, sleep=again.append).carry_out(
        Flaky([Passing("x")] * 4), "call"
    )
    assert again == waits


def test_retries_honour_the_server_within_patience():
    waits = []
    retries = Retries(patience=10, sleep=waits.append)
    faults = [Passing("x", retry_after=2), Passing("x", retry_after=3600)]
    assert retries.carry_out(Flaky(faults), "call") == "well"
    assert 2 <= waits[0] <= 2.2
    assert 10 <= waits[1] <= 11


def test_retries_end_and_never_begin_for_what_stands():
    waits = []
    with pytest.raises(Passing):
        Retries(attempts=3, sleep=waits.append).carry_out(Flaky([Passing("x")] * 9), "call")
    assert len(waits) == 2
    with pytest.raises(Standing):
        Retries(sleep=waits.append).carry_out(Flaky([Standing("x")]), "call")
    assert len(waits) == 2
