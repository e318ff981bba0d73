"""Filters from which items can sometimes be deleted."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Unpack, get_args, overload

from numpy.typing import ArrayLike

from . import _native
from ._arguments import A, DeletableKind, Errors, Integers, N, Number, Reals, Settings, X, ask, choice


class DeletionRates(NamedTuple, Generic[N, X]):
    """How often items can be deleted, and what that does to the rate."""

    cells: N  #: C, the cells that the memory holds.
    deletability: X  #: The probability that a stored item can be deleted, with n + r items stored.
    rate: X  #: The false-positive rate with n + r items stored.
    rate_after_deletions: X  #: The false-positive rate when r of them were deleted, as far as they could be.


class _How(Settings, Generic[A], total=False):
    kind: DeletableKind
    deleted: A
    region_bits: A | None


@overload
def deletion_rates(
    bits: Number, items: Number, hashes: Number, **how: Unpack[_How[Number]]
) -> DeletionRates[int, float]: ...
@overload
def deletion_rates(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, **how: Unpack[_How[ArrayLike]]
) -> DeletionRates[Integers, Reals]: ...
def deletion_rates(
    bits: ArrayLike, items: ArrayLike, hashes: ArrayLike, *, kind: DeletableKind = "dfp",
    deleted: ArrayLike = 0, region_bits: ArrayLike | None = None, errors: Errors = "raise",
) -> Any:
    """How often an item can be deleted, and the false-positive rate before and after deletions.

    Parameters
    ----------
    bits, items, hashes, deleted : array_like of int
        m, the bits of memory, which hold at least one cell; n, the items in the filter at the end,
        at least 1; k, the hash functions, 1 to 32; r, the items inserted and then deleted. Domain:
        m and k(n + r) at most 2^63 − 1.
    kind : str, default "dfp"
        ``dfp``, two-bit fingerprints; ``tbf``, ternary cells of two bits; ``tbf-packed``, ternary
        cells, five to a byte; ``qbf``, quaternary cells; ``dlbf``, regions with a collision bitmap.
    region_bits : array_like of int, optional
        The bits of a region, 1 to 1024; for ``dlbf``, which needs it, and no other.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    DeletionRates
        ``cells``, ``deletability``, ``rate`` and ``rate_after_deletions``: numbers for scalars,
        else arrays of int64 and float64. Probabilities, exact for the filter as built, in double
        precision.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rate`; a ``dlbf`` that double precision does not hold.

    Notes
    -----
    Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion
    capabilities*, by the exact forms of the Rust crate ``bloomlab-deletable``.

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
