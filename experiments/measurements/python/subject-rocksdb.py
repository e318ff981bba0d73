"""RocksDB's filters, by rocksdict: one file, so one filter. A question is a look-up of an absent key; RocksDB's own tickers say how
many the filter let through. Ribbon is no option of the binding: a changed OPTIONS file asks for it."""

import re
import tempfile
from importlib.metadata import version as package
from pathlib import Path

from protocol import NotMeasured, case, keys, only, outcome, serve
from rocksdict import BlockBasedOptions, Options, Rdict

FORMATS = {"new": 5, "legacy": 4, "ribbon": 5}


def options(kind, bits):
    table = BlockBasedOptions()
    table.set_format_version(FORMATS[kind])
    table.set_bloom_filter(bits, False)
    made = Options(raw_mode=True)
    made.create_if_missing(True)
    made.set_block_based_table_factory(table)
    made.set_disable_auto_compactions(True)
    made.set_write_buffer_size(1 << 30)
    return made


def ribbon(folder, bits):
    """The options of an empty database of this folder, its filter's policy changed to Ribbon at all levels."""
    path = max(Path(folder).glob("OPTIONS-*"))
    text, changed = re.subn(r"filter_policy=.*", f"filter_policy=ribbonfilter:{bits}:-1", path.read_text())
    if changed != 1:
        raise NotMeasured("the file of options names no filter")
    path.write_text(text)
    made, _ = Options.load_latest(folder)
    return made


def tickers(statistics):
    found = dict(re.findall(r"^rocksdb\.bloom\.filter\.(\S+) COUNT : (\d+)", statistics, re.M))
    return [int(found[name]) for name in ("useful", "full.positive", "full.true.positive")]


def trial(name, items, target, rng):
    kind, bits = name.split(":")
    held, absent = keys(rng, items, max(20_000, 2 * items))
    with tempfile.TemporaryDirectory() as folder:
        made = options(kind, float(bits))
        if kind == "ribbon":
            Rdict(folder, made).close()
            made = ribbon(folder, bits)
        made.enable_statistics()
        store = Rdict(folder, made)
        for key in held:
            store[key.to_bytes(8)] = b""
        store.flush()
        properties = store.property_value("rocksdb.aggregated-table-properties")
        files = len(list(Path(folder).glob("*.sst")))
        size = int(re.search(r"filter block size=(\d+)", properties)[1])
        counted = int(re.search(r"# entries for filter=(\d+)", properties)[1])
        if files != 1 or size == 0:
            raise NotMeasured(f"{files} files with filters of {size} bytes")
        missed = sum(store.get(key.to_bytes(8)) is None for key in held[:1000])
        before = tickers(made.get_statistics())
        found = sum(store.get(key.to_bytes(8)) is not None for key in absent)
        useful, positive, true = (b - a for a, b in zip(before, tickers(made.get_statistics())))
        store.close()
    if found or true or useful + positive != len(absent):
        raise NotMeasured(f"of {len(absent)} questions the filter answered {useful + positive}")
    return outcome(counted, [positive], len(absent), "filter", 8 * size, missed=missed)


def version():
    with tempfile.TemporaryDirectory() as folder:
        Rdict(folder, options("new", 10.0)).close()
        lines = re.findall(r"rocksdb_version=(\S+)", max(Path(folder).glob("OPTIONS-*")).read_text())
    return f"{only(lines, 'versions')}-rocksdict-{package('rocksdict')}"


CASES = [
    case(f"{kind}:{bits}", n, None, f"{kind} format_version={FORMATS[kind]} bits_per_key={bits}", quick=n == 100_000 and bits == 10)
    for kind, bits, n in [(kind, bits, 100_000) for kind in FORMATS for bits in (5, 8, 10, 14, 20)]
    + [(kind, 10, n) for kind in ("new", "legacy") for n in (100, 10_000, 1_000_000)]
]

if __name__ == "__main__":
    serve("rocksdb", version, CASES, trial)
