"""Recycling filters: cleared when they are full enough, and filled again."""

from __future__ import annotations

from typing import Any, Generic, Literal, NamedTuple, Required, Unpack, get_args, overload

from numpy.typing import ArrayLike

from . import _native
from ._arguments import A, Errors, Integers, N, Number, Policy, Reals, Settings, X, ask, choice, flag, one


class RecyclingAverages(NamedTuple, Generic[X]):
    """The averages of a recycling filter."""

    rate: X  #: The average false-positive rate.
    messages_per_cycle: X  #: The expected number of new messages between two clearings.


class RecyclingPlan(NamedTuple, Generic[N, X]):
    """The recycling filter to build."""

    hashes: N  #: k.
    limit: N  #: σ, the bits that may be set, with ``sigma-bounded``; N, the messages, with others.
    messages_per_cycle: X  #: The expected number of new messages between two clearings.
    rate: X  #: The average false-positive rate, exact for the filter as built.


class _Kind(Settings, total=False):
    phases: Literal[1, 2]
    without_replacement: bool


class _Cycle(_Kind, Generic[A], total=False):
    messages: A | None
    keeping: bool
    retaining: bool


class _Distance(_Cycle[A], Generic[A], total=False):
    distance: Required[A]


class _Reuse(_Cycle[A], Generic[A], total=False):
    reuse: Required[str]


class _Plan(_Kind, Generic[A], total=False):
    hashes: A | None
    policy: Policy


@overload
def recycling_averages(
    bits: Number, hashes: Number, sigma: Number | None = None, **how: Unpack[_Cycle[Number]]
) -> RecyclingAverages[float]: ...
@overload
def recycling_averages(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike | None = None, **how: Unpack[_Cycle[ArrayLike]]
) -> RecyclingAverages[Reals]: ...
def recycling_averages(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike | None = None, *,
    messages: ArrayLike | None = None, phases: Literal[1, 2] = 1, without_replacement: bool = False,
    keeping: bool = False, retaining: bool = False, errors: Errors = "raise",
) -> Any:
    """The average false-positive rate of a filter that is cleared when it is full enough.

    Parameters
    ----------
    bits, hashes : array_like of int
        M, the bits of memory, which two phases share equally; k, the hash functions. Domain: 1 ≤ M ≤ 2^63 − 1 (two phases:
        2 ≤ M), 1 ≤ k ≤ 1024.
    sigma, messages : array_like of int
        What ends a cycle, one of them: a message that would set more than σ bits of one filter, σ below its bits; or N
        messages that set bits. All numbers broadcast against each other.
    phases : {1, 2}, default 1
        One filter, or two of half the memory each, where a full one stays to be asked while the other fills.
    without_replacement : bool, default False
        The k positions of a message are distinct.
    keeping : bool, default False
        A filter is frozen with the message that ends its cycle; for two phases only.
    retaining : bool, default False
        The message that ends a cycle is inserted into the cleared filter.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    RecyclingAverages
        ``rate`` and ``messages_per_cycle``, with a relative error below 1e-10. A rate below 1e-290 has lost digits, or is 0.

    Notes
    -----
    Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*, f_σ¹ and f_σ²,
    corrected.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.recycling_averages(1000, 6, 606).rate, 8)
    0.00999538
    """
    numbers = {"bits": bits, "hashes": hashes, "sigma": sigma, "messages": messages}
    how = _cycle(numbers, phases, without_replacement, keeping, retaining)
    return RecyclingAverages(*ask(_native.recycling_averages, errors, numbers, **how))


@overload
def recycling_forgetting(
    bits: Number, hashes: Number, sigma: Number | None = None, **how: Unpack[_Distance[Number]]
) -> float: ...
@overload
def recycling_forgetting(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike | None = None, **how: Unpack[_Distance[ArrayLike]]
) -> Reals: ...
def recycling_forgetting(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike | None = None, *, distance: ArrayLike,
    messages: ArrayLike | None = None, phases: Literal[1, 2] = 1, without_replacement: bool = False,
    keeping: bool = False, retaining: bool = False, errors: Errors = "raise",
) -> Any:
    """The probability that a recycling filter takes a message for new that it has seen.

    Parameters
    ----------
    bits, hashes, sigma, messages, phases, without_replacement, keeping, retaining, errors
        As for :func:`recycling_averages`.
    distance : array_like of int
        r, the new messages between the two arrivals of the message.

    Returns
    -------
    float or ndarray of float64
        A probability, by the Markov chains of the Rust crate ``bloomlab-recycling``.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.recycling_forgetting(1000, 6, 606, distance=[10, 100, 1000]).round(3)
    array([0.071, 0.647, 0.99 ])
    """
    numbers = {"bits": bits, "hashes": hashes, "sigma": sigma, "messages": messages}
    how = _cycle(numbers, phases, without_replacement, keeping, retaining)
    return ask(_native.recycling_forgetting, errors, numbers | {"distance": distance}, **how)[0]


@overload
def recycling_false_negatives(
    bits: Number, hashes: Number, sigma: Number | None = None, **how: Unpack[_Reuse[Number]]
) -> float: ...
@overload
def recycling_false_negatives(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike | None = None, **how: Unpack[_Reuse[ArrayLike]]
) -> Reals: ...
def recycling_false_negatives(
    bits: ArrayLike, hashes: ArrayLike, sigma: ArrayLike | None = None, *, reuse: str,
    messages: ArrayLike | None = None, phases: Literal[1, 2] = 1, without_replacement: bool = False,
    keeping: bool = False, retaining: bool = False, errors: Errors = "raise",
) -> Any:
    """The share of returning messages that a recycling filter takes for new.

    Parameters
    ----------
    bits, hashes, sigma, messages, phases, without_replacement, keeping, retaining, errors
        As for :func:`recycling_averages`.
    reuse : str
        How many new messages come before a message returns: ``geometric:MU``, with mean μ; ``uniform:W``, 0 to W − 1;
        ``power:ALPHA``, r with a probability in proportion to (r + 1)^−α. One for all elements.

    Returns
    -------
    float or ndarray of float64
        A probability: the sum of :func:`recycling_forgetting` over the reuse distances.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.recycling_false_negatives(1000, 6, 606, reuse="geometric:20"), 3)
    0.135
    """
    numbers = {"bits": bits, "hashes": hashes, "sigma": sigma, "messages": messages}
    how = _cycle(numbers, phases, without_replacement, keeping, retaining)
    if not isinstance(reuse, str):
        raise TypeError(f"reuse of type {type(reuse).__name__}: needs a string")
    return ask(_native.recycling_false_negatives, errors, numbers, reuse=reuse, **how)[0]


@overload
def recycling_plan(bits: Number, target: Number, **how: Unpack[_Plan[Number]]) -> RecyclingPlan[int, float]: ...
@overload
def recycling_plan(
    bits: ArrayLike, target: ArrayLike, **how: Unpack[_Plan[ArrayLike]]
) -> RecyclingPlan[Integers, Reals]: ...
def recycling_plan(
    bits: ArrayLike, target: ArrayLike, *, hashes: ArrayLike | None = None,
    policy: Policy = "sigma-bounded", phases: Literal[1, 2] = 1, without_replacement: bool = False,
    errors: Errors = "raise",
) -> Any:
    """The recycling filter that takes the most messages per cycle at an average rate.

    Parameters
    ----------
    bits : array_like of int
        M, the bits of memory, which two phases share equally.
    target : array_like of float
        P, the average rate that must not be exceeded, 0 < P < 1.
    hashes : array_like of int, optional
        k, 1 to 1024; the best number where not given.
    policy : {"sigma-bounded", "n-bounded", "worst-case"}, default "sigma-bounded"
        ``sigma-bounded`` recycles by the bits that are set. ``n-bounded`` and ``worst-case`` recycle after N bit-setting
        messages, N from the exact average rate, or from the rate of the full filter; for one phase of up to 65,536 bits.
    phases, without_replacement, errors
        As for :func:`recycling_averages`.

    Returns
    -------
    RecyclingPlan
        ``hashes``, ``limit``, ``messages_per_cycle`` and ``rate``: numbers for scalars, else arrays of int64 and float64.

    Notes
    -----
    Dozier, Salamatian, Rubenstein, section V-B.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.recycling_plan(1000, 0.01)[:2]
    (6, 606)
    """
    choice("policy", policy, get_args(Policy))
    if _phases(phases) == 2 and policy != "sigma-bounded":
        raise ValueError(f"phases = 2 is out of domain: needs 1 with policy = {policy!r}")
    distinct = flag("without_replacement", without_replacement)
    how = {"policy": policy, "phases": phases, "without_replacement": distinct}
    numbers = {"bits": bits, "hashes": hashes}
    return RecyclingPlan(*ask(_native.recycling_plans, errors, numbers, {"target": target}, **how))


def _cycle(numbers: dict[str, Any], phases: int, distinct: bool, keeping: bool, retaining: bool) -> dict[str, Any]:
    """The limit of a cycle, of which there is one, and the build of the filter, which is checked."""
    if (numbers["sigma"] is None) == (numbers["messages"] is None):
        raise TypeError("a recycling filter needs one of sigma and messages")
    if flag("keeping", keeping) and _phases(phases) == 1:
        raise ValueError("keeping = True is out of domain: needs phases = 2")
    flags = {"without_replacement": distinct, "keeping": keeping, "retaining": retaining}
    return {name: flag(name, value) for name, value in flags.items()} | {"phases": _phases(phases)}


def _phases(phases: int) -> int:
    number: int = one("phases", phases)
    if number not in (1, 2):
        raise ValueError(f"phases = {number} is out of domain: needs 1 or 2")
    return number
