"""Every function against the command's JSON."""

from typing import get_args

import bloomlab
import numpy as np
import pytest

# within the documented accuracy of double precision; the command certifies
ACCURATE = 1e-12
FILTERS = [(32, 4, 5), (1, 0, 1), (1, 1, 512), (1024, 102, 7), (1000, 0, 3), (2**40, 2**36, 11), (2**62, 2**58, 2), (100, 10**6, 60)]
SCHEMES = {
    "independent": [(1024, 102, 7), (100, 30, 3)],
    "double": [(1024, 102, 7), (2**40, 2**36, 6)],
    "double-nonzero": [(97, 12, 4)],
    "double-odd": [(128, 12, 7)],
    "double-unit": [(1000, 100, 5)],
    "enhanced": [(256, 25, 5)],
    "triple": [(40, 5, 4)],
    "km-partition": [(700, 70, 7)],
    "blocked-double": [(2**20, 2**16, 6)],
    "blocked-double-nonzero": [(1024, 102, 7)],
    "blocked-double-odd": [(512, 40, 5)],
    "partitioned": [(1001, 100, 7)],
    "blocked": [(5120, 500, 6)],
    "split-block": [(2**20, 10**5, 8)],
    "overlapping": [(8056, 1000, 5)],
}


def value(results, name, row=0):
    return results[row][name]["value"]


@pytest.mark.parametrize("filter", FILTERS)
def test_rate(command, filter):
    bits, items, hashes = filter
    exact = command("fpr", bits=bits, items=items, hashes=hashes, formula="exact")
    assert bloomlab.rate(*filter) == pytest.approx(value(exact, "rate"), rel=1e-11 if hashes > 60 else ACCURATE, abs=0)


@pytest.mark.parametrize("filter", [(32, 4, 5), (1024, 102, 7), (8, 1, 8), (2**40, 2**36, 11)])
def test_rate_without_replacement(command, filter):
    bits, items, hashes = filter
    exact = command("fpr", "--without-replacement", bits=bits, items=items, hashes=hashes, formula="exact")
    assert bloomlab.rate(*filter, without_replacement=True) == pytest.approx(value(exact, "rate"), rel=ACCURATE, abs=0)


@pytest.mark.parametrize(("scheme", "filter"), [(scheme, one) for scheme, some in SCHEMES.items() for one in some])
def test_rate_of_every_scheme(command, scheme, filter):
    bits, items, hashes = filter
    exact = command("fpr", bits=bits, items=items, hashes=hashes, scheme=scheme)
    assert bloomlab.rate(*filter, scheme=scheme) == pytest.approx(value(exact, "rate"), rel=ACCURATE, abs=0)


def test_no_scheme_is_forgotten():
    assert set(SCHEMES) == set(bloomlab.SCHEMES) == set(bloomlab._native.schemes())


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_rate_of_positions_from_one_hash(command, bits):
    exact = command("fpr", bits=1024, items=102, hashes=7, hash_bits=bits)
    assert bloomlab.rate(1024, 102, 7, hash_bits=bits) == pytest.approx(value(exact, "rate"), rel=1e-9, abs=0)


def test_rate_of_other_blocks_and_words(command):
    for scheme, part in [("blocked", {"block_bits": 64}), ("split-block", {"word_bits": 64})]:
        exact = command("fpr", bits=6400, items=600, hashes=5, scheme=scheme, **part)
        rate = bloomlab.rate(6400, 600, 5, scheme=scheme, **part)
        assert rate == pytest.approx(value(exact, "rate"), rel=ACCURATE, abs=0)
        assert rate != bloomlab.rate(6400, 600, 5, scheme="blocked", block_bits=640)


def test_rate_of_words_that_overlap(command):
    part = {"scheme": "overlapping", "block_bits": 128, "stride": 32}
    exact = command("fpr", bits=6400, items=600, hashes=5, **part)
    assert bloomlab.rate(6400, 600, 5, **part) == pytest.approx(value(exact, "rate"), rel=ACCURATE, abs=0)
    for refused in [{"scheme": "blocked", "stride": 8}, {"scheme": "overlapping", "stride": 7}]:
        with pytest.raises(ValueError, match="stride"):
            bloomlab.rate(6400, 600, 5, **refused)
    with pytest.raises(ValueError, match="words that overlap"):
        bloomlab.size(40, 0.05, scheme="overlapping")


@pytest.mark.parametrize("formula", ["classic", "classic-limit", "bloom-1970"])
def test_classic_rate(command, formula):
    for bits, items, hashes in [(32, 4, 5), (1024, 102, 7), (2**40, 2**36, 11)]:
        [there] = command("fpr", bits=bits, items=items, hashes=hashes, formula=formula, arithmetic="f64")
        assert bloomlab.classic_rate(bits, items, hashes, formula=formula) == there["rate"]["value"]


@pytest.mark.parametrize("without_replacement", [False, True])
def test_observed_rate(command, without_replacement):
    drawn = ["--without-replacement"] if without_replacement else []
    [there] = command("fpr", *drawn, bits=1024, bits_set=512, hashes=7)
    rate = bloomlab.observed_rate(1024, 512, 7, without_replacement=without_replacement)
    assert rate == pytest.approx(there["rate"]["value"], rel=ACCURATE, abs=0)


def test_occupancy(command):
    [there] = command("occupancy", balls=20, bins=32, occupied=15)
    assert bloomlab.occupancy(20, 32, 15).probability == pytest.approx(there["probability"]["value"], rel=ACCURATE, abs=0)
    law = bloomlab.occupancy(20, 32, np.arange(21))
    assert law.probability.sum() == pytest.approx(1, rel=ACCURATE)
    assert law.mean[0] == pytest.approx((np.arange(21) * law.probability).sum(), rel=ACCURATE)
    assert law.variance[0] == pytest.approx(((np.arange(21) - law.mean[0]) ** 2 * law.probability).sum(), rel=1e-10)


@pytest.mark.parametrize("bins", [9586, 10**7])
def test_occupancy_at_most(command, bins):
    balls = bins * 7 // 10
    [there] = command("occupancy", balls=balls, bins=bins, quantile=0.999)
    found = bloomlab.occupancy_quantile(balls, bins, 0.999)
    assert found.occupied == there["at_most"] and found.above == pytest.approx(there["above"]["value"], rel=1e-9)
    assert bloomlab.occupancy_at_most(balls, bins, found.occupied) == found


@pytest.mark.parametrize("library", bloomlab.LIBRARIES)
def test_library_filter(command, library):
    [exact] = command("size", items=1000, target=0.01, like=library)
    there, built = exact["like"], bloomlab.library_filter(library, 1000, 0.01)
    assert (built.bits, built.hashes or None) == (there["bits"], there["hashes"])
    assert there["library"] == f"{library} {bloomlab.LIBRARIES[library].version}"
    # the command calls no other rate exact, and that of growable-bloom-filter before it grows
    exact_here = bloomlab.LIBRARIES[library].law == "exact" or library == "growable-bloom-filter"
    assert ("rate" in there) == exact_here
    if "rate" in there:
        assert built.rate == pytest.approx(there["rate"]["value"], rel=1e-9, abs=0)


@pytest.mark.parametrize("engine", bloomlab.ENGINES)
def test_engine_filter(command, engine):
    # as many items as the engine takes
    items = {"git": 512, "postgresql-bloom": 32}.get(engine, 1000)
    [exact] = command("size", items=items, target=0.01, like=engine)
    there, built = exact["like"], bloomlab.engine_filter(engine, items, 0.01)
    assert (built.bits, built.hashes, built.bits_per_key) == (there["bits"], there["hashes"] or 0, there.get("bits_per_key", 0))
    assert there["engine"] == f"{engine} {bloomlab.ENGINES[engine].version}"
    # no stand-in is called exact
    assert built.exact == ("rate" in there) and built.exact <= (bloomlab.ENGINES[engine].law == "exact")
    rate = there["rate"]["value"] if built.exact else there.get("rate_sampled") or there["rate_of_nearest"]
    assert built.rate == pytest.approx(rate, rel=1e-9 if built.exact else 0.01, abs=0)
    # a measurement of about as many items, of an engine that was run
    if "measured_rate" in there:
        assert not bloomlab.ENGINES[engine].version.endswith("not measured")
        assert there["measured_lower"] <= there["measured_rate"] <= there["measured_upper"]


@pytest.mark.skipif(not bloomlab.EXACT, reason="built without the feature exact")
@pytest.mark.parametrize(("scheme", "filter", "digits"), [("independent", (2**40, 2**36, 11), 30), ("double-odd", (128, 12, 7), 20)])
def test_certified_rate(command, scheme, filter, digits):
    bits, items, hashes = filter
    exact = command("fpr", bits=bits, items=items, hashes=hashes, scheme=scheme, digits=digits)[0]["rate"]
    certified = bloomlab.certified_rate(*filter, digits, scheme=scheme)
    assert str(certified.value) == exact["decimal"]
    assert certified.lower <= certified.value <= certified.upper
    assert (certified.upper - certified.lower) / certified.value < 10 ** (1 - digits)


@pytest.mark.parametrize(("items", "target"), [(1, 0.5), (20, 0.001), (10**6, 0.01), (2**40, 1e-9)])
def test_size(command, items, target):
    [exact] = command("size", items=items, target=target)
    size = bloomlab.size(items, target)
    assert (size.bits, size.hashes) == (exact["bits"], exact["hashes"])
    assert size.rate == pytest.approx(exact["rate"]["value"], rel=ACCURATE, abs=0)


POWERS = [("independent", True), ("double", True), ("blocked", True), ("split-block", True)]


@pytest.mark.parametrize(("scheme", "power_of_two"), [(scheme, False) for scheme in bloomlab.SCHEMES if scheme != "overlapping"] + POWERS)
def test_size_of_every_scheme(command, scheme, power_of_two):
    # the work of triple hashing grows like m³; of powers of two every k that keeps the target is asked
    items, target = (3, 0.3) if scheme == "triple" else (30 if power_of_two else 40, 0.05)
    flags = {"power_of_two": True} if power_of_two else {}
    [exact] = command("size", items=items, target=target, scheme=scheme, **flags)
    size = bloomlab.size(items, target, scheme=scheme, power_of_two=power_of_two)
    assert (size.bits, size.hashes) == (exact["bits"], exact["hashes"])
    assert size.rate == pytest.approx(exact["rate"]["value"], rel=ACCURATE, abs=0)


@pytest.mark.parametrize("settings", [{}, {"hashes": 4}, {"scheme": "blocked"}, {"scheme": "double"}, {"scheme": "partitioned", "hashes": 7}])
def test_capacity_and_size_with_a_given_number_of_hash_functions(command, settings):
    [there] = command("capacity", bits=2**14, target=0.01, **settings)
    found = bloomlab.capacity(2**14, 0.01, **settings)
    assert (found.items, found.hashes) == (there["items"], there["hashes"])
    assert found.rate == pytest.approx(number(there["rate"]), rel=ACCURATE)
    [there] = command("size", items=100, target=0.01, **settings)
    found = bloomlab.size(100, 0.01, **settings)
    assert (found.bits, found.hashes) == (there["bits"], there["hashes"])


def test_capacities_of_megabytes():
    bits = 2**20 * 8 * np.array([2, 4, 8, 16, 32])
    found = bloomlab.capacity(bits, 2**-32, hashes=32)
    assert found.items.tolist() == [363_408, 726_817, 1_453_634, 2_907_269, 5_814_539]


KINDS = [{"phases": 1}, {"phases": 2}, {"retaining": True}, {"phases": 2, "retaining": True}, {"phases": 2, "keeping": True}]
LARGE = [(2**40, 6, {"sigma": 2**38}, kind, drawn) for kind in KINDS[:2] for drawn in (False, True)]
SMALL = [
    (bits, hashes, bound, kind, drawn)
    for bits, hashes in [(1000, 6), (64, 3)]
    for bound in ({"sigma": bits // 3}, {"messages": bits // 20})
    for kind in KINDS
    for drawn in (False, True)
]


@pytest.mark.parametrize(("bits", "hashes", "bound", "kind", "without_replacement"), LARGE + SMALL)
def test_recycling_averages(command, bits, hashes, bound, kind, without_replacement):
    drawn = ["--without-replacement"] if without_replacement else []
    exact = command("recycling", "rate", *drawn, bits=bits, hashes=hashes, **bound, **kind)
    averages = bloomlab.recycling_averages(bits, hashes, **bound, **kind, without_replacement=without_replacement)
    assert averages.rate == value(exact, "rate")
    assert averages.messages_per_cycle == value(exact, "messages_per_cycle")


@pytest.mark.parametrize("bound", [{"sigma": 300}, {"messages": 60}])
@pytest.mark.parametrize("kind", KINDS)
def test_recycling_forgetting(command, bound, kind):
    exact = command("recycling", "forgetting", bits=1000, hashes=6, distance=20, **bound, **kind)
    forgetting = bloomlab.recycling_forgetting(1000, 6, **bound, **kind, distance=[10, 20])
    assert forgetting[1] == value(exact, "false_negative_rate")


@pytest.mark.parametrize("settings", [{}, {"hashes": 5}, {"phases": 2}])
@pytest.mark.parametrize(("bits", "target"), [(1000, 0.01), (2**16, 1e-3)])
def test_recycling_plan(command, bits, target, settings):
    rows = command("recycling", "plan", bits=bits, target=target, **settings)
    compared = 0
    for row in rows:
        if "failed" in row:
            continue
        plan = bloomlab.recycling_plan(bits, target, policy=row["policy"], **settings)
        limit = row["sigma"] if row["policy"] == "sigma-bounded" else row["messages_limit"]
        assert (plan.hashes, plan.limit) == (row["hashes"], limit)
        assert plan.rate == row["rate"]["value"]
        # the command shows no policy as better than the best
        assert plan.messages_per_cycle == pytest.approx(row["messages_per_cycle"]["value"], rel=1e-10, abs=0)
        compared += 1
    assert compared == (1 if "phases" in settings else 3)


def same(found, there, accurate=ACCURATE, **names):
    """The fields of an answer are those of a row of the command; an undefined one is None here, 0, NaN or infinite."""
    for name, exact in there.items():
        here, exact = getattr(found, names.get(name, name)), number(exact)
        if exact is None:
            assert here is None or here == 0 or here != here or here == float("inf"), name
        else:
            assert here == (exact if isinstance(exact, (str, bool)) else pytest.approx(exact, rel=accurate)), name


def same_test(found, command, **flags):
    [there] = command("test", **flags)
    same(found, there)


@pytest.mark.parametrize("scheme", ["independent", "split-block", "partitioned", "double"])
@pytest.mark.parametrize("filters", [1, 10])
def test_rate_tests(command, scheme, filters):
    settings = {"filters": filters, "scheme": scheme, "ratio": 2.0, "alpha": 1e-5, "two_sided": True}
    found = bloomlab.rate_test(2**18, 25_000, 8, 10_000, **settings)
    assert found.upper > found.lower > 0 and found.least_queries > 0
    same_test(found, command, bits=2**18, items=25_000, hashes=8, queries=10_000, **settings)


def test_rate_tests_while_filling_and_of_a_bound(command):
    filter = {"bits": 9586, "items": 1000, "hashes": 7}
    filling = bloomlab.rate_test(**filter, while_filling=True, bound=5)
    same_test(filling, command, **filter, while_filling=True)
    [there] = command("test", **filter, while_filling=True, bound=5)
    assert filling.exceeds == pytest.approx(number(there["exceeds"]), rel=1e-12)
    some = bloomlab.rate_test(**filter, queries=10_000, bound=[100, 120])
    [there] = command("test", **filter, queries=10_000, bound=120)
    assert some.exceeds[1] == pytest.approx(number(there["exceeds"]), rel=1e-12) and some.exceeds[0] > some.exceeds[1]


def test_rate_tests_of_static_filters(command):
    settings = {"ratio": 1.1, "two_sided": True}
    same_test(bloomlab.static_rate_test(8, 10**6, **settings), command, static=8, queries=10**6, **settings)


@pytest.mark.parametrize("kind", get_args(bloomlab.DeletableKind))
@pytest.mark.parametrize("deleted", [0, 300])
def test_deletion_rates(command, kind, deleted):
    region = {"region_bits": 8} if kind == "dlbf" else {}
    [exact] = command("deletable", filter=kind, bits=2**14, items=2**10, hashes=4, deleted=deleted, **region)
    answer = bloomlab.deletion_rates(2**14, 2**10, 4, kind=kind, deleted=deleted, **region)
    assert answer.cells == exact["cells"]
    for name in ("deletability", "rate", "rate_after_deletions"):
        assert getattr(answer, name) == exact[name]["value"], name


@pytest.mark.parametrize("reuse", ["geometric:20", "uniform:50", "power:3"])
@pytest.mark.parametrize("kind", [{}, {"phases": 2}, {"phases": 2, "keeping": True}])
def test_recycling_false_negatives(command, reuse, kind):
    [exact] = command("recycling", "false-negatives", bits=1000, hashes=5, sigma=189, reuse=reuse, **kind)
    found = bloomlab.recycling_false_negatives(1000, 5, 189, reuse=reuse, **kind)
    assert found == pytest.approx(exact["false_negative_rate"]["value"], rel=1e-10)


def number(there):
    return there["value"] if isinstance(there, dict) else there


def same_rows(rows, results):
    assert len(rows) == len(results)
    for row, exact in zip(rows, results):
        assert list(row._fields) == list(exact)
        for name, there in exact.items():
            here = getattr(row, name)
            there = {one: number(of) for one, of in there.items()} if name == "parameters" else number(there)
            missing = there is None and here != here
            assert missing or here == there, (exact["filter"], name)


@pytest.mark.parametrize("deletable", [False, True])
def test_compare(command, deletable):
    flags = {"deletable": True} if deletable else {}
    results = command("compare", items=10**6, target=0.01, **flags)
    same_rows(bloomlab.compare(10**6, 0.01, deletable=deletable), results)


def test_compare_window(command):
    same_rows(bloomlab.compare_window(300, 0.01), command("compare", window=300, target=0.01))


@pytest.mark.parametrize(("scheme", "set"), [("independent", 4793), ("double", 4000), ("split-block", 100)])
def test_observe(command, scheme, set):
    bits, hashes = (32 * 8 * 40, 8) if scheme == "split-block" else (9586, 7)
    same_bits(bloomlab.observe(bits, set, hashes, scheme=scheme), command, bits=bits, hashes=hashes, bits_set=set, scheme=scheme)


@pytest.mark.parametrize("scheme", ["independent", "blocked", "split-block", "partitioned", "double", "blocked-double"])
def test_observe_bytes(command, scheme, tmp_path):
    raw = np.packbits(np.random.default_rng(27).random(8 * 32 * 4) < 0.4, bitorder="little")
    (tmp_path / "raw").write_bytes(raw.tobytes())
    found = bloomlab.observe_bytes(1024, raw, 8, scheme=scheme)
    same_bits(found, command, bits=1024, hashes=8, scheme=scheme, file=tmp_path / "raw")
    assert found.rate == bloomlab.observe_bytes(1024, raw.tobytes() + b"\0", 8, scheme=scheme).rate > 0
    assert (found.rate_lower == found.rate_lower) == ("double" in scheme)


def same_bits(found, command, **flags):
    [there] = command("observe", **flags)
    same(found, {name: of for name, of in there.items() if name not in ("queries", "label")}, lower="rate_lower", upper="rate_upper")


@pytest.mark.parametrize("settings", [{}, {"scheme": "blocked", "block_bits": 256, "alpha": 1e-6}])
def test_why(command, settings):
    filter = {"bits": 2**23, "items": 2**19, "hashes": 8, "positives": 1794, "queries": 100_000}
    rows = command("why", **filter, **settings)
    found = bloomlab.why(**filter, **settings)
    assert found.lower < 0.01794 < found.upper and len(rows) == len(found.causes)
    for row, cause in zip(rows, found.causes):
        same(cause, row, accurate=1e-9)
