from decimal import Decimal
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, overload

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "EXACT",
    "SCHEMES",
    "Certified",
    "Deletable",
    "RecyclingPlan",
    "Size",
    "__version__",
    "certified_rate",
    "compare",
    "compare_window",
    "deletable",
    "messages_per_cycle",
    "rate",
    "recycling_plan",
    "recycling_rate",
    "size",
]

_Number = int | float | np.integer[Any] | np.floating[Any]
_Counts = NDArray[np.int64]
_Reals = NDArray[np.float64]
_Arrays = dict[str, NDArray[Any]]
_Filter = Literal["dfp", "tbf", "tbf-packed", "qbf", "dlbf"]
_Policy = Literal["sigma-bounded", "n-bounded", "worst-case"]

# a number for scalars, an array for arrays
_N = TypeVar("_N", int, _Counts)
_X = TypeVar("_X", float, _Reals)

EXACT: Final[bool]
__version__: Final[str]
SCHEMES: tuple[str, ...]

class Size(NamedTuple, Generic[_N, _X]):
    bits: _N
    hashes: _N
    rate: _X

class Certified(NamedTuple):
    text: str
    value: Decimal
    lower: Decimal
    upper: Decimal

class RecyclingPlan(NamedTuple, Generic[_N, _X]):
    hashes: _N
    limit: _N
    messages_per_cycle: _X
    rate: _X

class Deletable(NamedTuple, Generic[_N, _X]):
    cells: _N
    deletability: _X
    rate: _X
    rate_after_deletions: _X

@overload
def rate(
    bits: _Number,
    items: _Number,
    hashes: _Number,
    *,
    scheme: str = "independent",
    block_bits: _Number | None = None,
    word_bits: _Number | None = None,
    without_replacement: bool = False,
) -> float: ...
@overload
def rate(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    *,
    scheme: str = "independent",
    block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None,
    without_replacement: bool = False,
) -> _Reals: ...
@overload
def certified_rate(
    bits: _Number,
    items: _Number,
    hashes: _Number,
    digits: int = 30,
    *,
    scheme: str = "independent",
    block_bits: _Number | None = None,
    word_bits: _Number | None = None,
) -> Certified: ...
@overload
def certified_rate(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    digits: int = 30,
    *,
    scheme: str = "independent",
    block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None,
) -> NDArray[np.object_]: ...
@overload
def size(
    items: _Number,
    target: _Number,
    *,
    scheme: str = "independent",
    block_bits: _Number | None = None,
    word_bits: _Number | None = None,
    power_of_two: bool = False,
) -> Size[int, float]: ...
@overload
def size(
    items: ArrayLike,
    target: ArrayLike,
    *,
    scheme: str = "independent",
    block_bits: ArrayLike | None = None,
    word_bits: ArrayLike | None = None,
    power_of_two: bool = False,
) -> Size[_Counts, _Reals]: ...
@overload
def recycling_rate(
    bits: _Number,
    hashes: _Number,
    sigma: _Number,
    *,
    phases: Literal[1, 2] = 1,
    without_replacement: bool = False,
) -> float: ...
@overload
def recycling_rate(
    bits: ArrayLike,
    hashes: ArrayLike,
    sigma: ArrayLike,
    *,
    phases: Literal[1, 2] = 1,
    without_replacement: bool = False,
) -> _Reals: ...
@overload
def messages_per_cycle(
    bits: _Number,
    hashes: _Number,
    sigma: _Number,
    *,
    phases: Literal[1, 2] = 1,
    without_replacement: bool = False,
) -> float: ...
@overload
def messages_per_cycle(
    bits: ArrayLike,
    hashes: ArrayLike,
    sigma: ArrayLike,
    *,
    phases: Literal[1, 2] = 1,
    without_replacement: bool = False,
) -> _Reals: ...
@overload
def recycling_plan(
    bits: _Number,
    target: _Number,
    *,
    hashes: _Number | None = None,
    policy: _Policy = "sigma-bounded",
    phases: Literal[1, 2] = 1,
    without_replacement: bool = False,
) -> RecyclingPlan[int, float]: ...
@overload
def recycling_plan(
    bits: ArrayLike,
    target: ArrayLike,
    *,
    hashes: ArrayLike | None = None,
    policy: _Policy = "sigma-bounded",
    phases: Literal[1, 2] = 1,
    without_replacement: bool = False,
) -> RecyclingPlan[_Counts, _Reals]: ...
@overload
def deletable(
    bits: _Number,
    items: _Number,
    hashes: _Number,
    *,
    filter: _Filter = "dfp",
    deleted: _Number = 0,
    region_bits: _Number | None = None,
) -> Deletable[int, float]: ...
@overload
def deletable(
    bits: ArrayLike,
    items: ArrayLike,
    hashes: ArrayLike,
    *,
    filter: _Filter = "dfp",
    deleted: ArrayLike = 0,
    region_bits: ArrayLike | None = None,
) -> Deletable[_Counts, _Reals]: ...
@overload
def compare(items: int, target: float, *, deletable: bool = False, frame: Literal["polars"]) -> pl.DataFrame: ...
@overload
def compare(items: int, target: float, *, deletable: bool = False, frame: Literal["pandas"]) -> pd.DataFrame: ...
@overload
def compare(items: int, target: float, *, deletable: bool = False, frame: Literal["arrays"]) -> _Arrays: ...
@overload
def compare(
    items: int, target: float, *, deletable: bool = False, frame: None = None
) -> pl.DataFrame | pd.DataFrame | _Arrays: ...
@overload
def compare_window(window: int, target: float, *, frame: Literal["polars"]) -> pl.DataFrame: ...
@overload
def compare_window(window: int, target: float, *, frame: Literal["pandas"]) -> pd.DataFrame: ...
@overload
def compare_window(window: int, target: float, *, frame: Literal["arrays"]) -> _Arrays: ...
@overload
def compare_window(
    window: int, target: float, *, frame: None = None
) -> pl.DataFrame | pd.DataFrame | _Arrays: ...
