"""Tests that count the false positives of a filter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import A, Errors, Hashing, Integers, N, Number, Reals, Scheme, Settings, X, ask, flag, parts
from ._filters import _distinct

K = TypeVar("K", str, NDArray[np.str_])

_KINDS = np.array(["exact", "bound", "approximate"])


class RateTest(NamedTuple, Generic[N, X, K]):
    """How many false positives a test of a filter may count, and what it finds."""

    upper: N  #: The largest count that passes.
    lower: N  #: The least count that passes; 0 where none is too low.
    binomial_upper: N  #: The largest that would pass if all queries were independent of each other.
    least_queries: N  #: The fewest queries that find the ratio with the power; 0 where there are none.
    kind: K  #: ``exact``, ``bound`` or ``approximate``.
    expected: X  #: The mean count.
    standard_deviation: X  #: Its standard deviation; NaN where only bounds of it are known.
    alpha: X  #: The probability with which a correct filter fails.
    binomial_alpha: X  #: The same by the binomial bounds.
    power: X  #: The probability to find the ratio; NaN where none was asked about.
    least_ratio: X  #: The least ratio of rates that is found with the power; NaN where none is.


class _Test(Settings, Generic[A], total=False):
    alpha: A
    two_sided: bool
    ratio: A | None
    power: A


class _How(Hashing[A], Generic[A], total=False):
    without_replacement: bool
    filters: A
    alpha: A
    two_sided: bool
    ratio: A | None
    power: A


@overload
def rate_test(
    bits: Number, items: Number, hashes: Number, queries: Number, **how: Unpack[_How[Number]]
) -> RateTest[int, float, str]: ...
@overload
def rate_test(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, queries: ArrayLike, **how: Unpack[_How[ArrayLike]]
) -> RateTest[Integers, Reals, NDArray[np.str_]]: ...
def rate_test(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, queries: ArrayLike, *, filters: ArrayLike = 1,
    scheme: Scheme = "independent", block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None,
    without_replacement: bool = False, alpha: ArrayLike = 1e-6,
    two_sided: bool = False, ratio: ArrayLike | None = None, power: ArrayLike = 0.99, errors: Errors = "raise",
) -> Any:
    """How many false positives a test of a filter may count before it fails.

    All queries of one filter meet the same bits, so that the count is not binomial, and a binomial
    bound fails correct filters.

    Parameters
    ----------
    bits, items, hashes : array_like of int
        As for :func:`rate`.
    queries, filters : array_like of int
        q, the queries for items that were not stored, at most 10^12; F, the filters that they are
        spread over, evenly, 1 to q.
    scheme, block_bits, word_bits, without_replacement
        As for :func:`rate`. Independent positions, blocks and split blocks are exact, slices (and
        few blocks) a bound, double hashing and its kin approximate.
    alpha : array_like of float, default 1e-6
        The probability with which a correct filter may fail, 1e-12 to 0.5.
    two_sided : bool, default False
        Too few false positives fail as well.
    ratio : array_like of float, optional
        What is to be found: a rate this many times as high, above 1.
    power : array_like of float, default 0.99
        The probability with which it is to be found, 0.5 to 0.999999.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    RateTest
        Numbers and a string for scalars, else arrays of int64, of float64 and of strings. An element
        without an answer has ``exact`` as its kind and NaN elsewhere.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`.

    Notes
    -----
    The distribution of the rate given the bits, by the Rust crate ``bloomlab-formulas``, module
    ``counts``.

    Examples
    --------
    >>> import bloomlab
    >>> found = bloomlab.rate_test(9586, 1000, 7, 100_000, ratio=2)
    >>> found.upper, found.binomial_upper, found.least_queries, found.kind
    (1260, 1158, 8133, 'exact')
    """
    asked = {"bits": bits, "items": items, "hashes": hashes, "queries": queries, "filters": filters}
    numbers = asked | parts(scheme, block_bits, word_bits) | {"hash_bits": None}
    distinct = _distinct(without_replacement, scheme, None)
    how = {"scheme": scheme, "without_replacement": distinct}
    return _bounds(_native.rate_tests, errors, numbers, alpha, two_sided, ratio, power, **how)


@overload
def static_rate_test(
    fingerprint_bits: Number, queries: Number, **how: Unpack[_Test[Number]]
) -> RateTest[int, float, str]: ...
@overload
def static_rate_test(
    fingerprint_bits: ArrayLike, queries: ArrayLike, **how: Unpack[_Test[ArrayLike]]
) -> RateTest[Integers, Reals, NDArray[np.str_]]: ...
def static_rate_test(
    fingerprint_bits: ArrayLike, queries: ArrayLike, *, alpha: ArrayLike = 1e-6, two_sided: bool = False,
    ratio: ArrayLike | None = None, power: ArrayLike = 0.99, errors: Errors = "raise",
) -> Any:
    """How many false positives a test of a static filter (xor, binary fuse) may count before it fails.

    Its rate is 2^−b whatever its table, so that the count is binomial.

    Parameters
    ----------
    fingerprint_bits, queries : array_like of int
        b, the bits of a fingerprint, 1 to 1000; q, as for :func:`rate_test`.
    alpha, two_sided, ratio, power, errors
        As for :func:`rate_test`.

    Returns
    -------
    RateTest
        As for :func:`rate_test`.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate_test`.

    Notes
    -----
    As for :func:`rate_test`.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.static_rate_test(8, 1_000_000).upper
    4206
    """
    numbers = {"fingerprint_bits": fingerprint_bits, "queries": queries}
    return _bounds(_native.static_rate_tests, errors, numbers, alpha, two_sided, ratio, power)


def _bounds(
    native: Callable[[dict[str, Any]], list[Any]], errors: str, numbers: Mapping[str, ArrayLike | None], alpha: ArrayLike,
    two_sided: bool, ratio: ArrayLike | None, power: ArrayLike, **how: Any,
) -> Any:
    # what is not asked about stands among the settings
    reals = {"alpha": alpha, "power": power} | ({} if ratio is None else {"ratio": ratio})
    settings = {"ratio": None} if ratio is None else {}
    found = ask(native, errors, numbers, reals, two_sided=flag("two_sided", two_sided), **how, **settings)
    kind = _KINDS[found[4]]
    found[4] = str(kind) if np.ndim(kind) == 0 else kind
    return RateTest(*found)
