"""The native half: flat arrays of equal length. Private; a `ValueError` has a message and the index of the question refused."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_Counts = NDArray[np.uint64]
_Reals = NDArray[np.float64]

__all__ = [
    "EXACT",
    "VERSION",
    "certified_rates",
    "deletable_filters",
    "filters_for_items",
    "filters_for_window",
    "rates",
    "recycling_averages",
    "recycling_plans",
    "schemes",
    "sizes",
]

EXACT: Final[bool]
VERSION: Final[str]

def schemes() -> list[str]: ...
def rates(
    filters: tuple[_Counts, _Counts, _Counts], scheme: str, part_bits: _Counts | None, without_replacement: bool
) -> _Reals: ...
def sizes(
    goals: tuple[_Counts, _Reals], scheme: str, part_bits: _Counts | None, power_of_two: bool
) -> list[tuple[int, int, float]]: ...
def recycling_averages(
    filters: tuple[_Counts, _Counts, _Counts], phases: int, without_replacement: bool
) -> list[tuple[float, float]]: ...
def recycling_plans(
    goals: tuple[_Counts, _Reals], hashes: _Counts | None, policy: str, phases: int, without_replacement: bool
) -> list[tuple[int, int, float, float]]: ...
def deletable_filters(
    filter: str, filters: tuple[_Counts, _Counts, _Counts, _Counts, _Counts]
) -> list[tuple[int, float, float, float]]: ...
def filters_for_items(
    items: int, target: float
) -> list[tuple[str, float, float, float | None, bool, bool, bool, dict[str, Any]]]: ...
def filters_for_window(window: int, target: float) -> list[tuple[str, float, float, int, float, dict[str, Any]]]: ...

# of a package built with the feature exact
def certified_rates(
    filters: tuple[_Counts, _Counts, _Counts], digits: int, scheme: str, part_bits: _Counts | None
) -> list[tuple[str, str, str]]: ...
