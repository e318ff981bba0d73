"""Balls in bins: the distribution behind every filter."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Unpack, overload

from numpy.typing import ArrayLike

from . import _native
from ._arguments import Errors, Number, Reals, Settings, X, ask


class Occupancy(NamedTuple, Generic[X]):
    """The number of occupied bins."""

    probability: X  #: The probability that it is exactly K.
    mean: X  #: Its mean.
    variance: X  #: Its variance.


@overload
def occupancy(balls: Number, bins: Number, occupied: Number, **how: Unpack[Settings]) -> Occupancy[float]: ...
@overload
def occupancy(
    balls: ArrayLike, bins: ArrayLike, occupied: ArrayLike, **how: Unpack[Settings]
) -> Occupancy[Reals]: ...
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
        ``probability`` of K, and ``mean`` and ``variance`` of the number of occupied bins: floats
        for scalars, else arrays of float64. The relative error of a probability is below
        4 N·2^−53; one below 1e-290 has lost digits, or is 0.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`; from about N·min(N, M) = 4e8 on, a probability takes too long.

    Notes
    -----
    Christensen, Roginsky, Jimeno (2010), eq. 8: a recursion with positive terms only.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.occupancy(20, 32, 15).probability, 6)
    0.263972
    """
    numbers = {"balls": balls, "bins": bins, "occupied": occupied}
    return Occupancy(*ask(_native.occupancies, errors, numbers))
