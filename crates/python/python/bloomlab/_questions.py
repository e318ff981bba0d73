"""Observations, tests and causes, from set bits and counts; and balls in bins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arguments import A, Errors, Hashing, Integers, N, Number, Reals, Scheme, Settings, X, answered, ask, flag, one, parts
from ._filters import distinct_positions

Raw: TypeAlias = bytes | bytearray | memoryview | NDArray[np.uint8]
K = TypeVar("K", str, NDArray[np.str_])


class Observed(NamedTuple, Generic[N, X]):
    """The items and the rate that the bits of a filter show."""

    bits_set: N  #: s, the set bits.
    items_lower: N  #: The least number of items that they do not rule out.
    items_upper: X  #: The largest; infinity where there is none.
    items: X  #: The estimate; infinity where all bits are set.
    rate: X  #: The rate given the bits; NaN where their number does not determine it.
    naive_rate: X  #: (s/m)^k.
    rate_lower: X  #: The lower end of a rate that was sampled; else NaN.
    rate_upper: X  #: Its upper end.


class RateTest(NamedTuple, Generic[N, X, K]):
    """How many false positives a test of a filter may count, and what it finds."""

    upper: N  #: The largest count that passes.
    lower: N  #: The least count that passes; 0 where none is too low.
    binomial_upper: N  #: The largest that would pass if all queries were independent of each other.
    least_queries: N  #: The fewest queries that find the ratio with the power; 0 where there are none.
    kind: K  #: ``exact`` or ``approximate``.
    expected: X  #: The mean count.
    standard_deviation: X  #: Its standard deviation.
    alpha: X  #: The probability with which a correct filter fails.
    binomial_alpha: X  #: The same by the binomial bounds.
    power: X  #: The probability to find the ratio; NaN where none was asked about.
    least_ratio: X  #: The least ratio of rates that is found with the power; NaN where none is.
    exceeds: X  #: The probability of more false positives than the bound that was given; NaN where none was.


class Cause(NamedTuple):
    """A usual cause of a measured rate."""

    cause: str  #: Its name; the last part is the number that it fits, if any.
    rate: float  #: The rate that it predicts.
    factor: float  #: The measured rate over it.
    within: bool  #: True if the rate lies in the measured interval.
    distinguish: str  #: How to tell it from the others.


class Why(NamedTuple):
    """Causes of a measured rate."""

    lower: float  #: The lower end of the measured interval.
    upper: float  #: Its upper end.
    causes: list[Cause]  #: By the distance of their rates from it.


class Occupancy(NamedTuple, Generic[X]):
    """The number of occupied bins."""

    probability: X  #: The probability that it is exactly K.
    mean: X  #: Its mean.
    variance: X  #: Its variance.


class AtMost(NamedTuple, Generic[N, X]):
    """How many bins are occupied at most."""

    occupied: N  #: K.
    probability: X  #: The probability that as many or fewer are occupied.
    above: X  #: The probability that more are.


class _Observing(Hashing[A], Generic[A], total=False):
    level: A
    without_replacement: bool


class _Static(Settings, Generic[A], total=False):
    bound: A | None
    alpha: A
    two_sided: bool
    ratio: A | None
    power: A


class _Test(_Static[A], Hashing[A], Generic[A], total=False):
    while_filling: bool
    filters: A
    without_replacement: bool


@overload
def observe(bits: Number, bits_set: Number, hashes: Number, **how: Unpack[_Observing[Number]]) -> Observed[int, float]: ...
@overload
def observe(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, **how: Unpack[_Observing[ArrayLike]]
) -> Observed[Integers, Reals]: ...
def observe(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, *, level: ArrayLike = 0.99, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, without_replacement: bool = False,
    errors: Errors = "raise",
) -> Any:
    """How many items a filter holds, and its rate, from the number of its set bits.

    Parameters
    ----------
    bits, hashes, scheme, block_bits, word_bits, without_replacement, errors
        As for :func:`rate`.
    bits_set : array_like of int
        s, the bits that are set, 0 to m.
    level : array_like of float, default 0.99
        The interval of items contains the true number with about this probability, 0.5 to 1 − 1e-12.

    Returns
    -------
    Observed
        The rate of blocks, words, slices and walks needs the bits themselves: :func:`observe_bytes`.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.observe(9586, 4793, 7)[1:3]
    (930, 969.0)
    """
    numbers = {"bits": bits, "bits_set": bits_set, "hashes": hashes}
    return _observed(numbers, None, level, scheme, parts(scheme, block_bits, word_bits), without_replacement, errors)


def observe_bytes(
    bits: int, raw: Raw, hashes: int, *, level: float = 0.99, scheme: Scheme = "independent", block_bits: int | None = None,
    word_bits: int | None = None, without_replacement: bool = False,
) -> Observed[int, float]:
    """How many items a filter holds, and its rate, from its bits.

    Parameters
    ----------
    bits, hashes, scheme, block_bits, word_bits, without_replacement
        As for :func:`rate`; one filter.
    raw : bytes or array of uint8
        The bits, eight in a byte, the first one least, as ``numpy.packbits(table, bitorder="little")`` gives them; zero
        bytes may follow.
    level : float, default 0.99
        As for :func:`observe`.

    Returns
    -------
    Observed
        The rate given the bits: exact, or under walks the share of ten million random queries, with its interval.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.observe_bytes(8, b"\\x07", 2, scheme="blocked", block_bits=4).rate
    0.28125
    """
    if isinstance(raw, (bytes, bytearray, memoryview)):
        table = np.frombuffer(raw, dtype=np.uint8)
    elif isinstance(raw, np.ndarray) and raw.dtype == np.uint8 and raw.ndim == 1:
        table = raw
    else:
        raise TypeError(f"raw of type {type(raw).__name__}: needs bytes, or an array of uint8 in one dimension")
    given = {"bits": bits, "hashes": hashes} | parts(scheme, block_bits, word_bits)
    numbers = {name: None if value is None else one(name, value) for name, value in given.items()}
    found: Observed[int, float] = _observed(
        numbers | {"bits_set": None}, table, one("level", level, real=True), scheme, {}, without_replacement, "raise"
    )
    return found


@overload
def rate_test(
    bits: Number, items: Number, hashes: Number, queries: Number | None = None, **how: Unpack[_Test[Number]]
) -> RateTest[int, float, str]: ...
@overload
def rate_test(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, queries: ArrayLike | None = None, **how: Unpack[_Test[ArrayLike]]
) -> RateTest[Integers, Reals, NDArray[np.str_]]: ...
def rate_test(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, queries: ArrayLike | None = None, *, while_filling: bool = False,
    bound: ArrayLike | None = None, filters: ArrayLike = 1, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, without_replacement: bool = False,
    alpha: ArrayLike = 1e-6, two_sided: bool = False, ratio: ArrayLike | None = None, power: ArrayLike = 0.99,
    errors: Errors = "raise",
) -> Any:
    """How many false positives a test of a filter may count before it fails.

    All queries of one filter meet the same bits, so that the count is not binomial, and a binomial bound fails correct filters.

    Parameters
    ----------
    bits, items, hashes, scheme, block_bits, word_bits, without_replacement, errors
        As for :func:`rate`.
    queries, filters : array_like of int
        q, the queries for items that were not stored, at most 10^12; F, the filters that they are spread over, evenly, 1
        to q.
    while_filling : bool, default False
        The queries are the items, each asked before it is inserted; in place of ``queries``.
    bound : array_like of int, optional
        A bound that is given: ``exceeds`` says how often a correct filter has more false positives.
    alpha : array_like of float, default 1e-6
        The probability with which a correct filter may fail, 1e-9 to 0.5.
    two_sided : bool, default False
        Too few false positives fail as well.
    ratio : array_like of float, optional
        What is to be found: a rate this many times as high, above 1.
    power : array_like of float, default 0.99
        The probability with which it is to be found, 0.5 to 0.999999.

    Returns
    -------
    RateTest
        A mixture of binomial counts over the number of set bits: exact for plain filters of up to 2^15 bits, static
        filters and a filter for each query. An element without an answer is NaN, and ``approximate``.

    Examples
    --------
    >>> import bloomlab
    >>> found = bloomlab.rate_test(1024, 102, 7, 100_000, bound=1000)
    >>> found.upper, found.binomial_upper, found.kind, round(found.exceeds, 3)
    (1415, 949, 'exact', 0.039)
    """
    if (queries is None) != flag("while_filling", while_filling):
        raise TypeError("a test needs one of queries and while_filling")
    distinct = distinct_positions(without_replacement, scheme)
    numbers = {"bits": bits, "items": items, "hashes": hashes, "queries": queries, "filters": filters, "bound": bound}
    numbers |= parts(scheme, block_bits, word_bits) | {"hash_bits": None}
    how = {"scheme": scheme, "without_replacement": distinct}
    return _bounds(_native.rate_tests, errors, numbers, alpha, two_sided, ratio, power, **how)


@overload
def static_rate_test(
    fingerprint_bits: Number, queries: Number, **how: Unpack[_Static[Number]]
) -> RateTest[int, float, str]: ...
@overload
def static_rate_test(
    fingerprint_bits: ArrayLike, queries: ArrayLike, **how: Unpack[_Static[ArrayLike]]
) -> RateTest[Integers, Reals, NDArray[np.str_]]: ...
def static_rate_test(
    fingerprint_bits: ArrayLike, queries: ArrayLike, *, bound: ArrayLike | None = None, alpha: ArrayLike = 1e-6,
    two_sided: bool = False, ratio: ArrayLike | None = None, power: ArrayLike = 0.99, errors: Errors = "raise",
) -> Any:
    """How many false positives a test of a static filter (xor, binary fuse) may count before it fails.

    Parameters
    ----------
    fingerprint_bits, queries : array_like of int
        b, the bits of a fingerprint, 1 to 1000; q, as for :func:`rate_test`.
    bound, alpha, two_sided, ratio, power, errors
        As for :func:`rate_test`.

    Returns
    -------
    RateTest
        The rate is 2^−b whatever the table, so that the count is binomial.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.static_rate_test(8, 1_000_000).upper
    4206
    """
    numbers = {"fingerprint_bits": fingerprint_bits, "queries": queries, "bound": bound}
    return _bounds(_native.static_rate_tests, errors, numbers, alpha, two_sided, ratio, power)


def why(
    bits: int, items: int, hashes: int, positives: int, queries: int, *, alpha: float = 1e-3,
    scheme: Scheme = "independent", block_bits: int | None = None, word_bits: int | None = None,
    without_replacement: bool = False,
) -> Why:
    """The usual causes of a false-positive rate that is not the promised one, each with the rate that it predicts.

    Parameters
    ----------
    bits, items, hashes, scheme, block_bits, word_bits, without_replacement
        The filter as it was described; single numbers, else as for :func:`rate`.
    positives, queries : int
        The queries that were reported, and all, none of which had been stored.
    alpha : float, default 1e-3
        The probability with which the measured interval may miss the true rate, 1e-9 to 0.5.

    Returns
    -------
    Why
        The measured interval, and the causes by the distance of their rates from it.

    Examples
    --------
    >>> import bloomlab
    >>> found = bloomlab.why(6_000_000_000, 500_000_000, 8, positives=1794, queries=100_000)
    >>> "positions-of-32-bits" in [one.cause for one in found.causes if one.within]
    True
    """
    given = {"bits": bits, "items": items, "hashes": hashes, "positives": positives, "queries": queries}
    numbers = {
        name: None if value is None else np.array([one(name, value)], np.uint64)
        for name, value in (given | parts(scheme, block_bits, word_bits)).items()
    }
    how = {"alpha": np.array([one("alpha", alpha, real=True)]), "scheme": scheme, "hash_bits": None, "count": 1, "asked": None}
    questions = numbers | how | {"without_replacement": distinct_positions(without_replacement, scheme)}
    [(lower, upper, causes)] = answered(lambda: _native.causes(questions))
    return Why(lower, upper, [Cause(*row) for row in causes])


@overload
def occupancy(balls: Number, bins: Number, occupied: Number, **how: Unpack[Settings]) -> Occupancy[float]: ...
@overload
def occupancy(balls: ArrayLike, bins: ArrayLike, occupied: ArrayLike, **how: Unpack[Settings]) -> Occupancy[Reals]: ...
def occupancy(balls: ArrayLike, bins: ArrayLike, occupied: ArrayLike, *, errors: Errors = "raise") -> Any:
    """The probability that balls thrown independently into bins occupy exactly so many of them.

    The bits that n items set under k hash functions are the bins that kn balls occupy.

    Parameters
    ----------
    balls, bins, occupied : array_like of int
        N; M, at least 1; K. They broadcast against each other.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    Occupancy
        ``probability`` of K, and ``mean`` and ``variance`` of the number of occupied bins: floats for scalars, else arrays of
        float64. A probability below 1e-290 has lost digits, or is 0.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.occupancy(20, 32, 15).probability, 6)
    0.263972
    """
    return Occupancy(*ask(_native.occupancies, errors, {"balls": balls, "bins": bins, "occupied": occupied}))


@overload
def occupancy_quantile(balls: Number, bins: Number, quantile: Number, **how: Unpack[Settings]) -> AtMost[int, float]: ...
@overload
def occupancy_quantile(
    balls: ArrayLike, bins: ArrayLike, quantile: ArrayLike, **how: Unpack[Settings]
) -> AtMost[Integers, Reals]: ...
def occupancy_quantile(balls: ArrayLike, bins: ArrayLike, quantile: ArrayLike, *, errors: Errors = "raise") -> Any:
    """The least number of bins that, with a probability of ``quantile``, balls occupy at most.

    Parameters
    ----------
    balls, bins : array_like of int
        N; M, at least 1. They broadcast against each other.
    quantile : array_like of float
        The probability, 1e-9 to 1 − 1e-9.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    AtMost
        Approximate, right to a count or two, where N · min(N, M) is above 2^30.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.occupancy_quantile(7000, 9586, 0.999).occupied   # 1000 items, 7 hash functions: set bits of 9586
    5053
    """
    return AtMost(*ask(_native.occupancy_quantiles, errors, {"balls": balls, "bins": bins}, {"quantile": quantile}))


@overload
def occupancy_at_most(balls: Number, bins: Number, occupied: Number, **how: Unpack[Settings]) -> AtMost[int, float]: ...
@overload
def occupancy_at_most(
    balls: ArrayLike, bins: ArrayLike, occupied: ArrayLike, **how: Unpack[Settings]
) -> AtMost[Integers, Reals]: ...
def occupancy_at_most(balls: ArrayLike, bins: ArrayLike, occupied: ArrayLike, *, errors: Errors = "raise") -> Any:
    """The probability that balls occupy at most so many bins.

    Parameters
    ----------
    balls, bins, occupied : array_like of int
        N; M, at least 1; K. They broadcast against each other.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    AtMost
        As for :func:`occupancy_quantile`.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.occupancy_at_most(7000, 9586, 5100).above < 1e-6
    True
    """
    return AtMost(*ask(_native.occupancies_at_most, errors, {"balls": balls, "bins": bins, "occupied": occupied}))


def _observed(
    numbers: Mapping[str, ArrayLike | None], raw: NDArray[np.uint8] | None, level: ArrayLike, scheme: str,
    sizes: Mapping[str, ArrayLike | None], without_replacement: bool, errors: str,
) -> Any:
    how = {"scheme": scheme, "raw": raw, "without_replacement": distinct_positions(without_replacement, scheme)}
    given = {**numbers, **sizes, "hash_bits": None}
    return Observed(*ask(_native.observations, errors, given, {"level": level}, **how))


def _bounds(
    native: Callable[[dict[str, Any]], list[Any]], errors: str, numbers: Mapping[str, ArrayLike | None], alpha: ArrayLike,
    two_sided: bool, ratio: ArrayLike | None, power: ArrayLike, **how: Any,
) -> Any:
    # what is not asked about stands among the settings
    reals = {"alpha": alpha, "power": power} | ({} if ratio is None else {"ratio": ratio})
    settings = {"ratio": None} if ratio is None else {}
    found = ask(native, errors, numbers, reals, two_sided=flag("two_sided", two_sided), **how, **settings)
    kind = np.array(["approximate", "exact"])[found[4]]
    found[4] = str(kind) if np.ndim(kind) == 0 else kind
    return RateTest(*found)
