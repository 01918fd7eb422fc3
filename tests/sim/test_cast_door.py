"""The second door, as libraries use it: through the openai client."""

import pytest
from fake_endpoint import FakeEndpoint

from sim.cast import Place
from sim.cast.door import Door, Ticket
from sim.cast.door.wire import embedded, events
from sim.cast.limits import Limits
from sim.cast.models import Company
from sim.cast.models.company import Casting
from sim.cast.models.retrying import Retries
from sim.cast.models.spec import parse_spec
from sim.cast.usage import UsageBook
from sim.errors import EndpointFailed, LimitReached, MissingReply

SAID = [{"role": "user", "content": "Which facts?"}]
ADA = Place("ada", "mem0", "ingest")
QUICK = Retries(first=0.001, longest=0.002)


@pytest.fixture
def rooms(tmp_path):
    """A company and a door over the fake endpoint, and openai clients that were let in."""
    import openai

    opened = []

    def enter(fake, mode="use", limits=None, place=ADA, **more):
        castings = {"default": (Casting("scripted"),)}
        company = Company(castings, tmp_path / "c.sqlite", mode=mode, limits=limits, retries=QUICK)
        door = Door(company, fake.spec, **more)
        cast = company.cast(place)
        client = openai.OpenAI(base_url=door.let_in("mem0", cast), api_key="any", max_retries=0)
        opened.extend((client, door, company))
        return client, door, cast, company

    yield enter
    for each in opened:
        each.close()


def ask(client, **more):
    given = {"model": "gpt-4o-mini", "messages": SAID, "temperature": 0} | more
    return client.chat.completions.create(**given)


def test_a_library_is_answered_and_its_call_is_booked(rooms):
    with FakeEndpoint() as fake:
        client, _, cast, company = rooms(fake)
        assert ask(client).choices[0].message.content == "Hello."
    (line,) = cast.book.lines()
    assert (line.role, line.player, line.place, line.calls) == ("mem0", fake.spec, ADA, 1)
    assert (line.tokens_read, line.estimated) == (len("Which facts?") // 4, False)
    (spent,) = company.spending.lines()
    assert (spent.role, spent.calls) == ("mem0", 1)
    assert fake.requests[0]["model"] == "any"  # the run's model, whatever the library believes


def test_everything_else_in_a_request_is_passed_on(rooms):
    tools = [{"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}]
    with FakeEndpoint() as fake:
        ask(rooms(fake)[0], tools=tools, max_tokens=7)
    assert fake.requests[0]["tools"] == tools
    assert fake.requests[0]["max_tokens"] == 7


def test_a_deterministic_reply_is_kept_for_all_and_replayed(rooms):
    with FakeEndpoint() as fake:
        ask(rooms(fake)[0])
        ask(rooms(fake, place=Place("bob", "mem0"))[0])
        ask(rooms(fake, mode="replay")[0])
    assert len(fake.requests) == 1


def test_the_third_time_a_sampled_question_is_asked_is_always_the_third(rooms):
    with FakeEndpoint() as fake:
        for _ in range(2):  # lived, and lived again
            client = rooms(fake)[0]
            for _ in range(3):
                ask(client, temperature=0.7)
        assert len(fake.requests) == 3
        ask(rooms(fake, place=Place("bob", "mem0"))[0], temperature=0.7)
    assert len(fake.requests) == 4


def test_without_a_temperature_a_reply_is_a_sample():
    ticket, spec = Ticket("mem0", lambda: ADA, UsageBook()), parse_spec("openai:gpt-4o")
    keys = {ticket.key(spec, {"messages": SAID}) for _ in range(2)}
    assert len(keys) == 2
    plain = {ticket.key(spec, {"messages": SAID, "temperature": 0}) for _ in range(2)}
    assert len(plain) == 1


def test_streams_are_served_from_whole_replies(rooms):
    with FakeEndpoint() as fake:
        client = rooms(fake)[0]
        chunks = list(ask(client, stream=True, stream_options={"include_usage": True}))
        ask(client)
    text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
    assert text == "Hello."
    assert chunks[-1].usage.completion_tokens == 1
    assert len(fake.requests) == 1
    assert "stream" not in fake.requests[0]


def test_calls_of_tools_keep_their_places_in_a_stream():
    message = {"role": "assistant", "content": None, "tool_calls": [{"id": "a"}, {"id": "b"}]}
    written = events({"id": "x", "choices": [{"message": message, "finish_reason": "tool_calls"}]})
    assert '"tool_calls": [{"index": 0, "id": "a"}, {"index": 1, "id": "b"}]' in written
    assert written.endswith("data: [DONE]\n\n")


def test_faults_behind_the_door_are_not_seen_before_it(rooms):
    with FakeEndpoint(share=1, kinds=("busy", "broken", "invalid"), in_a_row=3) as fake:
        client, _, cast, company = rooms(fake)
        assert ask(client).choices[0].message.content == "Hello."
    assert next(company.spending.lines()).calls == 4
    assert next(cast.book.lines()).calls == 1


def test_a_limit_is_told_to_the_library_once_and_then_to_the_run(rooms):
    import openai

    with FakeEndpoint() as fake:
        client, door, _, _ = rooms(fake, limits=Limits(calls=1))
        ask(client)
        door.check()
        with pytest.raises(openai.APIStatusError, match=r"raise limits\.calls") as caught:
            ask(client, max_tokens=3)
        assert caught.value.status_code == 402
        with pytest.raises(LimitReached):
            door.check()
    assert len(fake.requests) == 1


def test_a_missing_reply_and_a_dead_model_end_the_run(rooms):
    import openai

    with FakeEndpoint() as fake:
        client, door, _, _ = rooms(fake, mode="replay")
        with pytest.raises(openai.APIStatusError):
            ask(client)
        with pytest.raises(MissingReply, match="role 'mem0' in life 'ada', trial 'mem0'"):
            door.check()
    client, door, _, _ = rooms(fake)
    with pytest.raises(openai.APIStatusError):
        ask(client)
    with pytest.raises(EndpointFailed):
        door.check()


def test_nobody_comes_in_without_a_ticket(rooms):
    import openai

    with FakeEndpoint() as fake:
        client = rooms(fake)[0]
        url = str(client.base_url).replace("/v1", "0/v1")
        with (
            openai.OpenAI(base_url=url, api_key="any", max_retries=0) as stranger,
            pytest.raises(openai.AuthenticationError),
        ):
            ask(stranger)
        with pytest.raises(openai.NotFoundError):
            client.embeddings.create(model="e", input="x")
        assert [model.id for model in client.models.list()] == ["any"]
    assert fake.requests == []


def test_embeddings_come_from_the_run_as_numbers_or_packed(rooms):
    with FakeEndpoint() as fake:
        client = rooms(fake, embed=lambda texts: [[len(text), 0.5] for text in texts])[0]
        found = client.embeddings.create(model="e", input=["a", "bcd"])
        assert [row.embedding for row in found.data] == [[1.0, 0.5], [3.0, 0.5]]
    plain = embedded({"input": "ab", "encoding_format": "float"}, lambda texts: [[2, 3]])
    assert plain["data"][0]["embedding"] == [2.0, 3.0]
