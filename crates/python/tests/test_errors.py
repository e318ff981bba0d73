"""What is refused, and how: the parameter, its value, its domain, and where in an array it stands."""

import bloomlab
import numpy as np
import pytest

REFUSED = [
    (lambda: bloomlab.rate(0, 1, 1), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1"),
    (lambda: bloomlab.rate(8, 1, 513), "hashes = 513 is out of domain: needs 1 ≤ hashes ≤ 512"),
    (lambda: bloomlab.rate(8, 2**62, 4), f"items = {2**62} is out of domain"),
    (lambda: bloomlab.rate(-1, 1, 1), "bits = -1 is out of domain: needs whole numbers from 0 to 2^63 − 1"),
    (lambda: bloomlab.rate(8, 1.5, 1), "items = 1.5 is out of domain"),
    (lambda: bloomlab.rate(8, np.nan, 1), "items = nan is out of domain"),
    (lambda: bloomlab.rate(2**63, 1, 1), f"bits = {2**63} is out of domain"),
    (lambda: bloomlab.rate(2**64, 1, 1), f"bits = {2**64} is out of domain"),
    (lambda: bloomlab.rate([8, 0, 0], 1, 1), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1 (at index [1])"),
    (lambda: bloomlab.rate(8, [[1], [-2]], [1, 2]), "items = -2 is out of domain: needs whole numbers from 0 to 2^63 − 1 (at index [1, 0])"),
    (lambda: bloomlab.rate(8, [[1], [2]], [1, 0]), "hashes = 0 is out of domain: needs 1 ≤ hashes ≤ 512 (at index [0, 1])"),
    (lambda: bloomlab.rate([1, 2], [1, 2, 3], 1), "cannot be broadcast together: bits of shape (2,), items of shape (3,), hashes of shape ()"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="md5"), 'scheme = "md5" is unknown: needs independent, double, '),
    (lambda: bloomlab.rate(9, 1, 1, scheme="double-odd"), "bits = 9 is out of domain"),
    (lambda: bloomlab.rate(8, 1, 1, block_bits=8), "block_bits is not for scheme = 'independent': needs scheme = 'blocked'"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="blocked", word_bits=8), "word_bits is not for scheme = 'blocked'"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="blocked", block_bits=3), "block_bits = 3 is out of domain: needs a divisor of"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="blocked", block_bits=0), "block_bits = 0 is out of domain: needs 1 ≤ block_bits"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="split-block", word_bits=0), "word_bits = 0 is out of domain: needs 1 ≤ word_bits"),
    (lambda: bloomlab.rate(100, 1, 3, scheme="split-block", word_bits=8), "hashes · word_bits to divide bits = 100"),
    (lambda: bloomlab.deletable(64, 1, 1, filter="dlbf", region_bits=0), "region_bits = 0 is out of domain: needs 1 ≤ region_bits ≤ 1024"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="double", without_replacement=True), "without_replacement is not for scheme = 'double'"),
    (lambda: bloomlab.size(10, 1.0), "target = 1 is out of domain: needs 0 < target < 1"),
    (lambda: bloomlab.size(10, [0.1, np.nan]), "target = NaN is out of domain: needs 0 < target < 1 (at index [1])"),
    (lambda: bloomlab.size(10, 0, scheme="double"), "target = 0 is out of domain"),
    (lambda: bloomlab.size(1000, 1e-6, scheme="triple"), "items = 1000 is out of domain"),
    (lambda: bloomlab.recycling_rate(100, 3, 100), "sigma = 100 is out of domain"),
    (lambda: bloomlab.recycling_rate(100, 1025, 50), "hashes = 1025 is out of domain"),
    (lambda: bloomlab.messages_per_cycle(1, 3, 0, phases=2), "bits = 1 is out of domain: needs an even number ≥ 2"),
    (lambda: bloomlab.recycling_rate(100, 3, 50, phases=3), "phases = 3 is out of domain: needs 1 or 2"),
    (lambda: bloomlab.recycling_rate(100, 3, 50, phases=[1, 2]), "phases of shape (2,): needs one number"),
    (lambda: bloomlab.recycling_plan(100, 2), "target = 2 is out of domain"),
    (lambda: bloomlab.recycling_plan(100, 0.1, hashes=0), "hashes = 0 is out of domain"),
    (lambda: bloomlab.recycling_plan(100, 0.1, policy="best"), 'policy = "best" is unknown'),
    (lambda: bloomlab.recycling_plan(100, 0.1, policy="n-bounded", phases=2), "phases = 2 is out of domain: needs 1 with policy"),
    (lambda: bloomlab.recycling_plan(8, 1e-9, policy="worst-case"), "target = 0.000000001 is out of domain"),
    (lambda: bloomlab.deletable(1, 1, 1), "bits = 1 is out of domain"),
    (lambda: bloomlab.deletable(64, 1, 33), "hashes = 33 is out of domain"),
    (lambda: bloomlab.deletable(64, 1, 1, filter="cuckoo"), 'filter = "cuckoo" is unknown'),
    (lambda: bloomlab.deletable(64, 1, 1, filter="dlbf"), "filter = 'dlbf': needs region_bits"),
    (lambda: bloomlab.deletable(64, 1, 1, region_bits=8), "filter = 'dfp': region_bits needs filter = 'dlbf'"),
    (lambda: bloomlab.deletable(2**30, 2**20, 32, filter="dlbf", region_bits=1024), "try fewer hash functions or smaller regions"),
    (lambda: bloomlab.compare(0, 0.1), "items = 0 is out of domain"),
    (lambda: bloomlab.compare([1, 2], 0.1), "items of shape (2,): needs one number"),
    (lambda: bloomlab.compare(10, 0.0), "target = 0 is out of domain"),
    (lambda: bloomlab.compare(10, 0.1, frame="arrow"), "frame = 'arrow' is unknown: needs polars, pandas, arrays"),
    (lambda: bloomlab.compare_window(1, 0.1), "window = 1 is out of domain"),
]


@pytest.mark.parametrize(("question", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_out_of_domain(question, message):
    with pytest.raises(ValueError) as refused:
        question()
    assert message in str(refused.value)


@pytest.mark.parametrize("bits", ["8", True, None, 8j, [8, None], np.longdouble(8), object()])
def test_what_is_no_number(bits):
    with pytest.raises(ValueError, match="bits of type .*needs whole numbers"):
        bloomlab.rate(bits, 1, 1)
    with pytest.raises(ValueError, match="target of type .*needs real numbers"):
        bloomlab.size(10, "0.1")


OTHER_TYPES = [
    (lambda: bloomlab.rate([[8], [8, 16]], 1, 1), "bits is no array: needs whole numbers"),
    (lambda: bloomlab.size(10, [[0.1], [0.1, 0.2]]), "target is no array: needs real numbers"),
    (lambda: bloomlab.rate(8, 1, 1, scheme=3), "scheme of type int: needs a string"),
    (lambda: bloomlab.size(8, 0.1, scheme=None), "scheme of type NoneType: needs a string"),
    (lambda: bloomlab.rate(8, 1, 1, without_replacement="no"), "without_replacement of type str: needs True or False"),
    (lambda: bloomlab.size(8, 0.1, power_of_two=2), "power_of_two of type int: needs True or False"),
    (lambda: bloomlab.recycling_rate(9, 1, 3, without_replacement=0), "without_replacement of type int: needs True or False"),
    (lambda: bloomlab.recycling_plan(9, 0.1, without_replacement=0), "without_replacement of type int: needs True or False"),
    (lambda: bloomlab.recycling_plan(9, 0.1, policy=1), "policy of type int: needs a string"),
    (lambda: bloomlab.deletable(64, 1, 1, filter=1), "filter of type int: needs a string"),
    (lambda: bloomlab.compare(10, 0.1, deletable="yes"), "deletable of type str: needs True or False"),
    (lambda: bloomlab.compare(10, 0.1, frame=1), "frame = 1 is unknown: needs polars"),
]


@pytest.mark.parametrize(("question", "message"), OTHER_TYPES, ids=[message for _, message in OTHER_TYPES])
def test_types_are_refused_by_name(question, message):
    with pytest.raises(ValueError) as refused:
        question()
    assert str(refused.value).startswith(message)


def test_masked_values_are_refused():
    items = np.ma.masked_array([10, 20, 30], mask=[False, True, False])
    with pytest.raises(ValueError, match="items has masked values: needs whole numbers"):
        bloomlab.rate(100, items, 3)
    with pytest.raises(ValueError, match="target has masked values: needs real numbers"):
        bloomlab.size(10, np.ma.masked_array([0.1, 0.2], mask=[True, False]))
    with pytest.raises(ValueError, match="bits has masked values"):
        bloomlab.rate(np.ma.masked, 1, 1)
    # no value is hidden
    assert bloomlab.rate(100, np.ma.masked_array([10, 20]), 3).tolist() == bloomlab.rate(100, [10, 20], 3).tolist()
    assert bloomlab.rate(100, items.compressed(), 3).tolist() == bloomlab.rate(100, [10, 30], 3).tolist()


@pytest.mark.skipif(bloomlab.EXACT, reason="built with the feature exact")
def test_certified_digits_that_were_not_built_in():
    with pytest.raises(NotImplementedError, match="feature exact: pip install"):
        bloomlab.certified_rate(8, 1, 1)


@pytest.mark.skipif(not bloomlab.EXACT, reason="built without the feature exact")
def test_certified_digits_out_of_domain():
    with pytest.raises(ValueError, match="digits = 0 is out of domain"):
        bloomlab.certified_rate(8, 1, 1, 0)
    with pytest.raises(ValueError, match=r"bits = 0 is out of domain.*\(at index \[1\]\)"):
        bloomlab.certified_rate([8, 0], 1, 1)
