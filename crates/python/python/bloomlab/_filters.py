"""One Bloom filter: its rate, and the smallest for a rate."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import Batch, flag, one, real, whole
from ._schemes import part_bits


class Size(NamedTuple):
    """The smallest filter that keeps a target: what :func:`size` answers."""

    #: m, in bits.
    bits: Any
    #: k.
    hashes: Any
    #: The exact false-positive rate with the items stored, at most the target.
    rate: Any


class Certified(NamedTuple):
    """A number to a stated count of significant digits, all of them right: what :func:`certified_rate` answers."""

    #: The number rounded to nearest, as text.
    text: str
    #: The same as a ``decimal.Decimal``, which holds every digit.
    value: Decimal
    #: A decimal that the number is not below.
    lower: Decimal
    #: A decimal that the number is not above.
    upper: Decimal


def rate(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    *,
    scheme: str = "independent",
    block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None,
    without_replacement: bool = False,
) -> Any:
    """The exact false-positive rate of a Bloom filter.

    Parameters
    ----------
    bits, items, hashes : whole numbers or arrays of them
        m, the bits of the filter; n, the items that it holds; k, the hash functions. They broadcast against each other. Domain:
        1 ≤ m, 0 ≤ n, 1 ≤ k ≤ 512; m, n and kn at most 2^63 − 1.
    scheme : str
        How the k positions of an item are derived, one of :data:`SCHEMES`. Double hashing and its kin need k ≤ 20;
        ``double-nonzero`` m ≥ 2, ``double-odd`` an even m, ``enhanced`` m ≤ 2^18, ``triple`` m ≤ 128, ``km-partition`` a
        multiple of k, ``partitioned`` k ≤ m.
    block_bits, word_bits : whole numbers or arrays, optional
        With ``blocked``, the bits of a block (512 where not given), which divide m; with ``split-block``, the bits of a word
        (32), k of which divide m.
    without_replacement : bool
        The k positions of an item are distinct; for independent positions only.

    Returns
    -------
    float, or an array of float64 of the broadcast shape
        A probability. For independent positions and rates above 1e-290 its relative error is below 1e-12 for k ≤ 60, and below
        1e-11 for more; below 1e-12 for other schemes with k ≤ 10, below 1e-7 beyond.

    Raises
    ------
    ValueError
        Parameters out of domain or of another type, by name, with the index of the first in an array; arrays with masked values;
        what takes longer than some seconds.

    Notes
    -----
    Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter* (2010), eq. 17, by a route with
    positive terms only; other schemes by the theorem of the Rust crate ``bloomlab-schemes``.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.rate(32, 4, 5), 6)
    0.025222
    >>> bloomlab.rate(1024, [51, 102], 7, scheme="double").round(6)
    array([0.000772, 0.009417])
    """
    if flag("without_replacement", without_replacement) and scheme != "independent":
        raise ValueError(f"without_replacement is not for scheme = {scheme!r}: needs scheme = 'independent'")
    batch, part = _filters(bits, items, hashes, scheme, block_bits, word_bits)
    arrays = batch["bits"], batch["items"], batch["hashes"]
    return batch.shaped(batch.ask(lambda: _native.rates(arrays, scheme, part, without_replacement)), np.float64)


def certified_rate(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    digits: int = 30,
    *,
    scheme: str = "independent",
    block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None,
) -> Any:
    """The rate of :func:`rate`, to ``digits`` significant digits that are all right.

    Needs a package built with the feature ``exact`` (:data:`EXACT` tells), which contains GMP and MPFR.

    Parameters
    ----------
    bits, items, hashes, scheme, block_bits, word_bits
        As for :func:`rate`, k up to some ten thousand.
    digits : int
        Significant digits, 1 to 10,000.

    Returns
    -------
    Certified, or an array of them of the broadcast shape
        The rate as text and as ``decimal.Decimal``, with decimals that enclose it.

    Raises
    ------
    NotImplementedError
        The package was built without ``exact``.
    ValueError
        As for :func:`rate`; digits that a million bits of precision do not give.

    Notes
    -----
    Christensen, Roginsky, Jimeno (2010), eq. 17, by inclusion–exclusion in enclosures of rising precision.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.certified_rate(2**40, 2**36, 11).text  # doctest: +SKIP
    '0.000458710730823293902437327234491'
    """
    if not _native.EXACT:
        raise NotImplementedError(
            "certified digits need a package built with the feature exact: "
            "pip install ./crates/python --config-settings=build-args='--features exact'"
        )
    digits = one("digits", whole("digits", digits))
    if not 1 <= digits <= 10_000:
        raise ValueError(f"digits = {digits} is out of domain: needs 1 ≤ digits ≤ 10000")
    batch, part = _filters(bits, items, hashes, scheme, block_bits, word_bits)
    arrays = batch["bits"], batch["items"], batch["hashes"]
    answers = np.empty(len(arrays[0]), dtype=object)
    found = batch.ask(lambda: _native.certified_rates(arrays, digits, scheme, part))
    for index, (text, lower, upper) in enumerate(found):
        answers[index] = Certified(text, Decimal(text), Decimal(lower), Decimal(upper))
    return answers.reshape(batch.shape)[()]


def size(
    items: ArrayLike,
    target: ArrayLike,
    *,
    scheme: str = "independent",
    block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None,
    power_of_two: bool = False,
) -> Size:
    """The fewest bits, over all numbers of hash functions, that keep a false-positive rate.

    Parameters
    ----------
    items : whole numbers or an array of them
        n, the items to be stored.
    target : real numbers or an array of them
        P, the rate that must not be exceeded, 0 < P < 1. The two broadcast against each other.
    scheme, block_bits, word_bits
        As for :func:`rate`. Under double hashing the rate may rise from one number of bits to the next: that no smaller filter
        keeps the target is then observed, not proved.
    power_of_two : bool
        Only powers of two.

    Returns
    -------
    Size
        ``bits``, ``hashes`` and ``rate``: numbers for scalars, else arrays of the broadcast shape (int64, int64, float64). Of
        several k with as many bits, the one with the lowest rate. A rate within 1e-12 of the target (other schemes: within the
        error of :func:`rate`) may be taken for either side.

    Raises
    ------
    ValueError
        A target out of domain, items that no filter within the domain of the scheme keeps at the target, or a search that takes
        longer than some seconds.

    Notes
    -----
    Rates are those of :func:`rate`.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.size(20, 0.001)[:2]
    (291, 10)
    """
    part, power_of_two = part_bits(scheme, block_bits, word_bits), flag("power_of_two", power_of_two)
    batch = Batch(items=whole("items", items), target=real("target", target), **part)
    goals, part_array = (batch["items"], batch["target"]), batch["part_bits"] if part else None
    found = batch.ask(lambda: _native.sizes(goals, scheme, part_array, power_of_two))
    return Size(*batch.columns(found, (np.int64, np.int64, np.float64)))


def _filters(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    scheme: str,
    block_bits: ArrayLike | None,
    word_bits: ArrayLike | None,
) -> tuple[Batch, NDArray[np.uint64] | None]:
    part = part_bits(scheme, block_bits, word_bits)
    batch = Batch(bits=whole("bits", bits), items=whole("items", items), hashes=whole("hashes", hashes), **part)
    return batch, batch["part_bits"] if part else None
