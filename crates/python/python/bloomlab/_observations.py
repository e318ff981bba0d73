"""What set bits tell, and two filters in one."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Unpack, overload

from numpy.typing import ArrayLike

from . import _native
from ._arguments import A, Errors, Hashing, Integers, N, Number, Reals, Scheme, Settings, X, ask, flag, parts
from ._filters import _distinct


class Observed(NamedTuple, Generic[N, X]):
    """What the number of set bits tells."""

    items_lower: N  #: The least number of items that it does not rule out.
    items_upper: X  #: The largest; infinity where there is none.
    items: X  #: The estimate ln(1 − s/m)/ln(1 − h); infinity where all bits are set.
    bias: X  #: Its bias; NaN where it is not known.
    standard_deviation: X  #: Its standard deviation; NaN where it is not known.
    rate: X  #: The rate given the bits; NaN where their number does not determine it.
    naive_rate: X  #: (s/m)^k.


class CombinedFilters(NamedTuple, Generic[X]):
    """A union and an intersection of two filters, bit by bit."""

    or_rate: X  #: The false-positive rate of *A or B*.
    or_bits_set: X  #: Its mean number of set bits.
    and_rate: X  #: The false-positive rate of *A and B*.
    and_bits_set: X  #: Its mean number of set bits.


class CommonItems(NamedTuple, Generic[X]):
    """The items that two filters have in common, from their set bits."""

    items: X  #: The estimate; NaN where all bits of a filter are set.
    bias: X  #: Its bias, to leading order.
    standard_deviation: X  #: Its standard deviation, to leading order.
    or_rate: X  #: The rate of *A or B*, given the bits.
    and_rate: X  #: The rate of *A and B*, given the bits.


class _Observing(Hashing[A], Generic[A], total=False):
    level: A
    without_replacement: bool


class _Drawn(Settings, total=False):
    without_replacement: bool


@overload
def observe(bits: Number, bits_set: Number, hashes: Number, **how: Unpack[_Observing[Number]]) -> Observed[int, float]: ...
@overload
def observe(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, **how: Unpack[_Observing[ArrayLike]]
) -> Observed[Integers, Reals]: ...
def observe(
    bits: ArrayLike, bits_set: ArrayLike, hashes: ArrayLike, *, level: ArrayLike = 0.99,
    scheme: Scheme = "independent", block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None,
    without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """How many items a filter holds, and its rate, from the number of its set bits.

    Parameters
    ----------
    bits, hashes, scheme, block_bits, word_bits, without_replacement, errors
        As for :func:`rate`.
    bits_set : array_like of int
        s, the bits that are set, 0 to m.
    level : array_like of float, default 0.99
        The interval of items contains the true number with at least this probability, 0.5 to 1 − 1e-12.

    Returns
    -------
    Observed
        ``items_lower`` (int64), ``items_upper``, ``items``, ``bias``, ``standard_deviation``, ``rate`` and
        ``naive_rate`` (float64): numbers for scalars, else arrays.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`.

    Notes
    -----
    The interval is exact for independent positions and a bound, several times as wide, for others.
    The rate of blocks, words, slices and walks needs more: :func:`observe_fills`, :func:`observe_raw`.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.observe(9586, 4793, 7)[:2]
    (930, 969.0)
    """
    numbers = {"bits": bits, "bits_set": bits_set, "hashes": hashes} | parts(scheme, block_bits, word_bits)
    numbers["hash_bits"] = None
    distinct = _distinct(without_replacement, scheme, None)
    reals = {"level": level}
    return Observed(*ask(_native.observations, errors, numbers, reals, scheme=scheme, without_replacement=distinct))


@overload
def combine(
    bits: Number, items_a: Number, items_b: Number, common: Number, hashes: Number, **how: Unpack[_Drawn]
) -> CombinedFilters[float]: ...
@overload
def combine(
    bits: ArrayLike, items_a: ArrayLike, items_b: ArrayLike, common: ArrayLike, hashes: ArrayLike,
    **how: Unpack[_Drawn]
) -> CombinedFilters[Reals]: ...
def combine(
    bits: ArrayLike, items_a: ArrayLike, items_b: ArrayLike, common: ArrayLike, hashes: ArrayLike, *,
    without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """The union and the intersection of two filters with the same bits and hash functions.

    Parameters
    ----------
    bits, hashes, without_replacement, errors
        As for :func:`rate`, k up to 100; independent positions.
    items_a, items_b : array_like of int
        The items of each filter.
    common : array_like of int
        The items that are in both.

    Returns
    -------
    CombinedFilters
        ``or_rate``, ``or_bits_set``, ``and_rate`` and ``and_bits_set``: numbers for scalars, else arrays of float64.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`; more common items than items.

    Notes
    -----
    *A or B* is the filter of all items. *A and B* has more bits set than the filter of the common ones.

    Examples
    --------
    >>> import bloomlab
    >>> f"{bloomlab.combine(9586, 1000, 1000, 0, 7).and_rate:.2e}"
    '1.01e-04'
    """
    numbers = {"bits": bits, "items_a": items_a, "items_b": items_b, "common": common, "hashes": hashes}
    distinct = flag("without_replacement", without_replacement)
    return CombinedFilters(*ask(_native.combinations, errors, numbers, without_replacement=distinct))


@overload
def common_items(
    bits: Number, bits_set_a: Number, bits_set_b: Number, bits_set_or: Number, hashes: Number, **how: Unpack[_Drawn]
) -> CommonItems[float]: ...
@overload
def common_items(
    bits: ArrayLike, bits_set_a: ArrayLike, bits_set_b: ArrayLike, bits_set_or: ArrayLike, hashes: ArrayLike,
    **how: Unpack[_Drawn]
) -> CommonItems[Reals]: ...
def common_items(
    bits: ArrayLike, bits_set_a: ArrayLike, bits_set_b: ArrayLike, bits_set_or: ArrayLike, hashes: ArrayLike, *,
    without_replacement: bool = False, errors: Errors = "raise",
) -> Any:
    """How many items two filters have in common, from their set bits.

    Parameters
    ----------
    bits, hashes, without_replacement, errors
        As for :func:`combine`.
    bits_set_a, bits_set_b : array_like of int
        The bits that are set in each filter.
    bits_set_or : array_like of int
        The bits that are set in one of them, or in both.

    Returns
    -------
    CommonItems
        ``items``, ``bias``, ``standard_deviation``, ``or_rate`` and ``and_rate``: numbers for scalars, else arrays of
        float64.

    Raises
    ------
    TypeError, ValueError
        As for :func:`combine`.

    Notes
    -----
    The estimate is that of the items of A, plus that of B, minus that of both.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.common_items(9586, 4980, 4901, 7200, 7).items)
    80
    """
    numbers = {
        "bits": bits, "bits_set_a": bits_set_a, "bits_set_b": bits_set_b, "bits_set_or": bits_set_or, "hashes": hashes,
    }
    distinct = flag("without_replacement", without_replacement)
    return CommonItems(*ask(_native.common_items, errors, numbers, without_replacement=distinct))
