"""Recycling filters: cleared when they are full enough, and filled again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arguments import Batch, flag, one, real, text, whole


class RecyclingPlan(NamedTuple):
    """The filter to build: what :func:`recycling_plan` answers."""

    #: k.
    hashes: Any
    #: σ, the bits that may be set, with ``sigma-bounded``; N, the bit-setting messages, with the other policies.
    limit: Any
    #: The expected number of new messages between two clearings.
    messages_per_cycle: Any
    #: The average false-positive rate, exact for the filter as built.
    rate: Any


def recycling_rate(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike, *, phases: int = 1, without_replacement: bool = False
) -> Any:
    """The average false-positive rate of a filter that is cleared when a message would set more than ``sigma`` bits.

    Parameters
    ----------
    bits, hashes, sigma : whole numbers or arrays of them
        M, the bits of memory, which two phases share equally; k, the hash functions; σ, the bits that may be set in one filter.
        They broadcast against each other. Domain: 1 ≤ M ≤ 2^63 − 1 (two phases: 2 ≤ M), 1 ≤ k ≤ 1024, σ below the bits of one
        filter.
    phases : 1 or 2
        One filter, or two of half the memory each, where a full one stays to be asked while the other fills.
    without_replacement : bool
        The k positions of a message are distinct.

    Returns
    -------
    float, or an array of float64 of the broadcast shape
        A probability, with a relative error below 1e-10; a rate below 1e-290 has lost digits, or is 0.

    Raises
    ------
    ValueError
        Parameters out of domain, by name; a filter too large to sweep and to extrapolate.

    Notes
    -----
    Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*, f_σ¹ and f_σ²,
    corrected.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.recycling_rate(1000, 6, 606), 8)
    0.00999538
    """
    return _averages(bits, hashes, sigma, phases, without_replacement)[0]


def messages_per_cycle(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike, *, phases: int = 1, without_replacement: bool = False
) -> Any:
    """The expected number of new messages that the filter of :func:`recycling_rate` takes between two clearings.

    Parameters, shapes, domain, accuracy, errors and source are those of :func:`recycling_rate`; the unit is messages.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.messages_per_cycle(1000, 6, 606), 3)
    155.946
    """
    return _averages(bits, hashes, sigma, phases, without_replacement)[1]


def recycling_plan(
    bits: ArrayLike,
    target: ArrayLike,
    *,
    hashes: ArrayLike | None = None,
    policy: str = "sigma-bounded",
    phases: int = 1,
    without_replacement: bool = False,
) -> RecyclingPlan:
    """The recycling filter that takes the most messages per cycle at an average false-positive rate.

    Parameters
    ----------
    bits : whole numbers or an array of them
        M, the bits of memory, which two phases share equally.
    target : real numbers or an array of them
        P, the average rate that must not be exceeded, 0 < P < 1.
    hashes : whole numbers or an array of them, optional
        k, 1 to 1024; the best number where not given. All three broadcast against each other.
    policy : str
        ``sigma-bounded`` recycles by the bits that are set. ``n-bounded`` and ``worst-case`` recycle after N bit-setting
        messages, N from the exact average rate, or from the rate of the full filter; for one phase only.
    phases, without_replacement
        As for :func:`recycling_rate`.

    Returns
    -------
    RecyclingPlan
        ``hashes``, ``limit``, ``messages_per_cycle`` and ``rate``: numbers for scalars, else arrays of the broadcast shape (int64,
        int64, float64, float64).

    Raises
    ------
    ValueError
        Parameters out of domain, by name; a search that takes longer than some seconds.

    Notes
    -----
    Dozier, Salamatian, Rubenstein, section V-B.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.recycling_plan(1000, 0.01)[:2]
    (6, 606)
    """
    chosen = {} if hashes is None else {"hashes": whole("hashes", hashes)}
    batch = Batch(bits=whole("bits", bits), target=real("target", target), **chosen)
    goals, fixed = (batch["bits"], batch["target"]), batch["hashes"] if chosen else None
    phases, distinct = one("phases", whole("phases", phases)), flag("without_replacement", without_replacement)
    text("policy", policy)
    found = batch.ask(lambda: _native.recycling_plans(goals, fixed, policy, phases, distinct))
    return RecyclingPlan(*batch.columns(found, (np.int64, np.int64, np.float64, np.float64)))


def _averages(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike, phases: int, without_replacement: bool
) -> list[Any]:
    batch = Batch(bits=whole("bits", bits), hashes=whole("hashes", hashes), sigma=whole("sigma", sigma))
    filters, phases = (batch["bits"], batch["hashes"], batch["sigma"]), one("phases", whole("phases", phases))
    distinct = flag("without_replacement", without_replacement)
    found = batch.ask(lambda: _native.recycling_averages(filters, phases, distinct))
    return batch.columns(found, (np.float64, np.float64))
