"""Parquet's filters as DuckDB writes them. It has one for a column whose dictionary stays below its limit, which is raised here."""

import duckdb
from parquet import serve_writer, sweep


def write(path, keys, named, target):
    with duckdb.connect() as session:
        session.execute("create table t (key bigint)")
        session.execute("insert into t select unnest(?::bigint[])", [keys])
        limit = "" if named == "defaults" else ", dictionary_size_limit 10000000"
        rate = f", bloom_filter_false_positive_ratio {target}" if target else ""
        session.execute(f"copy t to '{path}' (format parquet, row_group_size 10000000{limit}{rate})")


CASES = sweep("limit", "bloom_filter_false_positive_ratio; dictionary_size_limit raised") + sweep(
    "defaults", "no options", [20_000], [None]
)

if __name__ == "__main__":
    serve_writer("parquet-duckdb", lambda: duckdb.__version__, write, CASES)
