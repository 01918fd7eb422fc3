"""Which tables a run has, their columns and what a row is sorted by. Imports nothing heavy.

Types are those of Arrow, except that dates are ISO 8601 strings of simulated local time. Any
column may hold nulls: a null is "not known" or "not defined", never a zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

STAGES = ("expressed", "stored", "kept", "retrieved", "used")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table in order, and the first of them that its rows are sorted by."""

    row: str  # what a row is
    types: Mapping[str, str]
    keys: tuple[str, ...]


def _columns(row: str, written: str, keys: int) -> Columns:
    """``name`` is a string, ``name:int64`` is of another type; the first ``keys`` are the key."""
    pairs = [each.partition(":") for each in written.split()]
    types = {name: kind or "string" for name, _, kind in pairs}
    return Columns(row, types, tuple(types)[:keys])


TABLES: Mapping[str, Columns] = {
    "lives": _columns(
        "a life",
        "life user persona world started_at months:int64 sessions:int64 turns:int64 shifts:int64 "
        "failed:bool",
        1,
    ),
    "sessions": _columns(
        "a conversation; policy is the trial whose memory the assistant had, or empty",
        "life policy session at_day:int64 started_at ended_at period:int64 source domain project "
        "topic long_horizon:bool turns:int64 tokens:int64 told:int64 untold:int64 end_reason",
        3,
    ),
    "writes": _columns(
        "a session in a trial: what the gate decided and what the store holds afterwards",
        "life trial session stored:bool wanted:bool added:int64 removed:int64 evicted:int64 "
        "entries:int64 tokens:int64",
        3,
    ),
    "probes": _columns(
        "a question in a trial",
        "life trial probe study kind phase hop:int64 entities asked_at question expected answer "
        "correct:bool score:float64 partial:float64 credited:bool lost_at expressed:float64 "
        "stored:float64 kept:float64 retrieved:float64 used:float64 context_tokens:int64 why "
        "failure",
        3,
    ),
    "scores": _columns(
        "a measure of a trial, over all lives",
        "trial gate backend budget reader study kind measure asked:int64 answered:int64 "
        "scored:int64 failed:int64 mean:float64 low:float64 high:float64",
        8,
    ),
    "comparisons": _columns(
        "two trials on the same lives, the better one first; p is two-sided, p_holm corrected for "
        "all pairs of the study",
        "study trial other measure lives:int64 difference:float64 low:float64 high:float64 "
        "p:float64 p_holm:float64",
        3,
    ),
    "funnel": _columns(
        "a role of needed evidence in a trial: how many pieces reached each stage",
        "trial study kind role evidence:int64 expressed:int64 stored:int64 kept:int64 "
        "retrieved:int64 used:int64",
        4,
    ),
    "gating": _columns(
        "a trial's gate in a period of the lives; long-horizon sessions are the positives",
        "trial gate period decided:int64 tp:int64 fp:int64 tn:int64 fn:int64 precision:float64 "
        "recall:float64 f1:float64 fnr:float64 fpr:float64 f1_low:float64 f1_high:float64",
        3,
    ),
    "retention": _columns(
        "a kind of fact in a trial, in a month of the lives",
        "trial kind month:int64 facts:int64 required:int64 present:int64 rate:float64 low:float64 "
        "high:float64",
        3,
    ),
    "shift": _columns(
        "a trial's decisions about a group of domains, so many sessions from a shift; offset 0 is "
        "about recovery",
        "trial gate group offset:int64 decided:int64 right:int64 accuracy:float64 low:float64 "
        "high:float64 sessions:float64 sessions_low:float64 sessions_high:float64",
        4,
    ),
    "gap": _columns(
        "the share of what the oracle gate gains in retention over storing everything",
        "trial gate backend budget period rate:float64 universal:float64 oracle:float64 "
        "share:float64 low:float64 high:float64",
        5,
    ),
    "costs": _columns(
        "a role in a phase of a trial; the trial is empty where a call served all of them",
        "trial role phase player calls:int64 tokens_read:int64 tokens_written:int64 estimated:bool "
        "usd:float64",
        4,
    ),
    "stages": _columns(
        "what a life costs a trial on average: a stage is ingest, retrieve or answer",
        "trial stage lives:int64 calls:float64 tokens_read:float64 tokens_written:float64 "
        "estimated:bool usd:float64",
        2,
    ),
    "failures": _columns("something that should have given a result and did not",
                         "life trial where why raw", 4),
    "population": _columns(
        "a life in a trial at a checkpoint",
        "checkpoint:int64 date life trial sessions:int64 stored:int64 entries:int64",
        4,
    ),
    "timings": _columns(
        "work on the wall clock and how often; the only table that differs from run to run",
        "what life trial times:int64 seconds:float64",
        3,
    ),
}  # fmt: skip
