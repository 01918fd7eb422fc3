"""The lines of a journal: every kind of record, built in one place, ready for JSON.

Keys come in a fixed order and values in plain types, so equal runs write equal bytes.
"""

from experiments.recording.course import (
    LIFE,
    SCHEMA,
    life_record,
    moment_record,
    session_record,
    skip_record,
)
from experiments.recording.trials import (
    answer_record,
    failure_record,
    probe_record,
    usage_records,
    write_record,
)

__all__ = [
    "LIFE",
    "SCHEMA",
    "answer_record",
    "failure_record",
    "life_record",
    "moment_record",
    "probe_record",
    "session_record",
    "skip_record",
    "usage_records",
    "write_record",
]
