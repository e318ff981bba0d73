"""Arguments as NumPy has them: checked, broadcast, made flat for Rust, and answers given their shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

T = TypeVar("T")

#: The largest whole number that any parameter may be.
MAX_SIZE = 2**63 - 1


def whole(name: str, value: ArrayLike) -> NDArray[np.uint64]:
    """Whole numbers from 0 to 2^63 − 1; doubles that are whole will do (``1e6``)."""
    domain = "needs whole numbers from 0 to 2^63 − 1"
    array = _array(name, value, domain)
    if array.dtype.kind not in "iufO" or (array.dtype.kind == "f" and array.dtype.itemsize > 8):
        raise ValueError(f"{name} of type {array.dtype}: {domain}")
    if array.dtype.kind == "f":
        fits = (array >= 0) & (array < 2.0**63) & (array == np.floor(array))
    elif array.dtype.kind == "O":
        integers = np.array([isinstance(one, (int, np.integer)) for one in array.flat], dtype=bool)
        if not integers.all():
            odd = array.flat[int(np.argmin(integers))]
            raise ValueError(f"{name} of type {type(odd).__name__}: {domain}")
        fits = np.array([0 <= one <= MAX_SIZE for one in array.flat], dtype=bool).reshape(array.shape)
    elif array.dtype.kind == "i":
        fits = array >= 0
    else:
        fits = array <= np.uint64(MAX_SIZE)
    if not fits.all():
        index = np.unravel_index(int(np.argmin(fits)), array.shape)
        raise ValueError(f"{name} = {array[index]} is out of domain: {domain}{_place(index)}")
    return array.astype(np.uint64)


def real(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Real numbers in double precision; their domain is Rust's to check."""
    array = _array(name, value, "needs real numbers")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{name} of type {array.dtype}: needs real numbers")
    return array.astype(np.float64)


def flag(name: str, value: bool) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} of type {type(value).__name__}: needs True or False")
    return bool(value)


def text(name: str, value: str) -> str:
    """A name, of a scheme or the like."""
    if not isinstance(value, str):
        raise ValueError(f"{name} of type {type(value).__name__}: needs a string")
    return value


def one(name: str, values: NDArray[Any]) -> Any:
    """The only value of what no table is made of more than once."""
    if values.ndim != 0:
        raise ValueError(f"{name} of shape {values.shape}: needs one number")
    return values.item()


class Batch:
    """Arguments of one call, by name, broadcast against each other."""

    def __init__(self, **arguments: NDArray[Any]) -> None:
        try:
            self.shape = np.broadcast_shapes(*(array.shape for array in arguments.values()))
        except ValueError:
            shapes = ", ".join(f"{name} of shape {array.shape}" for name, array in arguments.items())
            raise ValueError(f"cannot be broadcast together: {shapes}") from None
        self._flat = {name: np.broadcast_to(array, self.shape).ravel() for name, array in arguments.items()}

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._flat[name]

    def ask(self, question: Callable[[], T]) -> T:
        """The answer of Rust; a refusal says at which index it was met."""
        try:
            return question()
        except ValueError as refused:
            if len(refused.args) != 2:
                raise
            message, flat = refused.args
            raise ValueError(f"{message}{_place(np.unravel_index(flat, self.shape))}") from None

    def shaped(self, values: Any, dtype: Any) -> Any:
        """One answer for each question: a Python number for scalars, an array for arrays."""
        array = np.asarray(values, dtype=dtype).reshape(self.shape)
        return array.item() if array.ndim == 0 else array

    def columns(self, rows: list[tuple[Any, ...]], dtypes: tuple[Any, ...]) -> list[Any]:
        """The same for answers of several numbers each."""
        columns = zip(*rows) if rows else [()] * len(dtypes)
        return [self.shaped(column, dtype) for column, dtype in zip(columns, dtypes)]


def _array(name: str, value: ArrayLike, domain: str) -> NDArray[Any]:
    """An array of what NumPy makes one; what a mask hides has no rate, and is not answered as if it had."""
    if np.ma.is_masked(value):
        raise ValueError(f"{name} has masked values: {domain}, as compressed() or filled() gives them")
    try:
        return np.asarray(value)
    except (TypeError, ValueError) as refused:
        raise ValueError(f"{name} is no array: {domain} ({refused})") from None


def _place(index: tuple[Any, ...]) -> str:
    """Where in an array; nothing for a scalar."""
    return f" (at index [{', '.join(str(int(i)) for i in index)}])" if index else ""
