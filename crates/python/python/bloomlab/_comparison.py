"""Every filter for the same job, as rows of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _native
from ._arguments import answered, flag, one


class SizedFilter(NamedTuple):
    """A filter, or a bound for all filters of a kind, that keeps a rate for a set of items."""

    filter: str  #: Its name.
    bits_per_item: float  #: The memory it takes.
    rate: float  #: The exact false-positive rate; of a bound the target.
    cache_lines: float | None  #: The mean number of lines of 512 bits that a lookup of a stored item touches; None for a bound.
    deletable: bool  #: True if items can be deleted.
    parameters: dict[str, Any]  #: What it is made of.
    insertable: bool  #: True if items can be inserted.
    mergeable: bool  #: True if two filters can be merged.


class SizedWindow(NamedTuple):
    """A filter that remembers the last messages of a stream at a rate."""

    filter: str  #: Its name.
    bits_per_message: float  #: The memory it takes.
    rate: float  #: The exact mean false-positive rate.
    worst_rate: float | None  #: The rate at the end of a generation, of filters that have generations.
    window: int  #: So many of the newest messages are never missed.
    false_negative_rate: float  #: The share of the last W messages that is no longer held.
    parameters: dict[str, Any]  #: What it is made of.


def compare(items: int, target: float, *, deletable: bool = False) -> list[SizedFilter]:
    """Every filter that keeps a false-positive rate for a set of items, the smallest of its kind.

    Parameters
    ----------
    items : int
        N, the items to be stored, 1 to 2^53.
    target : float
        P, the rate that must not be exceeded, 2^−100 ≤ P < 1.
    deletable : bool, default False
        Only filters from which items can be deleted. None of this size bears the deletion of an item that it does not hold.

    Returns
    -------
    list of SizedFilter
        A row for each filter and bound, by the memory it takes; ``polars.DataFrame(rows)`` makes a frame of it.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.compare(10**6, 0.01)[0].filter
    'static-bound'
    """
    number, rate, only = one("items", items), one("target", target, real=True), flag("deletable", deletable)
    rows = answered(lambda: _native.filters_for_items(number, rate))
    return [row for row in map(SizedFilter._make, rows) if row.deletable or not only]


def compare_window(window: int, target: float) -> list[SizedWindow]:
    """Every filter that remembers the last messages of a stream at a mean false-positive rate.

    Parameters
    ----------
    window : int
        W, the messages to be remembered, 2 to 2^20.
    target : float
        P, the mean rate that must not be exceeded, 2^−60 ≤ P < 1.

    Returns
    -------
    list of SizedWindow
        A row for each filter, by the memory it takes. ``one-phase`` and ``stable`` guarantee no window, and get the memory
        of two phases.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.compare_window(100, 0.01)[0].filter
    'ring'
    """
    number, rate = one("window", window), one("target", target, real=True)
    return [SizedWindow(*row) for row in answered(lambda: _native.filters_for_window(number, rate))]
