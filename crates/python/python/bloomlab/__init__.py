"""What a Bloom filter really does: exact false-positive rates from 32 to 2^63 bits, the smallest
filter that keeps a rate, filters that recycle, and filters that delete.

Numbers may be arrays, which broadcast as NumPy's do: scalars in, Python numbers out; arrays in,
arrays out. Answers of several numbers are named tuples of them.

An argument of a wrong type raises ``TypeError``. A value out of domain, or a question that takes
longer than some seconds, raises ``ValueError`` with the parameter, its value, its domain and its
index; with ``errors="nan"`` that element's answer is NaN, and 0 where the answer is a whole number.

Arrays use all cores (``BLOOMLAB_NUM_THREADS`` limits them), without Python's lock. Ctrl-C stops a
call at once.
"""

from ._arguments import DeletableKind, Policy, Scheme
from ._comparison import SizedFilter, SizedWindow, compare, compare_window
from ._deletion import DeletionRates, deletion_rates
from ._filters import Certified, certified_rate, classic_rate, observed_rate, rate
from ._native import EXACT
from ._native import VERSION as __version__
from ._occupancy import Occupancy, occupancy
from ._observations import CombinedFilters, CommonItems, Observed, combine, common_items, observe
from ._parts import observe_fills, observe_raw
from ._recycling import (
    RecyclingAverages, RecyclingPlan, recycling_averages, recycling_false_negatives, recycling_forgetting, recycling_plan,
)
from ._rate_tests import RateTest, rate_test, static_rate_test
from ._sizes import ENGINES, LIBRARIES, SCHEMES, Engine, EngineFilter, Library, LibraryFilter, Size, engine_filter, library_filter, size
from ._uncertain import Between, LogNormal, UncertainRate, UncertainSize, uncertain_rate, uncertain_size
from ._why import Cause, why

__all__ = [
    "ENGINES", "EXACT", "LIBRARIES", "SCHEMES", "Between", "Cause", "Certified", "CombinedFilters", "CommonItems",
    "DeletableKind", "DeletionRates", "Engine", "EngineFilter", "Library", "LibraryFilter", "LogNormal", "Observed",
    "Occupancy", "Policy", "RateTest", "RecyclingAverages", "RecyclingPlan", "Scheme", "Size", "SizedFilter",
    "SizedWindow", "UncertainRate", "UncertainSize", "__version__", "certified_rate", "classic_rate", "combine",
    "common_items", "compare", "compare_window", "deletion_rates", "engine_filter", "library_filter", "observe",
    "observe_fills", "observe_raw", "observed_rate", "occupancy", "rate", "rate_test", "recycling_averages",
    "recycling_false_negatives", "recycling_forgetting", "recycling_plan", "size", "static_rate_test", "uncertain_rate", "uncertain_size", "why",
]
