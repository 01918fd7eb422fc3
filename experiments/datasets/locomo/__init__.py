"""LoCoMo: ten very long conversations between two people, with questions (Maharana et al. 2024)."""

from experiments.datasets.importers import Format
from experiments.datasets.locomo.categories import CATEGORIES
from experiments.datasets.locomo.reading import read

FORMAT = Format(
    name="locomo",
    purpose="LoCoMo's locomo10.json, or a folder of one file a conversation",
    licence="CC BY-NC 4.0 (LoCoMo, Maharana et al. 2024): not for commercial use",
    kinds={category.kind: category.meaning for category in CATEGORIES.values()},
    unranked=tuple(c.kind for c in CATEGORIES.values() if c.unranked),
    read=read,
)

__all__ = ["FORMAT", "read"]
