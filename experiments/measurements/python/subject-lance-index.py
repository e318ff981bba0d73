"""Lance's index BLOOMFILTER: split blocks, a filter per zone of rows. A question is one ANALYZE of an absent key; the zones whose rows
were scanned are the positives. The index's own file gives the filters' bytes, and so the exact rate given them."""

import re
import tempfile
from pathlib import Path

import lance
import pyarrow
from lance.file import LanceFileReader
from lance.indices import IndexConfig
from parquet import SplitBlocks
from protocol import NotMeasured, case, keys, only, outcome, serve

ZONES = 100


def trial(name, items, target, rng):
    zone = 8192 if name == "defaults" else items
    held, absent = keys(rng, items * ZONES, 200)
    with tempfile.TemporaryDirectory() as folder:
        table = pyarrow.table({"key": pyarrow.array(held, pyarrow.int64())})
        data = lance.write_dataset(table, f"{folder}/table", max_rows_per_file=10_000_000)
        parameters = {} if name == "defaults" else {"number_of_items": items, "probability": target}
        data.create_scalar_index("key", IndexConfig("bloomfilter", parameters))
        (index,) = Path(folder).glob("table/_indices/*/bloomfilter.lance")
        filters = [bits.as_py() for bits in LanceFileReader(str(index)).read_all().to_table().column("bloom_filter_data")]

        def kept(key):
            plan = data.scanner(filter=f"key = {key}").analyze_plan()
            if "ScalarIndexQuery" not in plan or f"index_comparisons={len(filters)}" not in plan:
                raise NotMeasured("the index was not used")
            # the rows are printed with three digits or so, as 24.58 K
            number, unit = only(re.findall(r"rows_scanned=([\d.]+)(?: ([KM]))?", plan), "rows scanned")
            zones = float(number) * {"": 1, "K": 1e3, "M": 1e6}[unit] / zone
            if abs(zones - round(zones)) > 0.1:
                raise NotMeasured(f"{number} {unit} rows were scanned, no multiple of {zone}")
            return round(zones)

        counts = [kept(key) for key in absent]
        missed = sum(not kept(key) for key in held[:20])
    if len(filters) != ZONES:
        raise NotMeasured(f"{len(filters)} filters were written")
    rate = sum(SplitBlocks(bits).rate() for bits in filters) / ZONES
    bits = 8 * only([len(bits) for bits in filters], "sizes")
    return outcome(items, counts, ZONES, "query", bits, 8, given_bits=rate, missed=missed)


CASES = [case("defaults", 8192, 0.00057, "no options", quick=True)] + [
    case("options", n, p, f"number_of_items={n} probability={p}")
    for n, p in [(8192, 0.1), (8192, 0.01), (8192, 1e-3), (8192, 1e-4), (5000, 0.01), (6500, 0.01)]
]

if __name__ == "__main__":
    serve("lance", lambda: lance.__version__, CASES, trial)
