"""Parquet's filters as ClickHouse writes them, by chdb: it takes bits per value, and its setting's description says which rates they
give."""

from clickhouse_session import ask, file, version
from parquet import SIZES, serve_writer
from protocol import case

# the description's table
TABLE = {0.1: 6, 0.01: 10.5, 1e-3: 16.9, 1e-4: 26.4, 1e-5: 41}


def write(path, keys, named, target):
    bits = "" if named == "defaults" else f", output_format_parquet_bloom_filter_bits_per_value = {named.split('=')[1]}"
    ask(
        f"insert into function file('{path}', Parquet, 'key Int64') select * from file('{file(keys)}', TSV, 'key Int64') "
        f"settings output_format_parquet_row_group_size = 10000000, input_format_parallel_parsing = 0, max_threads = 1{bits}"
    )


CASES = [
    case(f"bits={bits}", n, p, f"bits_per_value={bits}", quick=n == 20_000)
    for p, bits in TABLE.items()
    for n in (SIZES if p in (0.01, 1e-5) else SIZES[:1])
]
CASES += [case("defaults", 20_000, 0.01, "no options")]

if __name__ == "__main__":
    serve_writer("parquet-clickhouse", version, write, CASES)
