"""What a Bloom filter really does: exact false-positive rates from 32 to 2^63 bits, the smallest filter that keeps a rate, filters
that recycle, and filters that delete.

Sizes and rates may be arrays, which broadcast as NumPy's do: scalars in, scalars out. Errors in arguments are
``ValueError``\\ s that name the parameter, its value or type, and its domain; values that a mask hides are refused. Long calls use all cores (``RAYON_NUM_THREADS`` limits them), without Python's lock.
"""

from ._comparison import compare, compare_window
from ._deletable import Deletable, deletable
from ._filters import Certified, Size, certified_rate, rate, size
from ._native import EXACT
from ._native import VERSION as __version__
from ._recycling import RecyclingPlan, messages_per_cycle, recycling_plan, recycling_rate
from ._schemes import SCHEMES

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
