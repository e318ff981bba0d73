"""Lines that users write, with the types that a checker must infer; checked by mypy, and run by nobody."""

from decimal import Decimal
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import bloomlab

Reals = NDArray[np.float64]
many = np.array([100, 200])

assert_type(bloomlab.rate(1024, 102, 7), float)
assert_type(bloomlab.rate(np.int64(1024), 1e2, 7, scheme="blocked", block_bits=512), float)
assert_type(bloomlab.rate(1024, many, 7), Reals)
assert_type(bloomlab.rate([[1024]], many, [5, 7], scheme="double"), Reals)
assert_type(bloomlab.certified_rate(1024, 102, 7).lower, Decimal)
assert_type(bloomlab.certified_rate(1024, many, 7).lower, NDArray[np.object_])
assert_type(bloomlab.classic_rate(1024, many, 7, formula="bloom-1970"), Reals)
assert_type(bloomlab.observed_rate(1024, 512, 7), float)
assert_type(bloomlab.size(20, 0.001).bits, int)
assert_type(bloomlab.size(many, 0.001).bits, NDArray[np.int64])
assert_type(bloomlab.size(many, 0.001, errors="nan").rate, Reals)
assert_type(bloomlab.engine_filter("git", many, 0.001).bits, NDArray[np.int64])
assert_type(bloomlab.library_filter("fastbloom", many, 0.001).hashes, NDArray[np.int64])
assert_type(bloomlab.recycling_averages(1000, 6, 606).rate, float)
assert_type(bloomlab.recycling_averages(1000, 6, messages=many, phases=2).messages_per_cycle, Reals)
assert_type(bloomlab.recycling_forgetting(1000, 6, 606, distance=many), Reals)
assert_type(bloomlab.recycling_plan(1000, 0.01).messages_per_cycle, float)
assert_type(bloomlab.recycling_plan(1000, [0.01, 0.1], hashes=6).limit, NDArray[np.int64])
assert_type(bloomlab.deletion_rates(2**18, 2**14, 4).deletability, float)
assert_type(bloomlab.deletion_rates(2**18, 2**14, 4, kind="dlbf", region_bits=many).rate, Reals)
assert_type(bloomlab.occupancy(20, 32, many).variance, Reals)
assert_type(bloomlab.rate_test(1024, 102, 7, 1000).kind, str)
assert_type(bloomlab.rate_test(1024, 102, 7, many, ratio=2).least_ratio, Reals)
assert_type(bloomlab.compare(1000, 0.01)[0].filter, str)
assert_type(bloomlab.static_rate_test(8, many).upper, NDArray[np.int64])
assert_type(bloomlab.recycling_false_negatives(1000, 6, 606, reuse="uniform:9"), float)
assert_type(bloomlab.compare_window(1000, 0.01)[0].window, int)
scheme: bloomlab.Scheme
for scheme in bloomlab.SCHEMES:
    assert_type(bloomlab.rate(1024, 102, 7, scheme=scheme), float)

# what a checker must refuse: with strict settings an unused ignore is an error
bloomlab.rate(1024, 102)  # type: ignore[call-overload]
bloomlab.rate(1024, 102, 7, scheme="md5")  # type: ignore[call-overload]
bloomlab.rate(1024, 102, 7, errors="ignore")  # type: ignore[call-overload]
bloomlab.deletion_rates(2**18, 2**14, 4, kind="cuckoo")  # type: ignore[call-overload]
bloomlab.recycling_averages(1000, 6, 606, phases=3)  # type: ignore[call-overload]
bloomlab.recycling_forgetting(1000, 6, 606)  # type: ignore[call-overload]
bloomlab.compare(1000, 0.01, frame="polars")  # type: ignore[call-arg]
assert_type(bloomlab.observe(9586, 4793, 7).items_lower, int)
assert_type(bloomlab.observe(9586, many, 7, scheme="double").items, Reals)
assert_type(bloomlab.observe_bytes(8, b"a", 3).items_lower, int)
assert_type(bloomlab.why(64, 5, 3, 1, 10).causes[0].cause, str)
assert_type(bloomlab.capacity(1024, many).items, NDArray[np.int64])
assert_type(bloomlab.capacity(1024, 0.01, hashes=3).rate, float)
assert_type(bloomlab.rate_test(1024, 102, 7, while_filling=True, bound=3).exceeds, float)
