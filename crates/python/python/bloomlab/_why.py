"""Why a measured rate is not the promised one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _native
from ._arguments import Scheme, answered, choice, one, parts
from ._filters import _distinct
from ._sizes import LIBRARIES


class Cause(NamedTuple):
    """A cause that may explain a measured rate."""

    cause: str  #: Its name.
    predicted_rate: float  #: The rate that it predicts.
    log_likelihood: float  #: ln P(X = positives).
    penalty: float  #: What it must gain over causes that need no explanation.
    probability: float  #: The probability of a count at least as far out.
    rejected: bool  #: Whether this is below alpha.
    bits_set: float  #: The mean number of set bits; NaN where it is not known.
    value: float  #: What fits best, of a cause with a free parameter; else NaN.
    lower: float  #: The lower end of its 99 % interval.
    upper: float  #: The upper end.
    distinguish: str  #: What distinguishes it from the one before.


def why(
    bits: int, items: int, hashes: int, positives: int, queries: int, *, filters: int = 1, alpha: float = 1e-3,
    scheme: Scheme = "independent", block_bits: int | None = None, word_bits: int | None = None,
    library: str | None = None, without_replacement: bool = False,
) -> list[Cause]:
    """Causes of a measured false-positive rate, the most likely first.

    Parameters
    ----------
    bits, items, hashes, scheme, block_bits, word_bits, without_replacement
        The filter as it was described; single numbers, else as for :func:`rate`.
    positives, queries : int
        The queries that were reported, and all, none of which had been stored.
    filters : int, default 1
        The filters that the queries are spread over evenly.
    alpha : float, default 1e-3
        A cause is rejected where a count as far out has a probability below it.
    library : str, optional
        One of :data:`LIBRARIES`: what it builds for these items at the promised rate is a cause as well.

    Returns
    -------
    list of Cause
        By likelihood less penalty; ``none-of-these`` first where every cause without a free parameter is rejected.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`; more positives than queries.

    Notes
    -----
    The number of items and the share of stored queries fit almost any count, and pay a penalty for it.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.why(6_000_000_000, 500_000_000, 8, positives=1794, queries=100_000)[0].cause
    'positions-of-32-bits'
    """
    numbers = {
        "bits": bits, "items": items, "hashes": hashes, "positives": positives, "queries": queries, "filters": filters,
    }
    given = {name: one(name, value) for name, value in numbers.items()}
    blocks = {name: None if bits is None else one(name, bits) for name, bits in parts(scheme, block_bits, word_bits).items()}
    distinct = _distinct(without_replacement, scheme, None)
    if library is not None:
        choice("library", library, LIBRARIES)
    integers = {name: None if value is None else np.array([value], np.uint64) for name, value in (given | blocks).items()}
    level = {"alpha": np.array([one("alpha", alpha, real=True)], np.float64)}
    settings = {"scheme": scheme, "without_replacement": distinct, "library": library, "hash_bits": None}
    questions = integers | level | settings | {"count": 1, "asked": None}
    return [Cause(*row) for row in answered(lambda: _native.causes(questions))]
