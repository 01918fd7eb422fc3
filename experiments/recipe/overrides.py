"""Overrides: ``lives.months=9`` changes one place of a recipe before it is checked."""

from __future__ import annotations

from typing import Any

from sim.errors import Misuse


def override(given: dict[str, Any], written: str, where: str) -> dict[str, Any]:
    """The recipe with one place changed; the value is read as YAML, list places are numbers.

    >>> override({"lives": {"months": 6}}, "lives.months=9", "recipe")
    {'lives': {'months': 9}}
    >>> override({"trials": [{"backend": "bm25"}]}, "trials.0.budget=60", "recipe")
    {'trials': [{'backend': 'bm25', 'budget': 60}]}

    Raises Misuse when it has no ``=``, no YAML value, or leads into something without parts. A key
    that no recipe has is refused later, with the nearest right one.
    """
    path, sign, value = written.partition("=")
    if not sign or not path.strip():
        raise Misuse(f"override {written!r} has no value: write it as a.b=c")
    parts = path.strip().split(".")
    changed = _set(given, parts, _value(value, written), f"{where}, override {written!r}")
    return dict(changed)


def _value(value: str, written: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(value)
    except (yaml.YAMLError, ValueError) as error:  # ValueError: 30 February is no date
        raise Misuse(f"override {written!r}: {value!r} is no YAML value") from error


def _set(inside: Any, parts: list[str], value: Any, where: str) -> Any:
    """A copy of ``inside`` with the place that ``parts`` lead to changed."""
    if not parts:
        return value
    first, *rest = parts
    if inside is None:
        inside = {}
    if isinstance(inside, list | tuple):
        at = _place(first, len(inside), where)
        return [*inside[:at], _set(inside[at], rest, value, where), *inside[at + 1 :]]
    if isinstance(inside, dict):
        return {**inside, first: _set(inside.get(first), rest, value, where)}
    raise Misuse(f"{where}: {inside!r} has no parts, {first!r} leads nowhere")


def _place(part: str, length: int, where: str) -> int:
    if part.isdecimal() and int(part) < length:
        return int(part)
    if not length:
        raise Misuse(f"{where}: this list is empty, {part!r} leads nowhere: give the whole list")
    raise Misuse(
        f"{where}: this is a list, say which of its items, 0 to {length - 1}, not {part!r}"
    )
