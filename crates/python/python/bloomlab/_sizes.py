"""The smallest filter for a rate, and what libraries and engines build for it."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Unpack, get_args, overload

from numpy.typing import ArrayLike

from . import _native
from ._arguments import (
    A, Errors, Hashing, Integers, N, Number, Reals, Scheme, Settings, X, ask, choice, flag, parts,
)

#: The names of all hashing schemes.
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)

class Library(NamedTuple):
    """A library whose source was read."""

    version: str  #: The version read.
    law: str  #: ``exact`` where its distribution of positions is computed, ``nearest`` where another is.


#: All libraries that :func:`library_filter` knows, by name.
LIBRARIES: dict[str, Library] = {name: Library(*of) for name, *of in _native.libraries()}


class Engine(NamedTuple):
    """An engine whose source was read: a database, a file format or a tool."""

    version: str  #: The version read.
    law: str  #: ``exact`` where its distribution of positions is computed, ``nearest`` where another is.
    setting: str  #: What its user sets: ``rate``, ``bits-per-key`` or ``nothing``.


#: All engines that :func:`engine_filter` knows, by name.
ENGINES: dict[str, Engine] = {name: Engine(*of) for name, *of in _native.engines()}


class Size(NamedTuple, Generic[N, X]):
    """The smallest filter that keeps a target."""

    bits: N  #: m, in bits.
    hashes: N  #: k.
    rate: X  #: The false-positive rate with the items stored, at most the target.
    largest_error: X  #: The largest relative error seen of such a rate; 0 where it is exact.


class Capacity(NamedTuple, Generic[N, X]):
    """The most items that a filter keeps at a target."""

    items: N  #: n; 0 where a single item raises the rate above it.
    hashes: N  #: k.
    rate: X  #: The false-positive rate with them.


class LibraryFilter(NamedTuple, Generic[N, X]):
    """The filter that a library makes."""

    bits: N  #: The bits that it allocates.
    hashes: N  #: k; 0 where items have no positions.
    rate: X  #: The false-positive rate with the items stored.


class EngineFilter(NamedTuple, Generic[N, X]):
    """The filter inside an engine."""

    bits: N  #: The bits that it allocates.
    hashes: N  #: k; 0 if items have no positions.
    bits_per_key: N  #: The fewest that keep the target, where they are what a user sets; else 0.
    exact: N  #: 1 where the rate is that of its own distribution, 0 where the nearest one stands in.
    rate: X  #: The false-positive rate with the items stored.


class _Capacity(Hashing[A], Generic[A], total=False):
    hashes: A | None


class _Sizing(_Capacity[A], Generic[A], total=False):
    power_of_two: bool


@overload
def size(items: Number, target: Number, **how: Unpack[_Sizing[Number]]) -> Size[int, float]: ...
@overload
def size(items: ArrayLike, target: ArrayLike, **how: Unpack[_Sizing[ArrayLike]]) -> Size[Integers, Reals]: ...
def size(
    items: ArrayLike, target: ArrayLike, *, hashes: ArrayLike | None = None, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, power_of_two: bool = False,
    errors: Errors = "raise",
) -> Any:
    """The fewest bits that keep a false-positive rate.

    Parameters
    ----------
    items : array_like of int
        n, the items to be stored.
    target : array_like of float
        P, the rate that must not be exceeded, 2^−256 ≤ P < 1.
    hashes : array_like of int, optional
        k, 1 to 64; the best number where not given.
    scheme, block_bits, word_bits, errors
        As for :func:`rate`. Under double hashing the rate may rise from one number of bits to the next: that no smaller
        filter keeps the target is then observed, not proved.
    power_of_two : bool, default False
        Only powers of two.

    Returns
    -------
    Size
        Of several k with as many bits, the one with the lowest rate. Under double hashing of many items the rate is
        approximate. Without the feature ``exact``, a rate within 1e-12 of the target (other schemes: within the error of
        :func:`rate`) may be taken for either side.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.size(20, 0.001)[:2]
    (291, 10)
    """
    numbers = {"items": items, "hashes": hashes} | parts(scheme, block_bits, word_bits)
    how = {"scheme": scheme, "power_of_two": flag("power_of_two", power_of_two)}
    return Size(*ask(_native.sizes, errors, numbers, {"target": target}, **how))


@overload
def capacity(bits: Number, target: Number, **how: Unpack[_Capacity[Number]]) -> Capacity[int, float]: ...
@overload
def capacity(bits: ArrayLike, target: ArrayLike, **how: Unpack[_Capacity[ArrayLike]]) -> Capacity[Integers, Reals]: ...
def capacity(
    bits: ArrayLike, target: ArrayLike, *, hashes: ArrayLike | None = None, scheme: Scheme = "independent",
    block_bits: ArrayLike | None = None, word_bits: ArrayLike | None = None, errors: Errors = "raise",
) -> Any:
    """The most items that a filter keeps at a false-positive rate.

    Parameters
    ----------
    bits : array_like of int
        m, the bits of the filter.
    target, scheme, block_bits, word_bits, errors
        As for :func:`size`.
    hashes : array_like of int, optional
        k; the best number up to 64 where not given, up to 14 under double hashing and its kin.

    Returns
    -------
    Capacity
        ``items``, ``hashes`` and ``rate``: numbers for scalars, else arrays of int64 and float64.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.capacity(2**24, 2**-32, hashes=32).items
    363408
    """
    numbers = {"bits": bits, "hashes": hashes} | parts(scheme, block_bits, word_bits)
    return Capacity(*ask(_native.capacities, errors, numbers, {"target": target}, scheme=scheme))


@overload
def library_filter(
    library: str, items: Number, target: Number, **how: Unpack[Settings]
) -> LibraryFilter[int, float]: ...
@overload
def library_filter(
    library: str, items: ArrayLike, target: ArrayLike, **how: Unpack[Settings]
) -> LibraryFilter[Integers, Reals]: ...
def library_filter(library: str, items: ArrayLike, target: ArrayLike, *, errors: Errors = "raise") -> Any:
    """The filter that a library makes for a number of items and a rate.

    Parameters
    ----------
    library : str
        One of :data:`LIBRARIES`, which states the version.
    items : array_like of int
        n, the items to be stored, up to 2^40.
    target : array_like of float
        P, the rate that the library is asked for, 1e-15 ≤ P ≤ 0.5; some libraries take none, and ignore it.
    errors : {"raise", "nan"}, default "raise"
        As for :func:`rate`.

    Returns
    -------
    LibraryFilter
        Where the ``law`` of the library is ``nearest``, the rate is that of the nearest distribution that is computed.
        The writer of ``parquet-java`` stops at 1 MiB, whatever is asked for.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.library_filter("fastbloom-rs", 1000, 0.01)[:2]
    (9600, 7)
    """
    choice("library", library, LIBRARIES)
    return LibraryFilter(*ask(_native.library_filters, errors, {"items": items}, {"target": target}, library=library))


@overload
def engine_filter(
    engine: str, items: Number, target: Number, **how: Unpack[Settings]
) -> EngineFilter[int, float]: ...
@overload
def engine_filter(
    engine: str, items: ArrayLike, target: ArrayLike, **how: Unpack[Settings]
) -> EngineFilter[Integers, Reals]: ...
def engine_filter(engine: str, items: ArrayLike, target: ArrayLike, *, errors: Errors = "raise") -> Any:
    """The filter inside an engine for a number of items and a rate.

    Parameters
    ----------
    engine : str
        One of :data:`ENGINES`, which states the version.
    items, errors
        As for :func:`library_filter`.
    target : array_like of float
        P, the rate wanted, 1e-15 ≤ P ≤ 0.5. Where a user sets bits per key, the fewest that keep it are taken; where nothing
        is set, it is ignored.

    Returns
    -------
    EngineFilter
        Where ``exact`` is 0, the rate is that of the nearest distribution of positions that is computed; ``bloomlab size
        --like`` shows the nearest measurement beside it.

    Examples
    --------
    >>> import bloomlab
    >>> bloomlab.engine_filter("leveldb", 1000, 0.01)[:4]
    (10000, 6, 10, 0)
    """
    choice("engine", engine, ENGINES)
    return EngineFilter(*ask(_native.engine_filters, errors, {"items": items}, {"target": target}, engine=engine))
