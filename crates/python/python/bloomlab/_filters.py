"""The false-positive rate of one Bloom filter, and of filters from which items can be deleted."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Generic, Literal, NamedTuple, TypeVar, Unpack, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import A, DeletableKind, Errors, Hashing, Integers, N, Number, Reals, Scheme, Settings, X, ask, choice, flag, one, parts

D = TypeVar("D", Decimal, NDArray[np.object_])
Formula = Literal["classic", "classic-limit", "bloom-1970"]


class Certified(NamedTuple, Generic[D]):
    """A number to a stated count of significant digits, all of them right."""

    value: D  #: The number rounded to nearest.
    lower: D  #: A decimal that the number is not below.
    upper: D  #: A decimal that the number is not above.


class DeletionRates(NamedTuple, Generic[N, X]):
    """How often items can be deleted, and what that does to the rate."""

    cells: N  #: C, the cells that the memory holds.
    deletability: X  #: The probability that a stored item can be deleted, with n + r items stored.
    rate: X  #: The false-positive rate with n + r items stored.
    rate_after_deletions: X  #: The false-positive rate when r of them were deleted, as far as they could be.


class _Drawn(Hashing[A], Generic[A], total=False):
    stride: A | None
    hash_bits: A | None
    without_replacement: bool


class _By(Settings, total=False):
    formula: Formula


class _Observed(Settings, total=False):
    without_replacement: bool


class _Deleting(Settings, Generic[A], total=False):
    kind: DeletableKind
    deleted: A
    region_bits: A | None


@overload
def rate(bits: Number, items: Number, hashes: Number, **how: Unpack[_Drawn[Number]]) -> float: ...
@overload
def rate(bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, **how: Unpack[_Drawn[ArrayLike]]) -> Reals: ...
def rate(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, *, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, stride: ArrayLike | None = None,
    hash_bits: ArrayLike | None = None, without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """The exact false-positive rate of a Bloom filter.

    Parameters
    ----------
    bits, items, hashes : array_like of int
        m, the bits of the filter; n, the items that it holds; k, the hash functions. All numbers broadcast against each
        other. Domain: 1 ≤ m, 0 ≤ n, 1 ≤ k ≤ 512; m, n and kn at most 2^63 − 1.
    scheme : str, default "independent"
        How the k positions of an item are derived, one of :data:`SCHEMES`. Double hashing and its kin need k ≤ 20;
        ``double-nonzero`` m ≥ 2, ``double-odd`` an even m, ``enhanced`` m ≤ 2^18, ``triple`` m ≤ 128, ``km-partition`` a
        multiple of k, ``partitioned`` k ≤ m.
    block_bits, word_bits : array_like of int, optional
        With ``blocked`` and its kin, the bits of a block (512 where not given), which divide m; with ``split-block``, the
        bits of a word (32), k of which divide m; with ``overlapping``, the bits of a word (64).
    stride : array_like of int, optional
        With ``overlapping``, the bits from the start of a word to that of the next (8), as Boost.Bloom's ``Stride``, which
        divide those of a word; m is one word and a multiple of them.
    hash_bits : array_like of int, optional
        The bits of the one hash that all positions of an item come from, 1 to 256; without them, two items never have the
        same hash.
    without_replacement : bool, default False
        The k positions of an item are distinct; for independent positions only.
    errors : {"raise", "nan"}, default "raise"
        What an element without an answer does: it raises ``ValueError``, or its rate is NaN.

    Returns
    -------
    float or ndarray of float64
        A probability. For independent positions and rates above 1e-290 its relative error is below 1e-12 for k ≤ 60, and
        below 1e-11 for more; below 1e-12 for other schemes with k ≤ 10, below 1e-7 beyond.

    Notes
    -----
    Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter* (2010), eq. 17, by a route
    with positive terms only; other schemes by the theorem of the Rust crate ``bloomlab-formulas``.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.rate(32, 4, 5), 6)
    0.025222
    >>> bloomlab.rate(1024, [51, 102], 7, scheme="double").round(6)
    array([0.000772, 0.009417])
    >>> round(bloomlab.rate(80056, 10000, 5, scheme="overlapping"), 5)   # Boost.Bloom: block<uint64_t, 5>, stride 1
    0.03047
    """
    numbers = {"bits": bits, "items": items, "hashes": hashes, "hash_bits": hash_bits} | parts(scheme, block_bits, word_bits, stride)
    distinct = distinct_positions(without_replacement, scheme, hash_bits)
    return ask(_native.rates, errors, numbers, scheme=scheme, without_replacement=distinct)[0]


@overload
def certified_rate(
    bits: Number, items: Number, hashes: Number, digits: int = 30, **how: Unpack[_Drawn[Number]]
) -> Certified[Decimal]: ...
@overload
def certified_rate(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, digits: int = 30, **how: Unpack[_Drawn[ArrayLike]]
) -> Certified[NDArray[np.object_]]: ...
def certified_rate(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, digits: int = 30, *, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, stride: ArrayLike | None = None,
    hash_bits: ArrayLike | None = None, without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """The rate of :func:`rate`, to ``digits`` significant digits that are all right.

    Needs a package built with the feature ``exact`` (:data:`EXACT` says whether it is), else raises ``NotImplementedError``.

    Parameters
    ----------
    bits, items, hashes, scheme, block_bits, word_bits, stride, hash_bits, without_replacement, errors
        As for :func:`rate`.
    digits : int, default 30
        Significant digits, 1 to 10,000.

    Returns
    -------
    Certified
        ``value``, ``lower`` and ``upper``: ``decimal.Decimal`` for scalars, else arrays of them.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.certified_rate(2**40, 2**36, 11).value  # doctest: +SKIP
    Decimal('0.000458710730823293902437327234491')
    """
    if not _native.EXACT:
        raise NotImplementedError(
            "certified digits need a package built with the feature exact: "
            "pip install ./crates/python --config-settings=build-args='--features exact'"
        )
    digits = one("digits", digits)
    if not 1 <= digits <= 10_000:
        raise ValueError(f"digits = {digits} is out of domain: needs 1 ≤ digits ≤ 10000")
    numbers = {"bits": bits, "items": items, "hashes": hashes, "hash_bits": hash_bits} | parts(scheme, block_bits, word_bits, stride)
    distinct = distinct_positions(without_replacement, scheme, hash_bits)
    found = ask(_native.certified_rates, errors, numbers, scheme=scheme, without_replacement=distinct, digits=digits)
    return Certified(*map(np.frompyfunc(Decimal, 1, 1), found))


@overload
def classic_rate(bits: Number, items: Number, hashes: Number, **how: Unpack[_By]) -> float: ...
@overload
def classic_rate(bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, **how: Unpack[_By]) -> Reals: ...
def classic_rate(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, *, formula: Formula = "classic", errors: Errors = "raise"
) -> Any:
    """The formulas that are often taken for the rate of :func:`rate`.

    Parameters
    ----------
    bits, items, hashes, errors
        As for :func:`rate`.
    formula : {"classic", "classic-limit", "bloom-1970"}, default "classic"
        (1 − (1 − 1/m)^(kn))^k; its limit for many bits, (1 − e^(−kn/m))^k; or Bloom's own, (1 − (1 − k/m)^n)^k, which needs
        k ≤ m. The classic formula is never above the exact rate.

    Returns
    -------
    float or ndarray of float64
        The approximation, with a relative error below 1e-12 as a value of its formula.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.classic_rate(32, 4, 5), 6)
    0.022947
    """
    choice("formula", formula, get_args(Formula))
    return ask(_native.classic_rates, errors, {"bits": bits, "items": items, "hashes": hashes}, formula=formula)[0]


@overload
def observed_rate(bits: Number, bits_set: Number, hashes: Number, **how: Unpack[_Observed]) -> float: ...
@overload
def observed_rate(bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, **how: Unpack[_Observed]) -> Reals: ...
def observed_rate(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, *, without_replacement: bool = False, errors: Errors = "raise"
) -> Any:
    """The false-positive rate of a filter whose set bits were counted.

    Parameters
    ----------
    bits, hashes, without_replacement, errors
        As for :func:`rate`.
    bits_set : array_like of int
        s, the bits that are set, 0 to m.

    Returns
    -------
    float or ndarray of float64
        A probability: (s/m)^k, without replacement C(s, k)/C(m, k). It is that of this filter, not of a mean one.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.observed_rate(1024, 512, 7)
    0.0078125
    """
    numbers, distinct = {"bits": bits, "bits_set": bits_set, "hashes": hashes}, flag("without_replacement", without_replacement)
    return ask(_native.observed_rates, errors, numbers, without_replacement=distinct)[0]


@overload
def deletion_rates(
    bits: Number, items: Number, hashes: Number, **how: Unpack[_Deleting[Number]]
) -> DeletionRates[int, float]: ...
@overload
def deletion_rates(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, **how: Unpack[_Deleting[ArrayLike]]
) -> DeletionRates[Integers, Reals]: ...
def deletion_rates(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, *, kind: DeletableKind = "dfp", deleted: ArrayLike = 0,
    region_bits: ArrayLike | None = None, errors: Errors = "raise",
) -> Any:
    """How often an item can be deleted, and the false-positive rate before and after deletions.

    Parameters
    ----------
    bits, items, hashes, deleted : array_like of int
        m, the bits of memory, which hold at least one cell; n, the items in the filter at the end, at least 1; k, the hash
        functions, 1 to 32; r, the items inserted and then deleted. Domain: m and k(n + r) at most 2^63 − 1.
    kind : str, default "dfp"
        ``dfp``, two-bit fingerprints; ``tbf``, ternary cells of two bits; ``tbf-packed``, ternary cells, five to a byte;
        ``qbf``, quaternary cells; ``dlbf``, regions with a collision bitmap.
    region_bits : array_like of int, optional
        The bits of a region, 1 to 1024; for ``dlbf``, which needs it, and no other.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    DeletionRates
        Probabilities, exact for the filter as built, in double precision.

    Notes
    -----
    Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*, by the exact forms
    of the Rust crate ``bloomlab-deletable``.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.deletion_rates(2**18, 2**14, 4, deleted=3000).deletability, 6)
    0.960248
    """
    choice("kind", kind, get_args(DeletableKind))
    if (region_bits is None) == (kind == "dlbf"):
        needed = "needs region_bits" if kind == "dlbf" else "region_bits needs kind = 'dlbf'"
        raise ValueError(f"kind = {kind!r}: {needed}")
    numbers = {"bits": bits, "items": items, "hashes": hashes, "deleted": deleted, "region_bits": region_bits}
    return DeletionRates(*ask(_native.deletion_rates, errors, numbers, kind=kind))


def distinct_positions(without_replacement: bool, scheme: str, hash_bits: ArrayLike | None = None) -> bool:
    """True if positions are distinct, which those of a scheme are not."""
    distinct = flag("without_replacement", without_replacement)
    if distinct and (scheme != "independent" or hash_bits is not None):
        other = "hash_bits" if scheme == "independent" else f"scheme = {scheme!r}"
        raise ValueError(f"without_replacement is not for {other}: needs scheme = 'independent' alone")
    return distinct
