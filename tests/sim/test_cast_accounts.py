"""What is counted, paced, tried again and averaged around a model: laws, with no server at all."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sim.cast.cache import ReplyCache
from sim.cast.door.ticket import Ticket
from sim.cast.door.wire import embedded, events
from sim.cast.limits import Limits, Spending
from sim.cast.models.faults import Passing, Standing, TooMuch, of_status, shortened, wait_asked_for
from sim.cast.models.panel import averaged
from sim.cast.models.repair import Unusable, json_object
from sim.cast.models.retrying import Retries
from sim.cast.models.spec import parse_spec
from sim.cast.pacing import Pacer
from sim.cast.prices import MILLION, Price, Prices
from sim.cast.usage import Place, UsageBook
from sim.errors import LimitReached, Misuse
from sim.probes import Verdict

counts = st.integers(0, 5000)
places = st.builds(
    Place, st.sampled_from(["ada", "bo"]), st.sampled_from(["", "bm25"]), st.just("gate")
)
calls = st.lists(
    st.tuples(st.sampled_from(["user", "gate"]), places, counts, counts, st.booleans()), max_size=12
)


# -- usage


def book_of(entries: list[tuple[str, Place, int, int, bool]]) -> UsageBook:
    book = UsageBook()
    for role, place, read, written, estimated in entries:
        counted = SimpleNamespace(
            calls=1, tokens_read=read, tokens_written=written, estimated=estimated, prompt="1/ab"
        )
        book.note(role, "small", place, counted)
    return book


@given(calls, st.randoms(use_true_random=False))
def test_a_book_is_the_same_in_whatever_order_calls_were_made(entries, random) -> None:
    mixed = list(entries)
    random.shuffle(mixed)
    assert list(book_of(entries).lines()) == list(book_of(mixed).lines())


@given(calls)
def test_a_book_loses_no_call_and_no_token_and_marks_every_estimate(entries) -> None:
    lines = list(book_of(entries).lines())
    assert sum(line.calls for line in lines) == len(entries)
    assert sum(line.tokens_read for line in lines) == sum(entry[2] for entry in entries)
    assert sum(line.tokens_written for line in lines) == sum(entry[3] for entry in entries)
    assert len({(line.role, line.place) for line in lines}) == len(lines)
    for line in lines:
        here = [entry for entry in entries if entry[:2] == (line.role, line.place)]
        assert line.estimated is any(entry[4] for entry in here)


# -- prices and limits


@given(st.floats(0, 100), st.floats(0, 100), st.tuples(counts, counts, counts, counts))
def test_two_calls_cost_what_both_cost_together(read, written, tokens) -> None:
    price, (a, b, c, d) = Price(read=read, written=written), tokens
    assert price.of(a + c, b + d) == pytest.approx(price.of(a, b) + price.of(c, d))
    assert price.of(MILLION, 0) == pytest.approx(read)


def test_the_price_of_the_whole_name_goes_before_that_of_the_bare_one() -> None:
    dear, cheap = Price(read=9, written=9), Price(read=1, written=1)
    prices = Prices(models={"small": dear, "openai-compatible:small@http://h/v1": cheap})
    assert prices.of("openai-compatible:small@http://h/v1") == cheap
    assert prices.of("openai-compatible:small@http://other/v1") == dear
    assert prices.of("openai:small") == prices.of("small") == dear
    assert prices.of("openai:smaller") is None
    with pytest.raises(Misuse, match="'openai:smaller'"):
        prices.check(["openai:small", "openai:smaller"])


PRICES = Prices(models={"a:x": Price(read=MILLION, written=0)})  # a dollar a token read
spends = st.lists(st.tuples(st.sampled_from(["a:x", "b:y"]), st.integers(0, 4)), max_size=10)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReplyCache]:
    kept = ReplyCache(tmp_path_factory.mktemp("cache") / "replies.sqlite")
    yield kept
    kept.close()


@given(spends, st.none() | st.integers(1, 6), st.none() | st.integers(1, 8), st.none() | st.just(5))
def test_a_run_goes_on_until_it_has_used_up_a_limit_and_no_further(
    cache: ReplyCache, asked, most_calls, most_tokens, most_usd
) -> None:
    """A call may overshoot by what it takes, as nobody knows before; the next is not made."""
    with cache.transaction() as db:
        db.execute("delete from spending")
    limits = Limits(calls=most_calls, tokens=most_tokens, usd=most_usd)
    spending = Spending(cache, limits, PRICES)
    made: list[tuple[str, int]] = []
    for model, tokens in asked:
        used = {
            "usd": sum(n for name, n in made if name == "a:x"),
            "tokens": sum(n for _, n in made),
            "calls": len(made),
        }
        bounds = {"usd": most_usd, "tokens": most_tokens, "calls": most_calls}
        if over := [what for what in used if bounds[what] and used[what] >= bounds[what]]:
            with pytest.raises(LimitReached, match=over[0]):
                spending.open_call("judge", model)
            continue
        spending.open_call("judge", model)
        spending.enter("judge", model, tokens, 0, estimated=model == "b:y")
        made.append((model, tokens))
    lines = {line.model: line for line in spending.lines()}
    assert sorted(lines) == sorted({model for model, _ in made})
    for model, line in lines.items():
        mine = [tokens for name, tokens in made if name == model]
        assert (line.calls, line.tokens_read) == (len(mine), sum(mine))
        assert line.usd == (sum(mine) if model == "a:x" else None)
        assert line.estimated is (model == "b:y")


# -- pace and patience


class Clock:
    """A clock that only sleeping, and what is done between calls, moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds


@given(st.lists(st.floats(0, 3), min_size=1, max_size=20), st.sampled_from([0.5, 1.0, 4.0]))
def test_calls_keep_their_distance_and_none_waits_longer_than_it_must(idle, rate: float) -> None:
    clock = Clock()
    pacer = Pacer(per_second=rate, clock=clock, sleep=clock.sleep)
    ready, begun = [], []
    for pause in idle:
        clock.now += pause
        ready.append(clock.now)
        with pacer.turn():
            begun.append(clock.now)
    for one, other in pairwise(begun):
        assert other - one >= 1 / rate - 1e-9
    expected = ready[:1]
    for at in ready[1:]:
        expected.append(max(at, expected[-1] + 1 / rate))
    assert begun == pytest.approx(expected)


def test_a_turn_that_fails_is_given_back() -> None:
    pacer = Pacer(at_once=1)
    for _ in range(3):
        with pytest.raises(ValueError, match="mine"), pacer.turn():
            raise ValueError("mine")


@given(st.integers(1, 8), st.integers(0, 10), st.none() | st.floats(0, 300))
def test_passing_faults_are_waited_out_as_often_as_allowed(attempts, faults, asked) -> None:
    slept: list[float] = []
    made: list[int] = []
    retries = Retries(attempts=attempts, sleep=slept.append)

    def call() -> str:
        made.append(1)
        if len(made) <= faults:
            raise Passing("busy", retry_after=asked)
        return "done"

    if faults < attempts:
        assert retries.carry_out(call, "x") == "done"
    else:
        with pytest.raises(Passing, match="busy"):
            retries.carry_out(call, "x")
    assert len(made) == min(attempts, faults + 1)
    assert len(slept) == len(made) - 1
    for number, seconds in enumerate(slept):
        least = min(asked, 120.0) if asked is not None else min(20.0, 0.5 * 2**number) / 2
        assert least <= seconds <= (least * 1.1 if asked is not None else least * 3)


def test_standing_faults_are_not_tried_again() -> None:
    made: list[int] = []

    def call() -> None:
        made.append(1)
        raise Standing("no such model")

    with pytest.raises(Standing):
        Retries(sleep=lambda _: None).carry_out(call, "x")
    assert made == [1]


@given(st.integers(0, 120), st.text(max_size=10))
def test_the_jitter_of_a_call_is_its_own_and_always_the_same(attempt: int, name: str) -> None:
    one, other = Retries(), Retries()
    assert one.wait(None, attempt + 1, name) == other.wait(None, attempt + 1, name) <= 30


@given(st.integers(400, 599), st.text(max_size=300), st.sampled_from(["", "sk-1"]))
def test_a_fault_passes_or_stands_by_its_status_and_never_shows_the_key(
    status: int, body: str, key: str
) -> None:
    fault = of_status(status, f"{key} {body}", {}, key)
    passes = status >= 500 or status in (408, 409, 425, 429)
    assert isinstance(fault, Passing if passes else Standing)
    assert isinstance(fault, TooMuch) is (status in (400, 413, 422))
    assert str(status) in fault.why
    assert not key or key not in fault.why


@given(st.text(alphabet="0123456789.-\u00b2\u00b3e x", max_size=6))
@example("\u00b2")
def test_no_wish_to_wait_is_misread_or_raises(written: str) -> None:
    wait = wait_asked_for({"retry-after": written})
    assert wait is None or wait == float(written) >= 0
    assert wait_asked_for({"retry-after": "9", "retry-after-ms": "1500"}) == 1.5


@given(st.text(max_size=500))
def test_a_servers_words_are_one_short_line(text: str) -> None:
    line = shortened(text)
    assert len(line) <= 200
    assert len(line.splitlines()) <= 1
    assert shortened(line) == line


# -- several judges


verdicts = st.builds(
    Verdict,
    st.sampled_from([0.0, 1.0]),
    st.booleans(),
    st.sampled_from(["named", "hedged"]),
    st.sampled_from(["a", "b"]),
    st.none() | st.sampled_from([0.0, 0.5, 1.0]),
).map(lambda v: Verdict(v.score, v.score == 1, v.why, v.judge, v.partial))


@given(st.lists(verdicts, min_size=1, max_size=5))
def test_a_panel_is_right_if_more_than_half_of_it_is(members: list[Verdict]) -> None:
    made = averaged(members)
    right = sum(member.correct for member in members)
    assert made.correct is (right > len(members) - right)
    assert made.score == pytest.approx(right / len(members))
    assert made.votes == tuple(member.score for member in members)
    said = [member.partial for member in members if member.partial is not None]
    assert made.partial == (pytest.approx(sum(said) / len(said)) if said else None)
    turned = averaged(members[::-1])
    assert (turned.score, turned.correct) == (made.score, made.correct)


# -- what comes out of replies, and what goes through the door


texts = st.text(alphabet='ab ,]}[{"\\\n', max_size=12)


@given(st.dictionaries(texts, texts | st.booleans() | st.lists(texts, max_size=3), max_size=4))
@example({"why": "named: [oak, ]"})
def test_valid_json_is_read_as_it_is(found: dict[str, object]) -> None:
    assert json_object(json.dumps(found)) == found
    assert json_object(f"Sure: ```json\n{json.dumps(found, indent=1)}\n```") == found or any(
        "```" in str(text) for text in found
    )


@given(texts)
def test_a_stray_comma_is_dropped_where_it_is_one(text: str) -> None:
    said = json.dumps(text)
    assert json_object(f'{{"why": {said}, "l": [{said}, ], }}') == {"why": text, "l": [text]}
    with pytest.raises(Unusable):
        json_object(f'{{"why": {said}, , }}')


def answer(*said: str, **more: object) -> dict[str, object]:
    choices = [
        {"index": n, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for n, text in enumerate(said)
    ]
    return {"id": "x1", "created": 7, "model": "small", "choices": choices, **more}


@given(st.lists(st.text(max_size=20), min_size=1, max_size=3), st.booleans())
def test_a_stream_says_what_the_whole_reply_says(said: list[str], counted: bool) -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 2}
    sent = events(answer(*said, **({"usage": usage} if counted else {})))
    *read, last, nothing = sent.split("\n\n")
    assert (last, nothing) == ("data: [DONE]", "")
    chunks = [json.loads(event.removeprefix("data: ")) for event in read]
    assert all(chunk["object"] == "chat.completion.chunk" for chunk in chunks)
    assert all((chunk["id"], chunk["model"]) == ("x1", "small") for chunk in chunks)
    heard = {c["index"]: c["delta"]["content"] for chunk in chunks for c in chunk["choices"]}
    assert heard == dict(enumerate(said))
    assert [chunk["usage"] for chunk in chunks if "usage" in chunk] == [usage] * counted


def test_calls_of_tools_are_numbered_in_a_stream() -> None:
    tools = [{"id": "t1", "function": {"name": "add"}}, {"id": "t2", "function": {"name": "drop"}}]
    message = {"role": "assistant", "content": None, "tool_calls": tools}
    sent = events({"choices": [{"message": message, "finish_reason": "tool_calls"}]})
    (choice,) = json.loads(sent.split("\n\n")[0].removeprefix("data: "))["choices"]
    assert [(c["index"], c["id"]) for c in choice["delta"]["tool_calls"]] == [(0, "t1"), (1, "t2")]
    assert choice["finish_reason"] == "tool_calls"


@given(st.lists(st.text(max_size=8), max_size=4), st.booleans())
def test_embeddings_are_the_same_as_numbers_and_packed(said: list[str], alone: bool) -> None:
    def embed(batch):
        return [[len(text) / 2, -1.0] for text in batch]  # exact in 32 bits

    asked = said[0] if alone and said else said
    expected = embed([asked] if isinstance(asked, str) else asked)
    plain = embedded({"input": asked}, embed)["data"]
    packed = embedded({"input": asked, "encoding_format": "base64"}, embed)["data"]
    assert [row["embedding"] for row in plain] == expected
    assert [list(struct.unpack("<2f", base64.b64decode(row["embedding"]))) for row in packed] == (
        expected
    )
    assert [row["index"] for row in plain] == list(range(len(expected)))


SPEC = parse_spec("openai-compatible:small@http://127.0.0.1:1/v1")


def ticket(life: str = "ada", trial: str = "mem", role: str = "memory") -> Ticket:
    return Ticket(role, lambda: Place(life, trial, "ingest"), UsageBook())


def test_a_certain_reply_is_shared_and_a_sampled_one_is_not() -> None:
    certain, sampled = {"messages": ["hi"], "temperature": 0}, {"messages": ["hi"]}
    one, other = ticket("ada"), ticket("bo")
    assert one.key(SPEC, certain) == one.key(SPEC, certain) == other.key(SPEC, certain)
    keys = [one.key(SPEC, sampled), one.key(SPEC, sampled), other.key(SPEC, sampled)]
    assert len(set(keys)) == 3
    again = ticket("ada")
    assert [again.key(SPEC, sampled) for _ in range(2)] == keys[:2]


@given(st.lists(st.sampled_from(["a", "b", "c"]), max_size=8))
def test_living_again_asks_for_the_same_keys_whatever_lies_between(said: list[str]) -> None:
    one, other = ticket(), ticket()
    keys = [one.key(SPEC, {"messages": [text]}) for text in said]
    apart = {
        text: [other.key(SPEC, {"messages": [text]}) for _ in range(said.count(text))]
        for text in sorted(set(said), reverse=True)
    }
    assert keys == [apart[text].pop(0) for text in said]


def test_a_key_hangs_on_the_request_the_model_and_the_role_and_on_nothing_else() -> None:
    asked = {"messages": ["hi"], "temperature": 0, "model": "whatever", "stream": True}
    key = ticket().key(SPEC, asked)
    assert key == ticket().key(SPEC, {"temperature": 0, "stream": False, "messages": ["hi"]})
    assert key != ticket().key(SPEC, asked | {"max_tokens": 5})
    assert key != ticket(role="other").key(SPEC, asked)
    other = parse_spec("openai-compatible:large@http://127.0.0.1:1/v1")
    assert key != ticket().key(other, asked)
