"""The false-positive rate of one Bloom filter."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Generic, Literal, NamedTuple, TypeVar, Unpack, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import A, Errors, Hashing, Number, Reals, Scheme, Settings, ask, choice, flag, one, parts

D = TypeVar("D", Decimal, NDArray[np.object_])
Formula = Literal["classic", "classic-limit", "bloom-1970"]


class Certified(NamedTuple, Generic[D]):
    """A number to a stated count of significant digits, all of them right."""

    value: D  #: The number rounded to nearest.
    lower: D  #: A decimal that the number is not below.
    upper: D  #: A decimal that the number is not above.


class _Drawn(Hashing[A], Generic[A], total=False):
    hash_bits: A | None
    fold: A | None
    without_replacement: bool


class _By(Settings, total=False):
    formula: Formula


class _Observed(Settings, total=False):
    without_replacement: bool


@overload
def rate(bits: Number, items: Number, hashes: Number, **how: Unpack[_Drawn[Number]]) -> float: ...
@overload
def rate(bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, **how: Unpack[_Drawn[ArrayLike]]) -> Reals: ...
def rate(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, *, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, hash_bits: ArrayLike | None = None,
    fold: ArrayLike | None = None, without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """The exact false-positive rate of a Bloom filter.

    Parameters
    ----------
    bits, items, hashes : array_like of int
        m, the bits of the filter; n, the items that it holds; k, the hash functions. All numbers
        broadcast against each other. Domain: 1 ≤ m, 0 ≤ n, 1 ≤ k ≤ 512; m, n and kn at most
        2^63 − 1.
    scheme : str, default "independent"
        How the k positions of an item are derived, one of :data:`SCHEMES`. Double hashing and its
        kin need k ≤ 20; ``double-nonzero`` m ≥ 2, ``double-odd`` an even m, ``enhanced`` m ≤ 2^18,
        ``triple`` m ≤ 128, ``km-partition`` a multiple of k, ``partitioned`` k ≤ m.
    block_bits, word_bits : array_like of int, optional
        With ``blocked`` and its kin, the bits of a block (512 where not given), which divide m; with
        ``split-block``, the bits of a word (32), k of which divide m.
    hash_bits : array_like of int, optional
        The bits of the one hash that all positions of an item come from, 1 to 256; without them, two
        items never have the same hash.
    fold : array_like of int, optional
        d, a divisor of m: the rate is that of the filter folded into m/d bits, position by position
        mod m/d.
    without_replacement : bool, default False
        The k positions of an item are distinct; for independent positions only.
    errors : {"raise", "nan"}, default "raise"
        What an element without an answer does: it raises ``ValueError``, or its rate is NaN.

    Returns
    -------
    float or ndarray of float64
        A probability. For independent positions and rates above 1e-290 its relative error is below
        1e-12 for k ≤ 60, and below 1e-11 for more; below 1e-12 for other schemes with k ≤ 10, below
        1e-7 beyond.

    Raises
    ------
    TypeError
        An argument of a wrong type, by name.
    ValueError
        A value out of domain, by name, with the index of the first in an array; masked values; a
        rate that takes longer than some seconds.

    Notes
    -----
    Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter*
    (2010), eq. 17, by a route with positive terms only; other schemes by the theorem of the Rust
    crate ``bloomlab-schemes``.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.rate(32, 4, 5), 6)
    0.025222
    >>> bloomlab.rate(1024, [51, 102], 7, scheme="double").round(6)
    array([0.000772, 0.009417])
    >>> bloomlab.rate([0, 32], 4, 5, errors="nan").round(6)
    array([     nan, 0.025222])
    """
    numbers = {"bits": bits, "items": items, "hashes": hashes} | parts(scheme, block_bits, word_bits)
    numbers |= {"hash_bits": hash_bits, "fold": fold}
    distinct = _distinct(without_replacement, scheme, hash_bits)
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
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, digits: int = 30, *,
    scheme: Scheme = "independent", block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None, hash_bits: ArrayLike | None = None, fold: ArrayLike | None = None,
    without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """The rate of :func:`rate`, to ``digits`` significant digits that are all right.

    Needs a package built with the feature ``exact`` (:data:`EXACT` says whether it is).

    Parameters
    ----------
    bits, items, hashes : array_like of int
        As for :func:`rate`, k up to some ten thousand.
    digits : int, default 30
        Significant digits, 1 to 10,000.
    scheme, block_bits, word_bits, hash_bits, fold, without_replacement, errors
        As for :func:`rate`.

    Returns
    -------
    Certified
        ``value``, ``lower`` and ``upper``: ``decimal.Decimal`` for scalars, else arrays of them.

    Raises
    ------
    NotImplementedError
        The package was built without ``exact``.
    TypeError, ValueError
        As for :func:`rate`; digits that a million bits of precision do not give.

    Notes
    -----
    Christensen, Roginsky, Jimeno (2010), eq. 17, by inclusion–exclusion in enclosures of rising
    precision.

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
    numbers = {"bits": bits, "items": items, "hashes": hashes} | parts(scheme, block_bits, word_bits)
    numbers |= {"hash_bits": hash_bits, "fold": fold}
    distinct = _distinct(without_replacement, scheme, hash_bits)
    found = ask(
        _native.certified_rates, errors, numbers, scheme=scheme, without_replacement=distinct, digits=digits
    )
    return Certified(*map(np.frompyfunc(Decimal, 1, 1), found))


@overload
def classic_rate(bits: Number, items: Number, hashes: Number, **how: Unpack[_By]) -> float: ...
@overload
def classic_rate(bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, **how: Unpack[_By]) -> Reals: ...
def classic_rate(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, *, formula: Formula = "classic",
    errors: Errors = "raise",
) -> Any:
    """What is often taken for the rate of :func:`rate`, and is not.

    Parameters
    ----------
    bits, items, hashes, errors
        As for :func:`rate`.
    formula : {"classic", "classic-limit", "bloom-1970"}, default "classic"
        (1 − (1 − 1/m)^(kn))^k; its limit for many bits, (1 − e^(−kn/m))^k; or Bloom's own,
        (1 − (1 − k/m)^n)^k, which needs k ≤ m.

    Returns
    -------
    float or ndarray of float64
        The approximation, with a relative error below 1e-12 as a value of its formula.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`.

    Notes
    -----
    Christensen, Roginsky, Jimeno (2010), eq. 1 and 19. The classic formula is never above the
    exact rate.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.classic_rate(32, 4, 5), 6)
    0.022947
    """
    choice("formula", formula, get_args(Formula))
    numbers = {"bits": bits, "items": items, "hashes": hashes}
    return ask(_native.classic_rates, errors, numbers, formula=formula)[0]


@overload
def observed_rate(bits: Number, bits_set: Number, hashes: Number, **how: Unpack[_Observed]) -> float: ...
@overload
def observed_rate(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, **how: Unpack[_Observed]
) -> Reals: ...
def observed_rate(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, *, without_replacement: bool = False,
    errors: Errors = "raise",
) -> Any:
    """The false-positive rate of a filter whose set bits were counted.

    Parameters
    ----------
    bits, hashes, without_replacement, errors
        As for :func:`rate`.
    bits_set : array_like of int
        The bits that are set, 0 to m.

    Returns
    -------
    float or ndarray of float64
        A probability: of s set bits (s/m)^k, without replacement C(s, k)/C(m, k).

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`.

    Notes
    -----
    No distribution of items is assumed: the rate is that of this filter, not of a mean one.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.observed_rate(1024, 512, 7)
    0.0078125
    """
    numbers = {"bits": bits, "bits_set": bits_set, "hashes": hashes}
    distinct = flag("without_replacement", without_replacement)
    return ask(_native.observed_rates, errors, numbers, without_replacement=distinct)[0]


def _distinct(without_replacement: bool, scheme: str, hash_bits: ArrayLike | None) -> bool:
    distinct = flag("without_replacement", without_replacement)
    if distinct and (scheme != "independent" or hash_bits is not None):
        other = "hash_bits" if scheme == "independent" else f"scheme = {scheme!r}"
        raise ValueError(f"without_replacement is not for {other}: needs scheme = 'independent' alone")
    return distinct
