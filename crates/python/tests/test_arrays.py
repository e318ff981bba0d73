"""Arrays: shapes, types, order."""

from decimal import Decimal

import bloomlab
import numpy as np
import pytest

MANY = np.array([10, 20, 40])


def test_scalars_give_python_numbers():
    assert type(bloomlab.rate(1024, 102, 7)) is float
    assert type(bloomlab.rate(np.int32(1024), np.uint8(102), np.array(7))) is float
    assert [type(one) for one in bloomlab.size(20, 0.001)] == [int, int, float, float]
    assert [type(one) for one in bloomlab.recycling_plan(1000, 0.01)] == [int, int, float, float]
    assert [type(one) for one in bloomlab.deletion_rates(256, 10, 3)] == [int, float, float, float]


@pytest.mark.parametrize(
    ("bits", "items", "hashes"),
    [
        ([100, 200, 300], MANY, 3),
        ([[100], [200]], MANY, [1, 2, 3]),
        (100, MANY[::2], 3),
        (100, MANY.astype(float), np.int16(3)),
        (np.full((2, 1, 1), 100, np.uint64), [[10], [20]], [3, 4]),
        (100, [], 3),
        (np.array([1, 2, 3], dtype=object), 2, 3),
    ],
)
def test_arrays_are_scalars_one_by_one(bits, items, hashes):
    every = np.broadcast(bits, items, hashes)
    one_by_one = [bloomlab.rate(*one) for one in every]
    rates = bloomlab.rate(bits, items, hashes)
    assert rates.dtype == np.float64 and rates.shape == every.shape
    assert rates.ravel().tolist() == one_by_one


def test_every_function_broadcasts():
    targets = np.array([[0.1], [0.01]])
    size = bloomlab.size(MANY, targets)
    assert size.bits.shape == (2, 3) and size.bits.dtype == np.int64
    assert size.bits[1, 2] == bloomlab.size(40, 0.01).bits
    averages = bloomlab.recycling_averages(100, [[2], [3]], MANY)
    assert averages.rate.shape == averages.messages_per_cycle.shape == (2, 3)
    assert tuple(column[1, 2] for column in averages) == bloomlab.recycling_averages(100, 3, 40)
    forgetting = bloomlab.recycling_forgetting(100, 3, 40, distance=[[0, 10], [20, 30]])
    assert forgetting.shape == (2, 2) and forgetting[0, 1] == bloomlab.recycling_forgetting(100, 3, 40, distance=10)
    assert bloomlab.classic_rate(100, MANY, [[2], [3]])[1, 2] == bloomlab.classic_rate(100, 40, 3)
    assert bloomlab.observed_rate(100, MANY, [[2], [3]])[1, 2] == bloomlab.observed_rate(100, 40, 3)
    seen = bloomlab.observe(100, MANY, [[2], [3]])
    assert seen.items.shape == (2, 3) and tuple(column[1, 2] for column in seen)[:6] == bloomlab.observe(100, 40, 3)[:6]
    assert bloomlab.capacity([1000, 2000], targets).items[1, 0] == bloomlab.capacity(1000, 0.01).items
    bins = bloomlab.occupancy(MANY, 30, [[5], [9]])
    assert bins.probability.shape == (2, 3) and tuple(column[1, 2] for column in bins) == bloomlab.occupancy(40, 30, 9)
    engines = bloomlab.engine_filter("clickhouse", MANY, targets)
    assert engines.exact.all() and engines.rate[1, 2] == bloomlab.engine_filter("clickhouse", 40, 0.01).rate
    built = bloomlab.library_filter("fastbloom-rs", MANY, targets)
    assert built.hashes.dtype == np.int64 and built.rate[1, 2] == bloomlab.library_filter("fastbloom-rs", 40, 0.01).rate
    plan = bloomlab.recycling_plan([100, 200, 300], targets, hashes=[1, 2, 3])
    assert plan.limit.shape == (2, 3) and plan.hashes.tolist() == [[1, 2, 3]] * 2
    assert plan.rate[1, 2] == bloomlab.recycling_plan(300, 0.01, hashes=3).rate
    some = bloomlab.deletion_rates(2**10, 40, 3, kind="dlbf", deleted=[[0], [5]], region_bits=[4, 8, 16])
    assert some.rate_after_deletions.shape == (2, 3) and some.cells.dtype == np.int64
    one = bloomlab.deletion_rates(2**10, 40, 3, kind="dlbf", deleted=5, region_bits=16)
    assert some.rate_after_deletions[1, 2] == one.rate_after_deletions
    blocks = bloomlab.rate(1024, 100, 4, scheme="blocked", block_bits=[32, 64, 1024])
    assert blocks[2] == pytest.approx(bloomlab.rate(1024, 100, 4), rel=1e-12, abs=0)


def test_no_questions_give_no_answers():
    size = bloomlab.size([], 0.1)
    assert [one.shape for one in size] == [(0,)] * 4 and size.bits.dtype == np.int64
    assert bloomlab.rate(np.zeros((0, 3)), 1, 1).shape == (0, 3)


def test_whole_numbers_keep_every_digit():
    # a double would round it to 2^63
    with pytest.raises(ValueError, match=f"bits = {2**63 - 2} is out of domain: needs a multiple of hashes = 4"):
        bloomlab.rate(2**63 - 2, 1, 4, scheme="km-partition")


@pytest.mark.skipif(not bloomlab.EXACT, reason="built without the feature exact")
def test_certified_rates_come_as_decimals():
    certified = bloomlab.certified_rate(1024, [[100, 200]], 7, 20)
    assert all(column.shape == (1, 2) and column.dtype == object for column in certified)
    assert tuple(column[0, 1] for column in certified) == bloomlab.certified_rate(1024, 200, 7, 20)
    assert type(certified.lower[0, 0]) is Decimal
    assert float(certified.value[0, 0]) == pytest.approx(bloomlab.rate(1024, 100, 7), rel=1e-12, abs=0)
    assert bloomlab.certified_rate(1024, [], 7).value.shape == (0,)
