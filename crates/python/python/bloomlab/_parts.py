"""What the set bits of each part of a filter tell, and the bits themselves."""

from __future__ import annotations

from typing import Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import Scheme, answered, integers, one, parts
from ._filters import _distinct
from ._observations import Observed

Raw = Union[bytes, bytearray, memoryview, NDArray[np.uint8]]


def observe_fills(
    bits: int, fills: ArrayLike, hashes: int, *, scheme: Scheme, block_bits: int | None = None,
    word_bits: int | None = None, level: float = 0.99,
) -> Observed[int, float]:
    """How many items a filter holds, and its rate, from the set bits of each block, word or slice.

    Parameters
    ----------
    bits, hashes, block_bits, word_bits
        As for :func:`rate`; one filter.
    fills : array_like of int
        The set bits of each part, in one dimension: as many as the filter has parts.
    scheme : {"blocked", "split-block", "partitioned"}
        How positions are derived.
    level : float, default 0.99
        As for :func:`observe`.

    Returns
    -------
    Observed
        As of :func:`observe`, with the rate given the bits.

    Raises
    ------
    TypeError, ValueError
        As for :func:`observe`; more or fewer fills than parts, and schemes without such parts.

    Notes
    -----
    The rate is exact; the interval is a bound, as of :func:`observe`.

    Examples
    --------
    >>> import bloomlab
    >>> found = bloomlab.observe_fills(128, [32, 8], 2, scheme="blocked", block_bits=64)
    >>> found.rate, found.naive_rate
    (0.1328125, 0.09765625)
    """
    given = _named(scheme, block_bits, word_bits)
    counts = integers("fills", fills)
    if counts.ndim != 1:
        raise TypeError(f"fills of shape {counts.shape}: needs one dimension")
    shape, confidence = (one("bits", bits), one("hashes", hashes)), one("level", level, real=True)
    return Observed(*answered(lambda: _native.observation(shape, given, False, confidence, counts, None)))


def observe_raw(
    bits: int, raw: Raw, hashes: int, *, scheme: Scheme = "independent", block_bits: int | None = None,
    word_bits: int | None = None, level: float = 0.99, without_replacement: bool = False,
) -> Observed[int, float]:
    """How many items a filter holds, and its rate, from its bits.

    Parameters
    ----------
    bits, hashes, scheme, block_bits, word_bits, without_replacement
        As for :func:`rate`; one filter.
    raw : bytes or array of uint8
        The bits, eight in a byte, the first one least, as ``numpy.packbits(table, bitorder="little")`` gives them.
    level : float, default 0.99
        As for :func:`observe`.

    Returns
    -------
    Observed
        As of :func:`observe`, with the rate given the bits.

    Raises
    ------
    TypeError, ValueError
        As for :func:`observe`; more or fewer bytes than ``bits`` needs, and bits set beyond them.

    Notes
    -----
    The rate is exact. Under double hashing and its variants every step is tried: with seven
    hash functions, more than about 80,000 bits take too long.

    Examples
    --------
    >>> import bloomlab
    >>> [bloomlab.observe_raw(4, raw, 3, scheme="double").rate for raw in (b"\\x03", b"\\x05")]
    [0.125, 0.25]
    """
    given = _named(scheme, block_bits, word_bits)
    distinct = _distinct(without_replacement, scheme, None)
    if isinstance(raw, (bytes, bytearray, memoryview)):
        table = np.frombuffer(raw, dtype=np.uint8)
    elif isinstance(raw, np.ndarray) and raw.dtype == np.uint8 and raw.ndim == 1:
        table = raw
    else:
        raise TypeError(f"raw of type {type(raw).__name__}: needs bytes, or an array of uint8 in one dimension")
    shape, confidence = (one("bits", bits), one("hashes", hashes)), one("level", level, real=True)
    return Observed(*answered(lambda: _native.observation(shape, given, distinct, confidence, None, table)))


def _named(scheme: str, block_bits: int | None, word_bits: int | None) -> str:
    given = [one(name, value) for name, value in parts(scheme, block_bits, word_bits).items() if value is not None]
    return f"{scheme}:{given[0]}" if given else scheme
