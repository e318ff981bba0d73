"""Arguments as NumPy has them: checked, broadcast, made flat for Rust; answers in their shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeAlias, TypedDict, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

Number: TypeAlias = int | float | np.integer[Any] | np.floating[Any]
Integers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]

# An argument: a number, or an array too.
A = TypeVar("A")
# Fields of answers: numbers for scalars, arrays for arrays.
N = TypeVar("N", int, Integers)
X = TypeVar("X", float, Reals)

Errors = Literal["raise", "nan"]
Scheme = Literal[
    "independent", "double", "double-nonzero", "double-odd", "double-unit", "enhanced", "triple",
    "km-partition", "partitioned", "blocked", "split-block", "blocked-double", "blocked-double-nonzero",
    "blocked-double-odd", "overlapping",
]
DeletableKind = Literal["dfp", "tbf", "tbf-packed", "qbf", "dlbf"]
Policy = Literal["sigma-bounded", "n-bounded", "worst-case"]

# the largest whole number that any parameter may be, and what stands for a number that is none
_MOST = 2**63 - 1
_NONE = np.uint64(2**64 - 1)
_WHOLE = "needs whole numbers from 0 to 2^63 − 1"
_REAL = "needs real numbers"


class Settings(TypedDict, total=False):
    """The arguments of every function over arrays."""

    errors: Errors


class Hashing(Settings, Generic[A], total=False):
    """How the positions of an item are derived."""

    scheme: Scheme
    block_bits: A | None
    word_bits: A | None


def parts(
    scheme: str, block_bits: ArrayLike | None, word_bits: ArrayLike | None, stride: ArrayLike | None = None
) -> dict[str, ArrayLike | None]:
    """The bits of a block, of a word or from one to the next, which only one scheme has."""
    choice("scheme", scheme, get_args(Scheme))
    given = {"block_bits": block_bits, "word_bits": word_bits, "stride": stride}
    for (name, value), needed in zip(given.items(), ("blocked", "split-block", "overlapping")):
        has_blocks = name == "block_bits" and scheme == "overlapping"
        if value is not None and not has_blocks and not scheme.startswith(needed):
            raise ValueError(f"{name} is not for scheme = {scheme!r}: needs scheme = {needed!r}")
    return given


def choice(name: str, value: str, names: Iterable[str]) -> str:
    """One of some names."""
    if not isinstance(value, str):
        raise TypeError(f"{name} of type {type(value).__name__}: needs a string")
    if value not in names:
        raise ValueError(f"{name} = {value!r} is unknown: needs {', '.join(names)}")
    return value


def flag(name: str, value: bool) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} of type {type(value).__name__}: needs True or False")
    return bool(value)


def one(name: str, value: ArrayLike, real: bool = False) -> Any:
    """A single number."""
    array = _reals(name, value) if real else _integers(name, value, nan=False)
    if array.ndim != 0:
        raise TypeError(f"{name} of shape {array.shape}: needs one number")
    return array.item()


def integers(name: str, value: ArrayLike) -> NDArray[np.uint64]:
    """An array of whole numbers."""
    return _integers(name, value, nan=False)


def ask(
    native: Callable[[dict[str, Any]], list[Any]],
    errors: str,
    integers: Mapping[str, ArrayLike | None],
    reals: Mapping[str, ArrayLike] | None = None,
    **settings: Any,
) -> list[Any]:
    """The answers to a question for each element: Python numbers for scalars, else arrays.

    Arguments that are ``None`` were not given.
    """
    nan = choice("errors", errors, get_args(Errors)) == "nan"
    given = {name: value for name, value in integers.items() if value is not None}
    columns: dict[str, NDArray[Any]] = {name: _integers(name, value, nan) for name, value in given.items()}
    columns |= {name: _reals(name, value) for name, value in (reals or {}).items()}
    try:
        shape = np.broadcast_shapes(*(values.shape for values in columns.values()))
    except ValueError:
        shapes = ", ".join(f"{name} of shape {values.shape}" for name, values in columns.items())
        raise ValueError(f"cannot be broadcast together: {shapes}") from None
    alike = {name: v if v.shape == shape else np.broadcast_to(v, shape) for name, v in columns.items()}
    flat = {name: values.ravel() for name, values in alike.items()}
    asked = np.logical_and.reduce([flat[name] != _NONE for name in given]) if nan else None
    questions = dict.fromkeys(integers) | flat | settings | {"count": math.prod(shape), "asked": asked}
    found = answered(lambda: native(questions), shape)
    return [_shaped(np.asarray(column), shape) for column in found]


def answered(native: Callable[[], Any], shape: tuple[int, ...] = ()) -> Any:
    """The answer of Rust; a refusal says at which index it was met."""
    try:
        return native()
    except ValueError as refused:
        if len(refused.args) != 2:
            raise
        message, flat = refused.args
        raise ValueError(f"{message}{_place(np.unravel_index(flat, shape))}") from None


def _shaped(column: NDArray[Any], shape: tuple[int, ...]) -> Any:
    if not shape:
        return column.item()
    return (column.astype(np.int64) if column.dtype.kind == "u" else column).reshape(shape)


def _integers(name: str, value: ArrayLike, nan: bool) -> NDArray[np.uint64]:
    """Whole numbers from 0 to 2^63 − 1, others as ``_NONE`` or refused; whole doubles suffice."""
    array = _numbers(name, value, _WHOLE)
    if array.dtype.kind == "f":
        array = array.astype(np.float64)
        if not isinstance(value, (np.ndarray, np.generic)) and (np.abs(array) >= 2.0**53).any():
            # NumPy makes doubles of [-1, 2^63], which are other numbers
            array = np.asarray(value, dtype=object)
    if array.dtype.kind == "f":
        fits = (array >= 0) & (array < 2.0**63) & (array == np.floor(array))
    elif array.dtype.kind == "O":
        whole = [0 <= one <= _MOST and one % 1 == 0 for one in array.flat]
        fits = np.array(whole, dtype=bool).reshape(array.shape)
    else:
        fits = array >= 0 if array.dtype.kind == "i" else array <= np.uint64(_MOST)
    if fits.all():
        return array.astype(np.uint64)
    if not nan:
        index = np.unravel_index(int(np.argmin(fits)), array.shape)
        raise ValueError(f"{name} = {array[index]} is out of domain: {_WHOLE}{_place(index)}")
    integers = np.full(array.shape, _NONE)
    integers[fits] = array[fits].astype(np.uint64)
    return integers


def _reals(name: str, value: ArrayLike) -> Reals:
    """Real numbers in double precision; their domain is Rust's to check."""
    return _numbers(name, value, _REAL).astype(np.float64)


def _numbers(name: str, value: ArrayLike, needs: str) -> NDArray[Any]:
    """An array of integers, doubles, or Python's numbers as objects."""
    if np.ma.is_masked(value):
        raise ValueError(f"{name} has masked values: {needs}, as compressed() or filled() gives them")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError) as refused:
        raise ValueError(f"{name} is no array: {needs} ({refused})") from None
    if array.dtype.kind == "O":
        real = (int, float, np.integer, np.floating)
        odd = [type(one) for one in array.flat if isinstance(one, bool) or not isinstance(one, real)]
    else:
        odd = [] if array.dtype.kind in "iuf" and array.dtype.itemsize <= 8 else [array.dtype.type]
    if odd:
        raise TypeError(f"{name} of type {odd[0].__name__}: {needs}")
    return array


def _place(index: tuple[Any, ...]) -> str:
    """The place in an array; nothing for a scalar."""
    return f" (at index [{', '.join(str(int(i)) for i in index)}])" if index else ""
