"""The numbers of a Bloom filter: exact false-positive rates from 32 to 2^63 bits, the smallest filter that keeps a rate,
filters that recycle, and filters that delete.

Numbers may be arrays, which broadcast as NumPy's do: scalars in, Python numbers out; arrays in, arrays out. Answers of several
numbers are named tuples of them.

An argument of a wrong type raises ``TypeError``. A value out of domain, masked values and a question without an answer raise
``ValueError`` with the parameter, its value, its domain and its index; with ``errors="nan"`` that element's answer is NaN, and
0 where the answer is a whole number.

Arrays use all cores (``BLOOMLAB_NUM_THREADS`` limits them), without Python's lock. Ctrl-C stops a call at once.
"""

from ._arguments import DeletableKind, Policy, Scheme
from ._comparison import SizedFilter, SizedWindow, compare, compare_window
from ._filters import Certified, DeletionRates, certified_rate, classic_rate, deletion_rates, observed_rate, rate
from ._native import EXACT
from ._native import VERSION as __version__
from ._questions import (
    AtMost, Cause, Observed, Occupancy, RateTest, Why, observe, observe_bytes, occupancy, occupancy_at_most, occupancy_quantile, rate_test, static_rate_test, why,
)
from ._recycling import (
    RecyclingAverages, RecyclingPlan, recycling_averages, recycling_false_negatives, recycling_forgetting, recycling_plan,
)
from ._sizes import (
    ENGINES, LIBRARIES, SCHEMES, Capacity, Engine, EngineFilter, Library, LibraryFilter, Size, capacity, engine_filter,
    library_filter, size,
)

__all__ = [
    "ENGINES", "EXACT", "LIBRARIES", "SCHEMES", "Capacity", "Cause", "Certified", "DeletableKind", "DeletionRates", "Engine",
    "EngineFilter", "Library", "LibraryFilter", "Observed", "Occupancy", "Policy", "RateTest", "RecyclingAverages",
    "RecyclingPlan", "Scheme", "Size", "SizedFilter", "SizedWindow", "Why", "__version__", "capacity", "certified_rate",
    "classic_rate", "compare", "compare_window", "deletion_rates", "engine_filter", "library_filter", "observe",
    "observe_bytes", "observed_rate", "occupancy", "occupancy_at_most", "occupancy_quantile", "rate", "rate_test", "recycling_averages", "recycling_false_negatives",
    "recycling_forgetting", "recycling_plan", "size", "static_rate_test", "why",
]
