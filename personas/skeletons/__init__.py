"""Life skeletons: what a persona's life has in store, written from domain packs."""

from personas.skeletons.options import ShiftOptions, SkeletonOptions
from personas.skeletons.skeleton import Skeleton
from personas.skeletons.write import skeleton

__all__ = ["ShiftOptions", "Skeleton", "SkeletonOptions", "skeleton"]
