"""Judging by rule: is an answer right, exactly as strictly as a study's protocol says."""

from sim.judging.kinds import JUDGES, judge_by_rule, judge_for
from sim.judging.rule import Rule
from sim.judging.staleness import is_stale

__all__ = ["JUDGES", "Rule", "is_stale", "judge_by_rule", "judge_for"]
