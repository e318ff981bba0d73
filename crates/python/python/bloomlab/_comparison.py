"""Every filter for the same job, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from . import _native
from ._arguments import Batch, flag, one, real, whole

ITEM_COLUMNS: tuple[tuple[str, type], ...] = (
    ("filter", object),
    ("bits_per_item", np.float64),
    ("rate", np.float64),
    ("cache_lines", np.float64),
    ("deletable", np.bool_),
    ("insertable", np.bool_),
    ("mergeable", np.bool_),
    ("parameters", object),
)
WINDOW_COLUMNS: tuple[tuple[str, type], ...] = (
    ("filter", object),
    ("bits_per_message", np.float64),
    ("rate", np.float64),
    ("window", np.int64),
    ("false_negative_rate", np.float64),
    ("parameters", object),
)


def compare(items: int, target: float, *, deletable: bool = False, frame: str | None = None) -> Any:
    """Every filter that keeps a false-positive rate for a set of items, the smallest of its kind, by the memory it takes.

    Parameters
    ----------
    items : int
        N, the items to be stored, 1 to 2^53.
    target : float
        P, the rate that must not be exceeded, 2^−100 ≤ P < 1.
    deletable : bool
        Only filters from which items can be deleted.
    frame : {"polars", "pandas", "arrays"}, optional
        What the table is: a polars or pandas ``DataFrame``, or a dict of NumPy arrays. Where not given, the first of these that is
        installed.

    Returns
    -------
    a table with a row for each filter, or bound for all filters of a kind
        ``filter``, its name; ``bits_per_item``; ``rate``, exact for N items, of a bound the target; ``cache_lines``, the mean number
        of lines of 512 bits that a lookup of a stored item touches (missing for a bound); ``deletable``, ``insertable``,
        ``mergeable``; ``parameters``, a dict of what it is made of (polars: a struct).

    Raises
    ------
    ValueError
        Parameters out of domain, by name.
    ImportError
        ``frame`` names a library that is not installed.

    Notes
    -----
    Rates are those of :func:`rate` and of the models of the Rust crates. No filter of this size bears that strangers are deleted.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.compare(10**6, 0.01, frame="arrays")["filter"][0]
    'static-bound'
    """
    batch, deletable = Batch(), flag("deletable", deletable)
    number, rate = one("items", whole("items", items)), one("target", real("target", target))
    rows = batch.ask(lambda: _native.filters_for_items(number, rate))
    return _table([row for row in rows if row[4] or not deletable], ITEM_COLUMNS, frame)


def compare_window(window: int, target: float, *, frame: str | None = None) -> Any:
    """Every filter that remembers the last messages of a stream at a mean false-positive rate, by the memory it takes.

    Parameters
    ----------
    window : int
        W, the messages to be remembered, 2 to 2^20.
    target : float
        P, the mean rate that must not be exceeded, 2^−60 ≤ P < 1.
    frame : {"polars", "pandas", "arrays"}, optional
        As for :func:`compare`.

    Returns
    -------
    a table with a row for each filter
        ``filter``, its name; ``bits_per_message``; ``rate``, the exact mean; ``window``, so many of the newest messages are never
        denied; ``false_negative_rate``, the share of the last W that is no longer held; ``parameters``, as for :func:`compare`.

    Raises
    ------
    ValueError
        Parameters out of domain, by name; searches that take longer than some seconds.
    ImportError
        ``frame`` names a library that is not installed.

    Notes
    -----
    Two phases are those of :func:`recycling_rate`. ``one-phase`` and ``stable`` guarantee no window, and get as much memory.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.compare_window(100, 0.01, frame="arrays")["filter"][0]
    'ring'
    """
    batch = Batch()
    number, rate = one("window", whole("window", window)), one("target", real("target", target))
    rows = batch.ask(lambda: _native.filters_for_window(number, rate))
    return _table(rows, WINDOW_COLUMNS, frame)


def _table(rows: list[tuple[Any, ...]], columns: Sequence[tuple[str, Any]], frame: str | None) -> Any:
    """The rows as the frame that was asked for, or that is at hand."""
    kinds = ("polars", "pandas", "arrays")
    if frame is None:
        frame = next(kind for kind in kinds if kind == "arrays" or find_spec(kind))
    if frame not in kinds:
        raise ValueError(f"frame = {frame!r} is unknown: needs {', '.join(kinds)}")
    values = {name: [row[i] for row in rows] for i, (name, _) in enumerate(columns)}
    if frame == "polars":
        # a struct has the same fields in every row
        fields = dict.fromkeys(name for settings in values["parameters"] for name in settings)
        values["parameters"] = [{name: settings.get(name) for name in fields} for settings in values["parameters"]]
    if frame != "arrays":
        return import_module(frame).DataFrame(values)
    return {name: _array(values[name], dtype) for name, dtype in columns}


def _array(values: list[Any], dtype: Any) -> Any:
    """Missing numbers are NaN, as NumPy has it."""
    array = np.empty(len(values), dtype=dtype)
    array[:] = values
    return array
