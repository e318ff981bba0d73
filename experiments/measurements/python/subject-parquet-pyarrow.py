"""Parquet's filters as Arrow C++ writes them, by pyarrow."""

import pyarrow
import pyarrow.parquet
from parquet import serve_writer, sweep

# just below and above a step from one power of two to the next, as the formula sets it and as the folding of a filter begun for LARGE does
STEPS = [
    ("ndv", 0.01, [54_100, 54_300]),
    ("ndv", 1e-5, [70_900, 71_000]),
    ("ndv=2^20", 0.01, [53_900, 54_500]),
    ("ndv=2^20", 1e-5, [70_700, 71_200]),
]
LARGE = 1 << 20


def write(path, keys, named, target):
    options = {"fpp": target} if target else {}
    if named.startswith("ndv"):
        options["ndv"] = len(keys) if named == "ndv" else LARGE
    table = pyarrow.table({"key": pyarrow.array(keys, pyarrow.int64())})
    pyarrow.parquet.write_table(table, path, bloom_filter_options={"key": options or True})


CASES = (
    sweep("ndv", "fpp and ndv = n")
    + sweep("none", "fpp without ndv", [20_000], [0.01, 1e-5])
    + sweep("all", "no fpp and no ndv", [20_000], [None])
)
CASES += [one for name, p, sizes in STEPS for one in sweep(name, f"fpp and {name}", sizes, [p])]

if __name__ == "__main__":
    serve_writer("parquet-pyarrow", lambda: pyarrow.__version__, write, CASES)
