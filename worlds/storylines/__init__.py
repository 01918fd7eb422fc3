"""What happens in a person's world over a life, and what will be asked about it."""

from worlds.storylines.options import StorylineOptions
from worlds.storylines.standalone import episode
from worlds.storylines.storyline import storyline

__all__ = ["StorylineOptions", "episode", "storyline"]
