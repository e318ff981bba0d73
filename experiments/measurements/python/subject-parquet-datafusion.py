"""Parquet's filters as DataFusion writes them, with the Rust crate parquet."""

import glob
import os
from importlib.metadata import version as package

import datafusion
import pyarrow
from parquet import serve_writer, sweep
from protocol import only


def write(path, keys, named, target):
    session = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    table = session.from_arrow(pyarrow.table({"key": pyarrow.array(keys, pyarrow.int64())}))
    options = datafusion.ParquetWriterOptions(
        max_row_group_size=10_000_000,
        bloom_filter_on_write=True,
        bloom_filter_fpp=target,
        bloom_filter_ndv=len(keys) if named == "ndv" else None,
    )
    table.write_parquet_with_options(path, options)
    return path if os.path.isfile(path) else only(glob.glob(os.path.join(path, "*.parquet")), "files")


CASES = sweep("ndv", "fpp and ndv = n") + sweep("none", "fpp without ndv", [20_000]) + sweep("all", "no fpp and no ndv", [20_000], [None])

if __name__ == "__main__":
    serve_writer("parquet-datafusion", lambda: package("datafusion"), write, CASES)
