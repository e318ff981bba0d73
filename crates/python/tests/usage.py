"""What users write, with the types that a checker must infer; checked by mypy, and run by nobody."""

from decimal import Decimal
from typing import Any, assert_type

import numpy as np
import polars as pl
from numpy.typing import NDArray

import bloomlab

Reals = NDArray[np.float64]
many = np.array([100, 200])

assert_type(bloomlab.rate(1024, 102, 7), float)
assert_type(bloomlab.rate(np.int64(1024), 1e2, 7, scheme="blocked", block_bits=512), float)
assert_type(bloomlab.rate(1024, many, 7), Reals)
assert_type(bloomlab.rate([[1024]], many, [5, 7], scheme="double"), Reals)
assert_type(bloomlab.certified_rate(1024, 102, 7).lower, Decimal)
assert_type(bloomlab.certified_rate(1024, many, 7), NDArray[np.object_])
assert_type(bloomlab.size(20, 0.001).bits, int)
assert_type(bloomlab.size(many, 0.001).bits, NDArray[np.int64])
assert_type(bloomlab.size(many, 0.001).rate, Reals)
assert_type(bloomlab.recycling_rate(1000, 6, 606), float)
assert_type(bloomlab.recycling_rate(1000, 6, many, phases=2), Reals)
assert_type(bloomlab.messages_per_cycle(1000, 6, many), Reals)
assert_type(bloomlab.recycling_plan(1000, 0.01).messages_per_cycle, float)
assert_type(bloomlab.recycling_plan(1000, [0.01, 0.1], hashes=6).limit, NDArray[np.int64])
assert_type(bloomlab.deletable(2**18, 2**14, 4).deletability, float)
assert_type(bloomlab.deletable(2**18, 2**14, 4, filter="dlbf", region_bits=many).rate, Reals)
assert_type(bloomlab.compare(1000, 0.01, frame="polars"), pl.DataFrame)
assert_type(bloomlab.compare_window(1000, 0.01, frame="arrays"), dict[str, NDArray[Any]])
assert_type(bloomlab.SCHEMES, tuple[str, ...])

# what a checker must refuse: with strict settings an unused ignore is an error
bloomlab.rate(1024, 102)  # type: ignore[call-overload]
bloomlab.deletable(2**18, 2**14, 4, filter="cuckoo")  # type: ignore[call-overload]
bloomlab.recycling_rate(1000, 6, 606, phases=3)  # type: ignore[call-overload]
bloomlab.compare(1000, 0.01, frame="arrow")  # type: ignore[call-overload]
