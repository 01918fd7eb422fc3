"""Result tables, made from journals and verdicts: one small module each, one parquet file each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.tables.catalogue import TABLES, Columns

if TYPE_CHECKING:
    from experiments.tables.making import build

__all__ = ["TABLES", "Columns", "build"]


def __getattr__(name: str) -> object:
    """Import what reads journals and writes parquet only when it is used."""
    if name != "build":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module("experiments.tables.making").build
