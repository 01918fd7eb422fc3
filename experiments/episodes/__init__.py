"""Stand-alone episodes (MEME): a source of lives in which only a world and filler take part."""

from experiments.episodes.compose import compose, keywords, names
from experiments.episodes.preparing import prepare, recall

__all__ = ["compose", "keywords", "names", "prepare", "recall"]
