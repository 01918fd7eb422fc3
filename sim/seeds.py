"""Random streams by name path: adding a user, a domain or a backend disturbs nobody else.

A stream belongs to a path such as ``(7, "life", "ada", "user")``. The path is hashed with
sha256 into a ``numpy.random.SeedSequence``; neither the order in which streams are made nor the
number of others has any influence. One stream a purpose, so that one draw more in one place
shifts nothing in another.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.random import PCG64, Generator, SeedSequence

Part = str | int


def path_name(*path: Part) -> str:
    """The path as one string; a slash inside a part cannot be taken for a border.

    >>> path_name(7, "life", "a/b")
    '7/life/a%2Fb'
    """
    return "/".join(str(part).replace("%", "%25").replace("/", "%2F") for part in path)


def sequence(*path: Part) -> SeedSequence:
    """The seed sequence of a path: 256 bits of its sha256 as eight 32-bit words.

    >>> sequence(7, "life").entropy == sequence(7, "life").entropy
    True
    """
    digest = hashlib.sha256(path_name(*path).encode()).digest()
    return SeedSequence([int(word) for word in np.frombuffer(digest, dtype="<u4")])


def stream(*path: Part) -> Generator:
    """A fresh generator for a path.

    >>> int(stream(7, "dice").integers(1000)) == int(stream(7, "dice").integers(1000))
    True
    """
    return Generator(PCG64(sequence(*path)))


def token(*path: Part, length: int = 8) -> str:
    """A short hexadecimal name that gives nothing away about the path it stands for.

    >>> token(7, "life", "ada") == token(7, "life", "ada"), len(token(7, "x", length=6))
    (True, 6)
    """
    return hashlib.sha256(path_name(*path).encode()).hexdigest()[:length]
