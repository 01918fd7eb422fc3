"""Published figures of the papers whose protocols are carried out here."""

from experiments.published.figures import Published, PublishedTable, load, names, rows

__all__ = ["Published", "PublishedTable", "load", "names", "rows"]
