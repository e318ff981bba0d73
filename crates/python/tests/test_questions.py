"""What set bits and counts tell, and items that are not known: against the command, refusals, shapes."""

import bloomlab
import numpy as np
import pytest

ACCURATE = 1e-12


def value(row, name):
    return row[name]["value"]


@pytest.mark.parametrize(("scheme", "set"), [("independent", 4793), ("double", 4000), ("split-block", 100)])
def test_observe(command, scheme, set):
    bits = 32 * 8 * 40 if scheme == "split-block" else 9586
    hashes = 8 if scheme == "split-block" else 7
    [there] = command("observe", bits=bits, hashes=hashes, bits_set=set, scheme=scheme)
    found = bloomlab.observe(bits, set, hashes, scheme=scheme)
    assert (found.items_lower, found.items_upper) == (there["items_lower"], there["items_upper"])
    assert found.items == pytest.approx(value(there, "items"), rel=ACCURATE)
    assert found.standard_deviation == pytest.approx(value(there, "standard_deviation"), rel=1e-9)
    assert found.naive_rate == value(there, "naive_rate")
    assert np.isnan(found.rate) == (there["rate"] is None)


def same(found, there):
    assert (found.items_lower, found.items_upper) == (there["items_lower"], there["items_upper"])
    assert (found.rate, found.naive_rate) == (value(there, "rate"), value(there, "naive_rate"))


def test_observe_parts_and_bits(command, tmp_path):
    table = np.random.default_rng(27).random(8 * 32 * 4) < 0.4
    (tmp_path / "raw").write_bytes(np.packbits(table, bitorder="little").tobytes())
    raw = np.packbits(table, bitorder="little")
    for scheme, part, hashes in [("blocked", 512, 5), ("split-block", 32, 8)]:
        fills = table.reshape(-1, part).sum(axis=1)
        (tmp_path / "fills").write_text("".join(f"{fill}\n" for fill in fills))
        [there] = command("observe", bits=table.size, hashes=hashes, scheme=scheme, fills=tmp_path / "fills")
        same(bloomlab.observe_fills(table.size, fills, hashes, scheme=scheme), there)
        same(bloomlab.observe_raw(table.size, raw, hashes, scheme=scheme), there)
        size = {"block_bits" if scheme == "blocked" else "word_bits": part}
        same(bloomlab.observe_fills(table.size, list(fills), hashes, scheme=scheme, **size), there)
    for scheme in ("independent", "double", "blocked-double"):
        [there] = command("observe", bits=table.size, hashes=7, scheme=scheme, raw=tmp_path / "raw")
        same(bloomlab.observe_raw(table.size, raw.tobytes(), 7, scheme=scheme), there)
    distinct = bloomlab.observe_raw(table.size, raw, 7, without_replacement=True)
    assert distinct == bloomlab.observe(table.size, int(table.sum()), 7, without_replacement=True)


def test_combine(command):
    both, either = command("combine", "--items", "900", bits=9586, hashes=7, items=1000, common=100)[::-1]
    found = bloomlab.combine(9586, 1000, 900, 100, 7)
    assert found.and_rate == pytest.approx(value(both, "rate"), rel=ACCURATE)
    assert found.or_bits_set == pytest.approx(value(either, "mean_bits_set"), rel=ACCURATE)
    # disjoint filters of as many set bits as expected have about no items in common
    whole = bloomlab.combine(9586, 1000, 1000, 0, 7)
    alone = bloomlab.combine(9586, 1000, 0, 0, 7)
    numbers = [round(alone.or_bits_set)] * 2 + [round(whole.or_bits_set)]
    common = bloomlab.common_items(9586, *numbers, 7)
    assert abs(common.items) < 1 and common.standard_deviation == pytest.approx(15.04, abs=0.1)


def test_why(command):
    there = command("why", bits=6_000_000_000, items=500_000_000, hashes=8, positives=1794, queries=100_000, causes=100)
    found = bloomlab.why(6_000_000_000, 500_000_000, 8, positives=1794, queries=100_000)
    assert [one.cause for one in found] == [row["cause"] for row in there]
    assert [one.rejected for one in found] == [row["rejected"] for row in there]
    assert found[0].predicted_rate == pytest.approx(value(there[0], "predicted_rate"), rel=ACCURATE)
    assert found[0].distinguish == there[0]["distinguish"]
    [more] = [one for one in found if one.cause == "more-items"]
    assert more.lower < more.value < more.upper and np.isnan(found[0].value)
    library = bloomlab.why(10**6, 10**5, 7, 10, 1000, library="parquet", alpha=1e-6, filters=1000)
    assert "library:parquet" in [one.cause for one in library]
    stated = bloomlab.why(2**20, 2**16, 6, 1000, 10**6, scheme="blocked", block_bits=256)
    assert all(one.cause != "scheme:blocked:256" or one.predicted_rate > 0 for one in stated)


@pytest.mark.parametrize("items", [bloomlab.Between(10**6, 5 * 10**6), bloomlab.LogNormal(10**6, 0.5)])
def test_uncertain_items(command, items):
    text = f"{items.least}..{items.most}" if isinstance(items, bloomlab.Between) else f"lognormal:{items.median},{items.sigma}"
    there = command("size", items=text, target=0.01, confidence=0.95)
    keeps = ["mean", 0.95, "worst"][: len(there)]
    for row, keep in zip(there, keeps, strict=True):
        found = bloomlab.uncertain_size(items, 0.01, keep=keep)
        assert (found.bits, found.hashes) == (row["bits"], row["hashes"])
        assert found.mean_rate == pytest.approx(value(row, "mean_rate"), rel=ACCURATE)
        rate = bloomlab.uncertain_rate(found.bits, items, found.hashes)
        assert rate.mean == pytest.approx(found.mean_rate, rel=1e-9)
        assert np.isnan(rate.worst) == isinstance(items, bloomlab.LogNormal)


def test_a_mean_is_the_mean_of_an_array():
    for scheme, part in [("independent", None), ("blocked", 256), ("split-block", None), ("partitioned", None)]:
        bits, hashes = 2**15, 8
        blocks = {"block_bits": part} if part else {}
        rates = bloomlab.rate(bits, np.arange(500, 3001), hashes, scheme=scheme, **blocks)
        mean = bloomlab.uncertain_rate(bits, bloomlab.Between(500, 3000), hashes, scheme=scheme, part_bits=part).mean
        assert mean == pytest.approx(rates.mean(), rel=1e-9)


def test_arrays_are_scalars_one_by_one():
    found = bloomlab.observe([100, 200], [[40], [90]], 3)
    assert found.items_lower.shape == found.items.shape == (2, 2) and found.items_lower.dtype == np.int64
    assert tuple(column[1, 0] for column in found)[:3] == bloomlab.observe(100, 90, 3)[:3]
    both = bloomlab.combine(1000, [10, 20], 10, [[0], [5]], 3)
    assert both.and_rate.shape == (2, 2) and both.and_rate[1, 1] == bloomlab.combine(1000, 20, 10, 5, 3).and_rate
    some = bloomlab.common_items(1000, [100, 1001], 100, 150, 3, errors="nan")
    assert np.isnan(some.items).tolist() == [False, True]
    assert type(bloomlab.observe(100, 40, 3).items_lower) is int


REFUSED = [
    (lambda: bloomlab.observe(8, 9, 1), "bits_set = 9 is out of domain"),
    (lambda: bloomlab.observe(8, 4, 1, level=1.0), "= 1 is out of domain: needs 0.5 ≤ level"),
    (lambda: bloomlab.observe_fills(64, [1], 2, scheme="split-block"), "= 1 is out of domain: needs as many fills"),
    (lambda: bloomlab.observe_fills(64, [1, 33], 2, scheme="split-block"), "= 33 is out of domain: needs 0 ≤ fill ≤ 32"),
    (lambda: bloomlab.observe_fills(64, [1, -3], 2, scheme="split-block"), "fills = -3 is out of domain"),
    (lambda: bloomlab.observe_fills(64, [1, 3], 2, scheme="double"), "fills of parts do not go with"),
    (lambda: bloomlab.observe_raw(17, b"ab", 2), "= 2 is out of domain: needs 3 bytes for bits = 17"),
    (lambda: bloomlab.combine(8, 1, 1, 2, 1), "common = 2 is out of domain"),
    (lambda: bloomlab.common_items(8, 4, 4, [4, 3], 1), "3 is out of domain: needs 4 ≤ bits"),
    (lambda: bloomlab.why(8, 1, 1, 3, 2), "positives = 3 is out of domain: needs 0 ≤ positives ≤ 2"),
    (lambda: bloomlab.why(8, 1, 1, -3, 2), "positives = -3 is out of domain"),
    (lambda: bloomlab.why(8, 1, 1, 1, 2, filters=3), "filters = 3 is out of domain"),
    (lambda: bloomlab.why(8, 1, 1, 1, 2, alpha=2.0), "alpha = 2 is out of domain"),
    (lambda: bloomlab.why(8, 1, 1, 1, 2, library="md5"), "library = 'md5' is unknown"),
    (lambda: bloomlab.uncertain_rate(8, bloomlab.Between(2, 1), 1), "items = 2 is out of domain: needs at most 1"),
    (lambda: bloomlab.uncertain_rate(8, bloomlab.LogNormal(10, 5), 1), "items = 5 is out of domain: needs 0 < sigma ≤ 4"),
    (lambda: bloomlab.uncertain_rate(8, bloomlab.Between(1, 2), 1, part_bits=8), "part_bits is not for scheme = 'independent'"),
    (lambda: bloomlab.uncertain_rate(8, bloomlab.Between(1, 2), 1, scheme="double"), "scheme = 'double' is unknown"),
    (lambda: bloomlab.uncertain_size(bloomlab.Between(1, 2), 1.0), "target = 1 is out of domain"),
    (lambda: bloomlab.uncertain_size(bloomlab.Between(1, 2), 0.1, keep=1.0), "keep = 1.0 is out of domain"),
    (lambda: bloomlab.uncertain_size(bloomlab.Between(1, 2), 0.1, keep="best"), "keep = 'best' is unknown"),
    (lambda: bloomlab.uncertain_size(bloomlab.LogNormal(100, 1), 0.1, keep="worst"), "largest number"),
]


@pytest.mark.parametrize(("question", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_out_of_domain(question, message):
    with pytest.raises(ValueError) as refused:
        question()
    assert message in str(refused.value)


OTHER_TYPES = [
    (lambda: bloomlab.observe("8", 4, 1), "bits of type str"),
    (lambda: bloomlab.observe_raw(8, [1], 1), "raw of type list: needs bytes"),
    (lambda: bloomlab.observe_fills(64, [[1, 2]], 2, scheme="split-block"), "fills of shape"),
    (lambda: bloomlab.observe(8, 4, 1, without_replacement=1), "without_replacement of type int"),
    (lambda: bloomlab.combine(8, True, 1, 0, 1), "items_a of type bool"),
    (lambda: bloomlab.why(8, [1, 2], 1, 1, 2), "items of shape (2,): needs one number"),
    (lambda: bloomlab.why(8, 1, 1, 1, 2, library=3), "library of type int: needs a string"),
    (lambda: bloomlab.uncertain_rate(8, (1, 2), 1), "items of type tuple: needs Between or LogNormal"),
    (lambda: bloomlab.uncertain_size(bloomlab.Between(1, "2"), 0.1), "most of type str"),
]


@pytest.mark.parametrize(("question", "message"), OTHER_TYPES, ids=[message for _, message in OTHER_TYPES])
def test_types_are_refused_by_name(question, message):
    with pytest.raises(TypeError) as refused:
        question()
    assert str(refused.value).startswith(message)
