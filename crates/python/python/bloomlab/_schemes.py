"""Hashing schemes by name, with the bits of a block or of a word."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import text, whole

#: The names of all hashing schemes.
SCHEMES: tuple[str, ...] = tuple(_native.schemes())


def part_bits(
    scheme: str, block_bits: ArrayLike | None, word_bits: ArrayLike | None
) -> dict[str, NDArray[np.uint64]]:
    """The bits of a block or of a word, where they were given, as a further argument to broadcast."""
    text("scheme", scheme)
    for name, value, needed in (("block_bits", block_bits, "blocked"), ("word_bits", word_bits, "split-block")):
        if value is None:
            continue
        if scheme != needed:
            raise ValueError(f"{name} is not for scheme = {scheme!r}: needs scheme = {needed!r}")
        return {"part_bits": whole(name, value)}
    return {}
