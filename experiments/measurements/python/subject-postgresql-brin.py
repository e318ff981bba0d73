"""PostgreSQL's BRIN indexes of class bloom: a filter per page of a table of unique numbers. A question is one look-up of an absent
number, and the filters that did not exclude their page are the scan's lossy blocks."""

import re

import postgres
from protocol import NotMeasured, case, keys, only, outcome, serve

PAGES = 100
# rows of one 8-byte number on a page of 8 kB
ROWS = 226
database = None


def trial(name, items, target, rng):
    global database
    database = database or postgres.Database()
    pages = PAGES
    held, absent = keys(rng, items * pages, 500 if target > 0.01 else 10_000)
    options = "" if name == "default" else f"(n_distinct_per_range={items}, false_positive_rate={target})"
    look = "explain (analyze, timing off, format json) select * from t where key ="
    said = database.ask(
        ["drop table if exists t", "create extension if not exists pageinspect", "create table t (key bigint)"]
        + [f"copy t from '{database.file(held)}'"]
        + [f"create index i on t using brin (key int8_bloom_ops{options}) with (pages_per_range = 1)", "vacuum analyze t"]
        + ["select relpages from pg_class where relname = 't'"]
        + [
            "select value from generate_series(1, 9) page, lateral (select get_raw_page('i', page::int) as raw) r, "
            "lateral brin_page_items(raw, 'i') where brin_page_type(raw) = 'regular' limit 100"
        ]
        + [f"{look} {key}" for key in held[:50] + absent]
    )
    if only(re.findall(r'relpages = "(\d+)"', said), "sizes") != str(pages):
        raise NotMeasured("the rows do not fill whole pages")
    shape = re.findall(r"nhashes: (\d+)  nbits: (\d+)  nbits_set: (\d+)", said)
    plans = said.split("QUERY PLAN = ")[1:]
    if len(plans) != 50 + len(absent) or any('"Bitmap Index Scan"' not in plan for plan in plans):
        raise NotMeasured("the index was not used")
    read = [int(only(re.findall(r'"Lossy Heap Blocks": (\d+)', plan), "blocks")) for plan in plans]
    found = [int(re.findall(r'"Actual Rows": (\d+)', plan)[0]) for plan in plans]
    if any(found[50:]):
        raise NotMeasured("an absent key was found")
    bits, hashes = int(only([m for _, m, _ in shape], "sizes")), int(only([k for k, _, _ in shape], "hashes"))
    fill = sum(int(s) for _, _, s in shape) / len(shape) / bits
    return outcome(items, read[50:], pages, "query", bits, hashes, missed=50 - sum(found[:50]), detail=f"filled {fill:.4f}")


CASES = [
    case("unique", ROWS, p, f"n_distinct_per_range={ROWS} false_positive_rate={p}", quick=p >= 0.05)
    for p in (0.25, 0.1, 0.05, 0.01, 1e-3, 1e-4)
]
CASES += [case("default", ROWS, 0.01, "no options; unique keys", quick=True)]

if __name__ == "__main__":
    serve("postgresql-brin", postgres.version, CASES, trial)
