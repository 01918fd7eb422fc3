"""Many lives side by side: a step a checkpoint, whoever lives them and in whatever order."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.errors import BadData, Misuse, RunFailed, UnknownName
from sim.life import Life, PersonaCard
from sim.moments import CheckpointReached, SessionHeld
from sim.plans import DomainScript, SessionPlan
from sim.population import Population
from sim.snapshots import Snapshot
from sim.timeline import live

START = datetime(2031, 1, 6)


def life(name: str, checkpoints: tuple[int, ...] = (10, 20, 30)) -> Life:
    plans = tuple(SessionPlan(f"gold:plan/{number}", "Hello.") for number in range(30))
    cooking = DomainScript("cooking", False, "high", one_offs=plans, mean_gap=2 * DAY)
    return Life(
        id=name,
        user_id=name,
        seed_path=(1, name),
        calendar=Calendar(START),
        persona=PersonaCard(name.title()),
        checkpoints=tuple(day * DAY for day in checkpoints),
        domains=(cooking,),
    )


def observe(what: Life) -> Iterator[Snapshot]:
    """How many sessions were held by each checkpoint, by living the life."""
    held = 0
    for moment in live(what, Cast()):
        held += isinstance(moment, SessionHeld)
        if isinstance(moment, CheckpointReached):
            yield {"sessions": held}


LIVES = [life("ada"), life("bo"), life("cy")]


def population(lives: list[Life] = LIVES, **more: Any) -> Population[Life]:
    return Population(lives, scalars=["sessions"], **more)


def rows(what: Population[Life]) -> list[tuple[int, str, Any]]:
    """(step, life, sessions) of all that was collected."""
    frame = what.datacollector.get_agent_vars_dataframe().reset_index()
    known = frame.astype(object).where(frame.notna(), None)
    return list(zip(known["Step"], known["life"], known["sessions"], strict=True))


def expected() -> list[tuple[int, str, Any]]:
    lived = {one.id: [None, *(snapshot["sessions"] for snapshot in observe(one))] for one in LIVES}
    return [(step, name, lived[name][step]) for step in range(4) for name in lived]


# --- stepping


def test_a_step_goes_to_the_next_checkpoint_of_every_life() -> None:
    people = population(observe=observe)
    assert (people.checkpoint, people.date, people.running) == (0, START, True)
    people.step()
    assert (people.checkpoint, people.date) == (1, datetime(2031, 1, 16))
    assert [user.life_id for user in people.agents] == ["ada", "bo", "cy"]
    assert [user.snapshot for user in people.agents] == [next(iter(observe(one))) for one in LIVES]


def test_what_is_collected_is_in_order_of_checkpoints_and_lives() -> None:
    people = population(observe=observe).run()
    assert rows(people) == expected()
    model = people.datacollector.get_model_vars_dataframe()
    assert list(model["checkpoint"]) == [0, 1, 2, 3]
    assert list(model["date"].dt.day) == [6, 16, 26, 5]


def test_one_closing_step_ends_the_model_and_changes_nothing() -> None:
    people = population(observe=observe)
    for _ in range(3):
        people.step()
    assert people.running
    people.step()
    assert (people.running, people.steps, people.checkpoint) == (False, 4, 3)
    assert rows(people) == expected()


def test_in_place_lives_are_lived_no_further_than_a_step_needs() -> None:
    left: list[str] = []

    def watch(what: Life) -> Iterator[Snapshot]:
        for snapshot in observe(what):
            left.append(what.id)
            yield snapshot

    people = population(observe=watch)
    assert left == []
    people.step()
    assert left == ["ada", "bo", "cy"]


def test_a_life_more_changes_no_other_row() -> None:
    more = population([*LIVES, life("dee")], observe=observe).run()
    assert [row for row in rows(more) if row[1] != "dee"] == expected()


def test_mesas_own_seed_has_no_influence() -> None:
    assert rows(population(observe=observe, seed=1).run()) == expected()


def test_the_date_of_a_checkpoint_is_when_the_last_life_has_come_to_it() -> None:
    early, late = life("ada", (1, 2)), life("bo", (1, 5))
    assert population([early, late]).dates == [datetime(2031, 1, 7), datetime(2031, 1, 11)]


# --- workers


def test_threads_give_what_one_place_gives() -> None:
    with ThreadPoolExecutor(2) as threads:
        assert rows(population(observe=observe, executor=threads).run()) == expected()


class Now(Executor):
    """A pool that is not of threads: a life is over before its snapshots are seen."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except RuntimeError as error:
            future.set_exception(error)
        return future


def test_workers_that_share_nothing_leave_the_snapshots_when_a_life_is_over() -> None:
    people = population(observe=observe, executor=Now())
    assert people.is_ready
    assert rows(people.run()) == expected()


def test_a_checkpoint_is_no_barrier() -> None:
    """Ada runs to the end of her life while Bo has not left his first snapshot."""
    ada_is_done, bo_may_go = Event(), Event()

    def wait(what: Life) -> Iterator[Snapshot]:
        if what.id == "bo":
            bo_may_go.wait(10)
        yield from observe(what)
        if what.id == "ada":
            ada_is_done.set()

    with ThreadPoolExecutor(2) as threads:
        people = population([life("ada"), life("bo")], observe=wait, executor=threads)
        assert ada_is_done.wait(10)
        assert not people.is_ready
        bo_may_go.set()
        people.run()
    assert [row for row in rows(people) if row[2] is not None] == [
        row for row in expected() if row[1] != "cy" and row[2] is not None
    ]


def fail_at_second(what: Life) -> Iterator[Snapshot]:
    yield {"sessions": 1}
    if what.id == "bo":
        raise RuntimeError("bo fell ill")
    yield {"sessions": 2}
    yield {"sessions": 3}


@pytest.mark.parametrize("pool", [None, Now])
def test_a_life_that_fails_fails_the_step_that_misses_it(pool: type[Executor] | None) -> None:
    people = population(observe=fail_at_second, executor=pool() if pool else None)
    with pytest.raises(RuntimeError, match="bo fell ill"):
        people.run()


def test_what_was_left_before_a_failure_is_collected() -> None:
    with ThreadPoolExecutor(1) as threads:
        people = population(observe=fail_at_second, executor=threads)
        people.step()
        with pytest.raises(RuntimeError, match="bo fell ill"):
            people.step()
    assert [row[2] for row in rows(people)] == [None] * 3 + [1] * 3


@pytest.mark.parametrize("pool", [None, Now, lambda: ThreadPoolExecutor(1)])
def test_a_life_that_leaves_too_few_snapshots_is_named(pool: Any) -> None:
    def stop(what: Life) -> Iterator[Snapshot]:
        yield {"sessions": 1}

    people = population(observe=stop, executor=pool() if pool else None)
    people.step()
    with pytest.raises(RunFailed, match="life 'ada' was over after 1 snapshots"):
        people.step()


def test_a_snapshot_of_other_figures_fails_whoever_brings_it() -> None:
    def other(what: Life) -> Iterator[Snapshot]:
        yield {"stored": 1}

    for pool in (None, Now(), ThreadPoolExecutor(1)):
        people = population(observe=other, executor=pool)
        with pytest.raises(Misuse, match="left a snapshot of"):
            people.step()


def test_a_cancelled_life_is_a_failure() -> None:
    class Cancelling(Now):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            return future

    with pytest.raises(RunFailed, match="cancelled"):
        population(observe=observe, executor=Cancelling()).step()


# --- fed from outside


def test_snapshots_may_be_brought_by_somebody_else_in_any_order() -> None:
    people = population()
    brought = [(one.id, list(observe(one))) for one in reversed(LIVES)]
    for name, snapshots in brought:
        for number, snapshot in enumerate(snapshots, 1):
            people.leave(name, number, snapshot)
    assert rows(people.run()) == expected()


def test_a_step_waits_for_the_life_that_is_late() -> None:
    people = population([life("ada"), life("bo")])
    people.leave("ada", 1, {"sessions": 4})
    assert not people.is_ready
    late = Thread(target=people.leave, args=("bo", 1, {"sessions": 5}))
    late.start()
    people.step()
    late.join()
    assert [user.snapshot["sessions"] for user in people.agents] == [4, 5]


def test_whoever_brings_snapshots_may_bring_a_failure() -> None:
    people = population([life("ada")])
    people.fail("ada", RunFailed("the worker is gone"))
    people.fail("ada", RunFailed("and so is the network"))
    assert people.is_ready
    with pytest.raises(RunFailed, match="the worker is gone"):
        people.step()


def test_snapshots_are_refused_out_of_turn_and_from_strangers() -> None:
    people = population([life("ada", (1, 2))])
    with pytest.raises(Misuse, match="cannot leave snapshot 2 out of turn: 1 is due"):
        people.leave("ada", 2, {"sessions": 1})
    people.leave("ada", 1, {"sessions": 1})
    with pytest.raises(Misuse, match="cannot leave snapshot 1 out of turn: 2 is due"):
        people.leave("ada", 1, {"sessions": 1})
    people.leave("ada", 2, {"sessions": 1})
    with pytest.raises(Misuse, match="after its last one, 2"):
        people.leave("ada", 3, {"sessions": 1})
    with pytest.raises(UnknownName, match="'adda': did you mean 'ada'"):
        people.leave("adda", 1, {"sessions": 1})


def test_lives_must_have_as_many_checkpoints_and_names_of_their_own() -> None:
    with pytest.raises(BadData, match="as many checkpoints each, found 2 and 3"):
        population([life("ada"), life("bo", (1, 2))])
    with pytest.raises(BadData, match="found no life at all"):
        population([])
    with pytest.raises(Misuse, match="same id"):
        population([life("ada"), replace(life("ada"), user_id="u2")])


# --- batch_run

SWEEP = """
from datetime import datetime
from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.life import Life, PersonaCard
from sim.moments import CheckpointReached, SessionHeld
from sim.plans import DomainScript, SessionPlan
from sim.population import Population
from sim.timeline import live


def life(seed, name):
    plans = tuple(SessionPlan(f"gold:plan/{number}", "Hello.") for number in range(30))
    cooking = DomainScript("cooking", False, "high", one_offs=plans, mean_gap=2 * DAY)
    return Life(name, name, (seed, name), Calendar(datetime(2031, 1, 6)), PersonaCard(name),
                (10 * DAY, 20 * DAY), (cooking,))


def observe(what):
    held = 0
    for moment in live(what, Cast()):
        held += isinstance(moment, SessionHeld)
        if isinstance(moment, CheckpointReached):
            yield {"sessions": held, "last_session": held and moment.at}


class Sweep(Population):
    def __init__(self, seed=0, people=2):
        lives = [life(seed, f"p{number}") for number in range(people)]
        super().__init__(lives, scalars=["sessions", "last_session"], observe=observe, seed=seed)
"""


@pytest.fixture
def sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A subclass in a module of its own, which spawned processes can import."""
    (tmp_path / "lifeworld_sweep.py").write_text(textwrap.dedent(SWEEP), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import lifeworld_sweep  # type: ignore[import-not-found]

    yield lifeworld_sweep.Sweep
    sys.modules.pop("lifeworld_sweep")


def run_batch(model: Any, **more: Any) -> list[dict[str, Any]]:
    import mesa

    found: list[dict[str, Any]] = mesa.batch_run(
        model, {"seed": [1, 2, 3], "people": 2}, display_progress=False, **more
    )
    return sorted(found, key=lambda row: (row["RunId"], row["Step"], row["AgentID"]))


def test_batch_run_gives_every_checkpoint_the_last_one_too(sweep: Any) -> None:
    found = run_batch(sweep, data_collection_period=1)
    assert len(found) == 3 * 3 * 2  # seeds, steps 0 to 2, people
    assert {(row["Step"], row["checkpoint"], row["date"].day) for row in found} == {
        (0, 0, 6),
        (1, 1, 16),
        (2, 2, 26),
    }
    assert all((row["sessions"] is None) == (row["Step"] == 0) for row in found)
    assert len({tuple(r["sessions"] for r in found if r["seed"] == seed) for seed in (1, 2, 3)}) > 1


def test_batch_run_without_a_period_gives_the_end(sweep: Any) -> None:
    assert {row["checkpoint"] for row in run_batch(sweep)} == {2}


def test_batch_run_on_two_processes_gives_the_same_rows(sweep: Any) -> None:
    alone = run_batch(sweep, data_collection_period=1)
    assert run_batch(sweep, data_collection_period=1, number_processes=2) == alone


def test_a_pool_of_processes_may_live_the_lives(sweep: Any) -> None:
    import lifeworld_sweep

    lives = [lifeworld_sweep.life(1, name) for name in ("p0", "p1")]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        people: Population[Life] = Population(
            lives,
            scalars=["sessions", "last_session"],
            observe=lifeworld_sweep.observe,
            executor=processes,
        ).run()
    alone = sweep(seed=1).run()
    assert people.datacollector._agent_records == alone.datacollector._agent_records
