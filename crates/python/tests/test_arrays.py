"""Arrays: shapes, types, order."""

import bloomlab
import numpy as np
import pytest

MANY = np.array([10, 20, 40])


def test_scalars_give_python_numbers():
    assert type(bloomlab.rate(1024, 102, 7)) is float
    assert type(bloomlab.rate(np.int32(1024), np.uint8(102), np.array(7))) is float
    assert [type(one) for one in bloomlab.size(20, 0.001)] == [int, int, float]
    assert [type(one) for one in bloomlab.recycling_plan(1000, 0.01)] == [int, int, float, float]
    assert [type(one) for one in bloomlab.deletable(256, 10, 3)] == [int, float, float, float]


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
    rates = bloomlab.recycling_rate(100, [[2], [3]], MANY)
    assert rates.shape == (2, 3) and rates[1, 2] == bloomlab.recycling_rate(100, 3, 40)
    messages = bloomlab.messages_per_cycle(100, [[2], [3]], MANY)
    assert messages.shape == (2, 3) and messages[1, 2] == bloomlab.messages_per_cycle(100, 3, 40)
    plan = bloomlab.recycling_plan([100, 200, 300], targets, hashes=[1, 2, 3])
    assert plan.limit.shape == (2, 3) and plan.hashes.tolist() == [[1, 2, 3]] * 2
    assert plan.rate[1, 2] == bloomlab.recycling_plan(300, 0.01, hashes=3).rate
    some = bloomlab.deletable(2**10, 40, 3, filter="dlbf", deleted=[[0], [5]], region_bits=[4, 8, 16])
    assert some.rate_after_deletions.shape == (2, 3) and some.cells.dtype == np.int64
    one = bloomlab.deletable(2**10, 40, 3, filter="dlbf", deleted=5, region_bits=16)
    assert some.rate_after_deletions[1, 2] == one.rate_after_deletions
    blocks = bloomlab.rate(1024, 100, 4, scheme="blocked", block_bits=[32, 64, 1024])
    assert blocks[2] == pytest.approx(bloomlab.rate(1024, 100, 4), rel=1e-12, abs=0)


def test_no_questions_give_no_answers():
    size = bloomlab.size([], 0.1)
    assert [one.shape for one in size] == [(0,)] * 3 and size.bits.dtype == np.int64
    assert bloomlab.rate(np.zeros((0, 3)), 1, 1).shape == (0, 3)


def test_whole_numbers_keep_every_digit():
    # a double would round it to 2^63
    with pytest.raises(ValueError, match=f"bits = {2**63 - 2} is out of domain: needs a multiple of hashes = 4"):
        bloomlab.rate(2**63 - 2, 1, 4, scheme="km-partition")


@pytest.mark.skipif(not bloomlab.EXACT, reason="built without the feature exact")
def test_certified_rates_come_as_objects():
    certified = bloomlab.certified_rate(1024, [[100, 200]], 7, 20)
    assert certified.shape == (1, 2) and certified.dtype == object
    assert certified[0, 1] == bloomlab.certified_rate(1024, 200, 7, 20)
    assert float(certified[0, 0].value) == pytest.approx(bloomlab.rate(1024, 100, 7), rel=1e-12, abs=0)
