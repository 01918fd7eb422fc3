"""The reply cache, prices, limits and the pacer."""

import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sim.cast.cache import Kept, ReplyCache
from sim.cast.limits import Limits, Spending
from sim.cast.pacing import Pacer
from sim.cast.prices import Price, Prices, load_prices
from sim.cast.usage import Place
from sim.errors import BadData, LimitReached, MissingReply, Misuse

ADA = Place("ada", "bm25", "answer")


def kept(reply="oak", usable=True, **more):
    given = {
        "role": "answerer",
        "model": "m",
        "prompt": "1/abc",
        "messages": (("system", "s"), ("user", "ü")),
        "why": "" if usable else "empty",
        "tokens_read": 7,
        "tokens_written": 2,
        "estimated": False,
        "calls": 1,
    } | more
    return Kept(reply=reply, usable=usable, **given)


@pytest.fixture
def open_cache(tmp_path):
    opened = []

    def open_(mode="use"):
        opened.append(ReplyCache(tmp_path / "cache.sqlite", mode))
        return opened[-1]

    yield open_
    for cache in opened:
        cache.close()


def test_a_committed_reply_comes_back_whole_and_to_other_processes(open_cache):
    open_cache().keep("k", kept(), ADA)
    assert open_cache().find("k", ADA, "answerer") == kept()
    assert open_cache().find("other", ADA, "answerer") is None


def test_a_reply_that_was_not_usable_is_asked_for_again_but_replayed(open_cache):
    open_cache().keep("k", kept("", usable=False), ADA)
    assert open_cache().find("k", ADA, "answerer") is None
    assert open_cache("replay").find("k", ADA, "answerer") == kept("", usable=False)


def test_replay_names_the_missing_call(open_cache):
    with pytest.raises(MissingReply, match="role 'answerer' in life 'ada', trial 'bm25'"):
        open_cache("replay").find("0123456789abcdef", ADA, "answerer")


def test_refresh_asks_once_for_what_is_there(open_cache):
    open_cache().keep("k", kept(), ADA)
    cache = open_cache("refresh")
    assert cache.find("k", ADA, "answerer") is None
    cache.keep("k", kept("elm"), ADA)
    assert cache.find("k", ADA, "answerer").reply == "elm"


def test_off_neither_looks_nor_keeps(open_cache):
    open_cache().keep("k", kept(), ADA)
    off = open_cache("off")
    assert off.find("k", ADA, "answerer") is None
    off.keep("new", kept(), ADA)
    assert open_cache().find("new", ADA, "answerer") is None


def test_plays_lead_from_a_place_to_its_replies(open_cache):
    cache = open_cache()
    cache.keep("k", kept(), ADA)
    cache.find("k", Place("bob", "bm25", "answer"), "answerer")
    for life in ("ada", "bob"):
        assert list(cache.plays(life, "bm25", ["answerer"])) == [kept()]
    assert list(cache.plays("ada", "bm25", ["judge"])) == []
    assert list(cache.plays("eve", "bm25", ["answerer"])) == []


def test_one_prompt_is_one_flight(open_cache):
    cache, calls = open_cache(), []

    def ask():
        with cache.flight("k"):
            if cache.find("k", ADA, "answerer") is None:
                calls.append(1)
                cache.keep("k", kept(), ADA)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == [1]


_WRITER = """
import sys
from sim.cast.cache import Kept, ReplyCache
from sim.cast.usage import Place
cache = ReplyCache(sys.argv[1])
for n in range(50):
    reply = Kept("user", "m", "1/a", (("system", "s"),), f"{n}", True, "", 1, 1, False, 1)
    cache.keep(f"{sys.argv[2]}/{n}", reply, Place(sys.argv[2]))
"""


def test_two_processes_write_into_one_cache(tmp_path):
    path = tmp_path / "cache.sqlite"
    run = [sys.executable, "-c", _WRITER, str(path)]
    writers = [subprocess.Popen([*run, name]) for name in ("a", "b")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    cache = ReplyCache(path)
    assert all(cache.look_up(f"{name}/{n}") for name in ("a", "b") for n in range(50))
    cache.close()


GOLD = Prices(models={"m": Price(read=1000, written=2000)})


def spending(cache, prices=GOLD, **limits):
    return Spending(cache, Limits(**limits), prices)


def test_what_was_spent_is_counted_by_role_and_model(open_cache):
    account = spending(open_cache())
    for _ in range(2):
        account.open_call("user", "p:m")
        account.enter("user", "p:m", 1000, 500, estimated=False)
    account.open_call("judge", "q:other")
    account.enter("judge", "q:other", 3, 4, estimated=True)
    judge, user = account.lines()
    assert (user.calls, user.tokens_read, user.tokens_written, user.usd) == (2, 2000, 1000, 4.0)
    assert (judge.usd, judge.estimated, user.estimated) == (None, True, False)


@pytest.mark.parametrize(
    ("limits", "what", "used"),
    [({"calls": 2}, "calls", 2), ({"tokens": 30}, "tokens", 30), ({"usd": 0.04}, "usd", 0.04)],
)
def test_a_limit_is_reached_before_more_is_spent(open_cache, limits, what, used):
    account = spending(open_cache(), **limits)
    for _ in range(2):
        account.open_call("user", "p:m")
        account.enter("user", "p:m", 10, 5, estimated=False)
    with pytest.raises(LimitReached, match=f"raise limits.{what}") as caught:
        account.open_call("user", "p:m")
    assert (caught.value.what, caught.value.used) == (what, used)


def test_another_process_of_the_run_goes_on_counting(open_cache):
    spending(open_cache(), calls=1).open_call("user", "m")
    with pytest.raises(LimitReached):
        spending(open_cache(), calls=1).open_call("judge", "m")
    spending(open_cache(), calls=2).open_call("judge", "m")


@pytest.mark.parametrize("wrong", [{"usd": 0}, {"calls": 0}, {"at_once": 0}, {"dollars": 1}])
def test_impossible_limits_are_refused(wrong):
    with pytest.raises(ValidationError):
        Limits.model_validate(wrong)


def test_prices_come_dated_from_a_file(tmp_path):
    path = tmp_path / "prices.yaml"
    path.write_text("as_of: 2026-11-01\nmodels: {gpt-4o: {read: 2.5, written: 10}}\n")
    prices = load_prices(path, ["openai:gpt-4o"])
    assert prices.of("openai:gpt-4o").of(2_000_000, 100_000) == pytest.approx(6)
    assert prices.of("openai-compatible:gpt-4o@http://h/v1").read == 2.5
    with pytest.raises(Misuse, match="needs the price of 'openai:other'"):
        prices.check(["openai:gpt-4o", "openai:other"])


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("models: {a: {read: 1, written: 1}}", "say as_of"),
        ("as_of: 2026-11-01\nmodels: {a: {read: -1, written: 1}}", "no list of prices"),
        ("models: [", "no list of prices"),
    ],
)
def test_wrong_prices_are_bad_data(tmp_path, written, sentence):
    (tmp_path / "prices.yaml").write_text(written)
    with pytest.raises(BadData, match=sentence):
        load_prices(tmp_path / "prices.yaml", [])


def test_a_file_of_prices_that_is_not_there_is_said(tmp_path):
    with pytest.raises(BadData, match="there is no such file"):
        load_prices(tmp_path / "none.yaml", [])


class Clock:
    """Time that passes only in sleep."""

    def __init__(self):
        self.now, self.slept = 100.0, []

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@given(st.floats(0.5, 1000), st.integers(1, 30))
def test_calls_keep_to_an_even_row(rate, count):
    clock, starts = Clock(), []
    pacer = Pacer(per_second=rate, clock=lambda: clock.now, sleep=clock.sleep)
    for _ in range(count):
        with pacer.turn():
            starts.append(clock.now)
    assert starts[-1] - starts[0] == pytest.approx((count - 1) / rate)


def test_an_idle_pacer_saves_up_no_calls():
    clock = Clock()
    pacer = Pacer(per_second=1, clock=lambda: clock.now, sleep=clock.sleep)
    with pacer.turn():
        pass
    clock.now += 100
    for _ in range(2):
        with pacer.turn():
            pass
    assert clock.slept == [1.0]


def test_no_more_than_allowed_are_under_way_and_first_come_is_first_served():
    pacer, order, inside, most = Pacer(at_once=1), [], [], []
    gates = [threading.Event() for _ in range(4)]

    def call(number):
        with pacer.turn():
            inside.append(number)
            most.append(len(inside))
            order.append(number)
            gates[number].wait(10)
            inside.remove(number)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for number, thread in enumerate(threads):
        thread.start()
        while len(order) + len(pacer._waiting) <= number:
            threading.Event().wait(0.001)
    for gate in gates:
        gate.set()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3]
    assert max(most) == 1


def test_a_turn_is_given_back_when_its_call_fails():
    pacer = Pacer(at_once=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), pacer.turn():
            raise ZeroDivisionError
    assert pacer._under_way == 0
