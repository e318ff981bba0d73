"""Filters from which items can sometimes be deleted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arguments import Batch, text, whole


class Deletable(NamedTuple):
    """A filter from which items can sometimes be deleted: what :func:`deletable` answers."""

    #: C, the cells that the memory holds.
    cells: Any
    #: The probability that a stored item can be deleted, with n + r items stored.
    deletability: Any
    #: The false-positive rate with n + r items stored.
    rate: Any
    #: The false-positive rate when r of them were deleted, as far as they could be.
    rate_after_deletions: Any


def deletable(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    *,
    filter: str = "dfp",
    deleted: ArrayLike = 0,
    region_bits: ArrayLike | None = None,
) -> Deletable:
    """How often an item can be deleted, and the false-positive rate before and after deletions.

    Parameters
    ----------
    bits, items, hashes, deleted : whole numbers or arrays of them
        m, the bits of memory, which hold at least one cell; n, the items in the filter at the end, at least 1; k, the hash
        functions, 1 to 32; r, the items inserted and then deleted. Domain: m and k(n + r) at most 2^63 − 1.
    filter : str
        ``dfp``, two-bit fingerprints; ``tbf``, ternary cells of two bits; ``tbf-packed``, ternary cells, five to a byte; ``qbf``,
        quaternary cells; ``dlbf``, regions with a collision bitmap.
    region_bits : whole numbers or an array of them, optional
        The bits of a region, 1 to 1024; for ``dlbf``, which needs it, and no other. All five broadcast against each other.

    Returns
    -------
    Deletable
        ``cells``, ``deletability``, ``rate`` and ``rate_after_deletions``: numbers for scalars, else arrays of the broadcast shape
        (int64 and float64). Probabilities, exact for the filter as built, in double precision.

    Raises
    ------
    ValueError
        Parameters out of domain, by name; a ``dlbf`` that double precision does not hold; what takes longer than some seconds.

    Notes
    -----
    Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*, by the exact forms of the
    Rust crate ``bloomlab-deletable``.

    Examples
    --------
    >>> import bloomlab
    >>> round(bloomlab.deletable(2**18, 2**14, 4, deleted=3000).deletability, 6)
    0.960248
    """
    text("filter", filter)
    if (region_bits is None) == (filter == "dlbf"):
        needed = "needs region_bits" if filter == "dlbf" else "region_bits needs filter = 'dlbf'"
        raise ValueError(f"filter = {filter!r}: {needed}")
    batch = Batch(
        bits=whole("bits", bits),
        items=whole("items", items),
        hashes=whole("hashes", hashes),
        deleted=whole("deleted", deleted),
        region_bits=whole("region_bits", 0 if region_bits is None else region_bits),
    )
    filters = batch["bits"], batch["items"], batch["hashes"], batch["deleted"], batch["region_bits"]
    found = batch.ask(lambda: _native.deletable_filters(filter, filters))
    return Deletable(*batch.columns(found, (np.int64, np.float64, np.float64, np.float64)))
