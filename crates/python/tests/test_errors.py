"""Refusals: the parameter, its value, its domain, and its place in an array."""

from decimal import Decimal
from fractions import Fraction

import bloomlab
import numpy as np
import pytest

REFUSED = [
    (lambda: bloomlab.observe(8, 9, 1), "bits_set = 9 is out of domain"),
    (lambda: bloomlab.observe(8, 4, 1, level=1.0), "= 1 is out of domain: needs 0.5 ≤ level"),
    (lambda: bloomlab.observe_bytes(17, b"ab", 2), "= 2 is out of domain: needs 3 bytes for bits = 17"),
    (lambda: bloomlab.observe_bytes(-1, b"ab", 2), "bits = -1 is out of domain"),
    (lambda: bloomlab.why(8, 1, 1, 3, 2), "positives = 3 is out of domain"),
    (lambda: bloomlab.why(8, 1, 1, -3, 2), "positives = -3 is out of domain"),
    (lambda: bloomlab.capacity([8, 0], 0.1), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1 (at index [1])"),
    (lambda: bloomlab.capacity(8, 1.0), "target = 1 is out of domain"),
    (lambda: bloomlab.size(8, 0.5, hashes=65), "hashes = 65 is out of domain: needs 1 ≤ hashes ≤ 64"),
    (lambda: bloomlab.rate(0, 1, 1), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1"),
    (lambda: bloomlab.rate(8, 1, 513), "hashes = 513 is out of domain: needs 1 ≤ hashes ≤ 512"),
    (lambda: bloomlab.rate(-1, 1, 1), "bits = -1 is out of domain: needs whole numbers from 0 to 2^63 − 1"),
    (lambda: bloomlab.rate(8, 1.5, 1), "items = 1.5 is out of domain"),
    (lambda: bloomlab.rate(8, np.nan, 1), "items = nan is out of domain"),
    (lambda: bloomlab.rate(2**63, 1, 1), f"bits = {2**63} is out of domain"),
    (lambda: bloomlab.rate([8, 0, 0], 1, 1), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1 (at index [1])"),
    (lambda: bloomlab.rate(8, [[1], [-2]], [1, 2]), "items = -2 is out of domain: needs whole numbers from 0 to 2^63 − 1 (at index [1, 0])"),
    (lambda: bloomlab.rate(8, [[1], [2]], [1, 0]), "hashes = 0 is out of domain: needs 1 ≤ hashes ≤ 2^63 − 1 (at index [0, 1])"),
    (lambda: bloomlab.rate([1, 2], [1, 2, 3], 1), "cannot be broadcast together: bits of shape (2,), items of shape (3,), hashes of shape ()"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="md5"), "scheme = 'md5' is unknown: needs independent, double, "),
    (lambda: bloomlab.rate(9, 1, 1, scheme="double-odd"), "bits = 9 is out of domain"),
    (lambda: bloomlab.rate(8, 1, 1, block_bits=8), "block_bits is not for scheme = 'independent': needs scheme = 'blocked'"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="blocked", word_bits=8), "word_bits is not for scheme = 'blocked'"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="blocked", block_bits=3), "bits = 8 is out of domain: needs a multiple of block_bits = 3"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="split-block", word_bits=0), "word_bits = 0 is out of domain: needs 1 ≤ word_bits"),
    (lambda: bloomlab.rate(100, 1, 3, scheme="split-block", word_bits=8), "bits = 100 is out of domain: needs a multiple of hashes · word_bits = 24"),
    (lambda: bloomlab.deletion_rates(64, 1, 1, kind="dlbf", region_bits=0), "region_bits = 0 is out of domain: needs 1 ≤ region_bits ≤ 1024"),
    (lambda: bloomlab.rate(8, 1, 1, scheme="double", without_replacement=True), "without_replacement is not for scheme = 'double'"),
    (lambda: bloomlab.size(10, 1.0), "target = 1 is out of domain: needs 2^-256 ≤ target < 1"),
    (lambda: bloomlab.size(10, [0.1, np.nan]), "target = NaN is out of domain: needs 2^-256 ≤ target < 1, since two items share a hash of 256 bits with probability 2^-256 (at index [1])"),
    (lambda: bloomlab.size(1000, 1e-6, scheme="triple"), "items = 1000 is out of domain"),
    (lambda: bloomlab.recycling_averages(100, 3, 100), "sigma = 100 is out of domain"),
    (lambda: bloomlab.recycling_averages(1, 3, 0, phases=2), "bits = 1 is out of domain: needs an even number ≥ 2"),
    (lambda: bloomlab.recycling_averages(100, 3, 50, phases=3), "phases = 3 is out of domain: needs 1 or 2"),
    (lambda: bloomlab.recycling_plan(100, 0.1, policy="best"), "policy = 'best' is unknown"),
    (lambda: bloomlab.recycling_plan(100, 0.1, policy="n-bounded", phases=2), "phases = 2 is out of domain: needs 1 with policy"),
    (lambda: bloomlab.rate_test(64, 1, 1, 9, filters=10), "filters = 10 is out of domain: needs 1 ≤ filters ≤ queries = 9"),
    (lambda: bloomlab.rate_test(64, 1, 1, 9, alpha=1e-10), "alpha = 0.0000000001 is out of domain"),
    (lambda: bloomlab.deletion_rates(64, 1, 1, kind="cuckoo"), "kind = 'cuckoo' is unknown: needs dfp"),
    (lambda: bloomlab.deletion_rates(64, 1, 1, kind="dlbf"), "kind = 'dlbf': needs region_bits"),
    (lambda: bloomlab.deletion_rates(64, 1, 1, region_bits=8), "kind = 'dfp': region_bits needs kind = 'dlbf'"),
    (lambda: bloomlab.compare(0, 0.1), "items = 0 is out of domain"),
    (lambda: bloomlab.rate(8, 1, 1, errors="ignore"), "errors = 'ignore' is unknown: needs raise, nan"),
    (lambda: bloomlab.rate([5, 2**63], 1, 1), f"bits = {2**63} is out of domain: needs whole numbers from 0 to 2^63 − 1 (at index [1])"),
    (lambda: bloomlab.rate([-1, 2**63], 1, 1), "bits = -1 is out of domain: needs whole numbers from 0 to 2^63 − 1 (at index [0])"),
    (lambda: bloomlab.rate([1.5, 2**64], 1, 1), "bits = 1.5 is out of domain"),
    (lambda: bloomlab.classic_rate(4, 1, 5, formula="bloom-1970"), "hashes = 5 is out of domain"),
    (lambda: bloomlab.observed_rate(8, 9, 1), "bits_set = 9 is out of domain: needs 0 ≤ bits_set ≤ bits = 8"),
    (lambda: bloomlab.occupancy([1, 1], [1, 0], 1), "bins = 0 is out of domain: needs 1 ≤ bins ≤ 2^63 − 1 (at index [1])"),
    (lambda: bloomlab.library_filter("md5", 10, 0.1), "library = 'md5' is unknown: needs abloom, "),
    (lambda: bloomlab.engine_filter("mongodb", 10, 0.1), "engine = 'mongodb' is unknown: needs bip37, "),
    (lambda: bloomlab.engine_filter("git", 513, 0.1), "items = 513 is out of domain: needs 1 ≤ items ≤ 512: a commit of more"),
    (lambda: bloomlab.engine_filter("postgresql-brin", 6798, 0.01), "items = 6798 is out of domain: needs fewer items: they take "),
    (lambda: bloomlab.library_filter("fastbloom", 10, 0.9), "target = 0.9 is out of domain: needs 1e-15 ≤ target ≤ 0.5"),
    (lambda: bloomlab.recycling_averages(100, 3, 50, keeping=True), "keeping = True is out of domain: needs phases = 2"),
    (lambda: bloomlab.compare_window(1, 0.1), "window = 1 is out of domain"),
]


@pytest.mark.parametrize(("question", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_out_of_domain(question, message):
    with pytest.raises(ValueError) as refused:
        question()
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "number", ["8", True, np.True_, None, 8j, [8, None], np.longdouble(8), object(), Decimal(8), [Fraction(8)]]
)
def test_what_is_no_number(number):
    with pytest.raises(TypeError, match="bits of type [a-zA-Z0-9_]+: needs whole numbers"):
        bloomlab.rate(number if number is not None else [None], 1, 1)
    with pytest.raises(TypeError, match="target of type [a-zA-Z0-9_]+: needs real numbers"):
        bloomlab.size(10, number)


OTHER_TYPES = [
    (lambda: bloomlab.observe("8", 4, 1), "bits of type str"),
    (lambda: bloomlab.observe_bytes(8, [1], 1), "raw of type list: needs bytes"),
    (lambda: bloomlab.observe(8, 4, 1, without_replacement=1), "without_replacement of type int"),
    (lambda: bloomlab.why(8, [1, 2], 1, 1, 2), "items of shape (2,): needs one number"),
    (lambda: bloomlab.rate_test(8, 1, 1), "a test needs one of queries and while_filling"),
    (lambda: bloomlab.rate_test(8, 1, 1, 1, while_filling=True), "a test needs one of queries and while_filling"),
    (lambda: bloomlab.rate(8, 1, 1, scheme=3), "scheme of type int: needs a string"),
    (lambda: bloomlab.rate(8, 1, 1, errors=None), "errors of type NoneType: needs a string"),
    (lambda: bloomlab.rate(8, 1, 1, without_replacement="no"), "without_replacement of type str: needs True or False"),
    (lambda: bloomlab.size(8, 0.1, power_of_two=2), "power_of_two of type int: needs True or False"),
    (lambda: bloomlab.size(8, [0.1, Fraction(1, 3)]), "target of type Fraction: needs real numbers"),
    (lambda: bloomlab.recycling_averages(9, 1), "a recycling filter needs one of sigma and messages"),
    (lambda: bloomlab.recycling_averages(9, 1, 3, phases=[1, 2]), "phases of shape (2,): needs one number"),
    (lambda: bloomlab.deletion_rates(64, 1, 1, kind=1), "kind of type int: needs a string"),
    (lambda: bloomlab.compare(10, 0.1, deletable="yes"), "deletable of type str: needs True or False"),
    (lambda: bloomlab.compare([1, 2], 0.1), "items of shape (2,): needs one number"),
]


@pytest.mark.parametrize(("question", "message"), OTHER_TYPES, ids=[message for _, message in OTHER_TYPES])
def test_types_are_refused_by_name(question, message):
    with pytest.raises(TypeError) as refused:
        question()
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(("name", "array"), [("bits", [[8], [8, 16]]), ("bits", [[8.5], [8, "a"]])])
def test_what_is_no_array(name, array):
    with pytest.raises(ValueError, match=f"{name} is no array: needs whole numbers"):
        bloomlab.rate(array, 1, 1)
    with pytest.raises(ValueError, match="target is no array: needs real numbers"):
        bloomlab.size(10, array)


@pytest.mark.filterwarnings("error")
def test_numbers_of_every_width_are_the_same_numbers():
    for kind in (np.float16, np.float32, np.float64, np.int8, np.uint8, np.uint64, object):
        assert bloomlab.rate(np.array(100, dtype=kind), 10, 3) == bloomlab.rate(100, 10, 3), kind
    assert bloomlab.rate(np.array([100, 2**62], dtype=object), 10, 3).tolist() == bloomlab.rate([100, 2**62], 10, 3).tolist()


NOT_ANSWERED = [
    (lambda errors: bloomlab.rate([0, 32, -1], 4, 5, errors=errors), [1]),
    (lambda errors: bloomlab.rate([1.5, 32, np.nan, np.inf, 2**64], 4, 5, errors=errors), [1]),
    (lambda errors: bloomlab.rate(64, 4, [2, 10**6], scheme="double", errors=errors), [0]),
    (lambda errors: bloomlab.classic_rate([4, 8], 1, 5, formula="bloom-1970", errors=errors), [1]),
    (lambda errors: bloomlab.observed_rate([8, 4], 5, 1, errors=errors), [0]),
    (lambda errors: bloomlab.size([20, -20, 20], [0.1, 0.1, 2], errors=errors), [0]),
    (lambda errors: bloomlab.library_filter("fastbloom", 20, [0.1, 0.9], errors=errors), [0]),
    (lambda errors: bloomlab.recycling_averages(100, 3, [50, 100], errors=errors), [0]),
    (lambda errors: bloomlab.recycling_forgetting(100, 3, [100, 50], distance=3, errors=errors), [1]),
    (lambda errors: bloomlab.recycling_plan([100, 0], 0.1, errors=errors), [0]),
    (lambda errors: bloomlab.deletion_rates(64, [1, 1], [33, 3], errors=errors), [1]),
    (lambda errors: bloomlab.deletion_rates(2**30, 2**20, [2, 32], kind="dlbf", region_bits=1024, errors=errors), [0]),
    (lambda errors: bloomlab.occupancy(5, [0, 5], 3, errors=errors), [1]),
]


@pytest.mark.parametrize(("question", "answered"), NOT_ANSWERED)
@pytest.mark.filterwarnings("error")
def test_elements_without_an_answer_are_nan(question, answered):
    answer = question("nan")
    for column in answer if isinstance(answer, tuple) else [answer]:
        none = np.isnan(column) if column.dtype.kind == "f" else column == 0
        assert np.flatnonzero(~none).tolist() == answered
    with pytest.raises(ValueError, match="is out of domain|too large"):
        question("raise")


def test_scalars_without_an_answer_are_nan():
    assert np.isnan(bloomlab.rate(0, 4, 5, errors="nan"))
    size = bloomlab.size(20, -1.0, errors="nan")
    assert size[:2] == (0, 0) and np.isnan(size.rate)
    assert type(size.bits) is int and type(size.rate) is float


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
    some = bloomlab.certified_rate([8, 0, -1], 1, 1, 5, errors="nan")
    assert [value.is_nan() for value in some.value] == [False, True, True]
    assert bloomlab.certified_rate(0, 1, 1, errors="nan").upper.is_nan()
