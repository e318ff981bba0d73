"""Parquet's filters as delta-rs writes them, with the Rust crate parquet, by deltalake."""

import glob
import os
from importlib.metadata import version as package

import pyarrow
from deltalake import BloomFilterProperties, ColumnProperties, WriterProperties, write_deltalake
from parquet import serve_writer, sweep
from protocol import only


def write(path, keys, named, target):
    folder = f"{path}-table"
    filters = BloomFilterProperties(True, target, len(keys) if named == "ndv" else None)
    properties = WriterProperties(
        max_row_group_size=10_000_000, column_properties={"key": ColumnProperties(bloom_filter_properties=filters)}
    )
    write_deltalake(folder, pyarrow.table({"key": pyarrow.array(keys, pyarrow.int64())}), writer_properties=properties)
    return only(glob.glob(os.path.join(folder, "*.parquet")), "files")


CASES = sweep("ndv", "fpp and ndv = n") + sweep("none", "fpp without ndv", [20_000]) + sweep("all", "no fpp and no ndv", [20_000], [None])

if __name__ == "__main__":
    serve_writer("parquet-deltalake", lambda: package("deltalake"), write, CASES)
