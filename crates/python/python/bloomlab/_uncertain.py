"""Rates and sizes where the number of items is not known."""

from __future__ import annotations

from typing import Literal, NamedTuple

from . import _native
from ._arguments import answered, choice, one


class Between(NamedTuple):
    """Every whole number of items from ``least`` to ``most`` is equally likely."""

    least: int  #: The least number.
    most: int  #: The largest.


class LogNormal(NamedTuple):
    """The nearest whole number to ``median`` e^(``sigma`` Z), Z standard normal; not truncated."""

    median: float  #: The median, at least 1.
    sigma: float  #: The standard deviation of the logarithm, above 0, at most 4.


class UncertainRate(NamedTuple):
    """The rate of a filter with an uncertain number of items."""

    mean: float  #: The mean over the number of items, to nine digits.
    worst: float  #: The rate with the most items; NaN where there is no largest number.


class UncertainSize(NamedTuple):
    """A filter for an uncertain number of items."""

    bits: int  #: m, in bits.
    hashes: int  #: k.
    items: int  #: The number of items with which it keeps the target; 0 in the mean.
    rate: float  #: The rate with these items; in the mean the mean rate.
    mean_rate: float  #: The mean rate.
    worst_rate: float  #: The rate with the most items; NaN where there is no largest number.


Layout = Literal["independent", "partitioned", "blocked", "split-block"]
_LAYOUTS = ("independent", "partitioned", "blocked", "split-block")


def uncertain_rate(
    bits: int, items: Between | LogNormal, hashes: int, *, scheme: Layout = "independent", part_bits: int | None = None
) -> UncertainRate:
    """The false-positive rate where the number of items is not known.

    Parameters
    ----------
    bits, hashes : int
        As for :func:`rate`.
    items : Between or LogNormal
        What is known of the number of items.
    scheme : {"independent", "partitioned", "blocked", "split-block"}, default "independent"
        How positions are derived.
    part_bits : int, optional
        The bits of a block (512 where not given) or of a word (32).

    Returns
    -------
    UncertainRate
        ``mean`` and ``worst``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`; a range whose lower end is above its upper end.

    Notes
    -----
    Up to 128 k items the mean is a sum, beyond an integral with corrections; relative error below 1e-9.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.uncertain_rate(9586, bloomlab.Between(500, 1000), 7).mean, 6)
    0.003298
    """
    named = _scheme(scheme, part_bits)
    given = _items(items)
    number, functions = one("bits", bits), one("hashes", hashes)
    return UncertainRate(*answered(lambda: _native.uncertain_rate(number, functions, named, *given)))


def uncertain_size(
    items: Between | LogNormal, target: float, *, keep: Literal["mean", "worst"] | float = "mean",
    scheme: Layout = "independent", part_bits: int | None = None,
) -> UncertainSize:
    """The fewest bits that keep a rate where the number of items is not known.

    Parameters
    ----------
    items, scheme, part_bits
        As for :func:`uncertain_rate`.
    target : float
        P, the rate that must not be exceeded, 2^−256 ≤ P < 1.
    keep : "mean", "worst" or float, default "mean"
        Whether the mean rate is to be at most the target, the rate with the most items, or the rate with this
        probability.

    Returns
    -------
    UncertainSize
        ``bits``, ``hashes``, ``items``, ``rate``, ``mean_rate`` and ``worst_rate``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`size`; ``keep="worst"`` of a log-normal number, which has no largest value.

    Notes
    -----
    With a probability C, the filter is that of :func:`size` for the C-quantile of the number of items.

    Examples
    --------
    >>> import bloomlab
    >>> items = bloomlab.Between(1_000_000, 5_000_000)
    >>> [bloomlab.uncertain_size(items, 0.01, keep=keep).bits for keep in ("mean", 0.95, "worst")]
    [34029265, 46046185, 47964776]
    """
    named, given, rate = _scheme(scheme, part_bits), _items(items), one("target", target, real=True)
    confidence: float | None
    if isinstance(keep, str):
        confidence = {"mean": None, "worst": 1.0}[choice("keep", keep, ("mean", "worst"))]
    else:
        confidence = one("keep", keep, real=True)
        if not 0 < confidence < 1:
            raise ValueError(f"keep = {confidence} is out of domain: needs 'mean', 'worst' or a probability, 0 < keep < 1")
    return UncertainSize(*answered(lambda: _native.uncertain_size(rate, confidence, named, *given)))


def _scheme(scheme: str, part_bits: int | None) -> str:
    choice("scheme", scheme, _LAYOUTS)
    if part_bits is None:
        return scheme
    if scheme not in ("blocked", "split-block"):
        raise ValueError(f"part_bits is not for scheme = {scheme!r}: needs scheme = 'blocked' or 'split-block'")
    return f"{scheme}:{one('part_bits', part_bits)}"


def _items(items: Between | LogNormal) -> tuple[tuple[int, int] | None, tuple[float, float]]:
    if isinstance(items, Between):
        return (one("least", items.least), one("most", items.most)), (0.0, 0.0)
    if isinstance(items, LogNormal):
        return None, (one("median", items.median, real=True), one("sigma", items.sigma, real=True))
    raise TypeError(f"items of type {type(items).__name__}: needs Between or LogNormal")
