"""PostgreSQL's contrib/bloom: one signature a row for all columns. A question is one look-up of absent values in one column or in
several; the rows that the recheck removed are the index's false positives."""

import re

import postgres
from protocol import NotMeasured, case, only, outcome, serve

ROWS = 2000
database = None


def trial(name, items, target, rng):
    """A case names the columns that a query names, of all columns, and the signature's length and the bits of a column."""
    global database
    database = database or postgres.Database()
    asked, length, bits = KINDS[name]
    columns = [f"c{i}" for i in range(items)]
    rows = [[rng.getrandbits(31) for _ in columns] for _ in range(ROWS)]
    queries = rows[:50] + [[rng.getrandbits(31) for _ in columns] for _ in range(1000)]
    where = lambda row: " and ".join(f"{column} = {value}" for column, value in zip(columns[:asked], row))
    said = database.ask(
        [
            "drop table if exists s",
            "create extension if not exists bloom",
            f"create table s ({', '.join(column + ' int' for column in columns)})",
        ]
        + [f"copy s from '{database.file(chr(9).join(map(str, row)) for row in rows)}'"]
        + [
            f"create index j on s using bloom ({', '.join(columns)}) "
            f"with (length = {length}, {', '.join(f'col{i + 1} = {bits}' for i in range(items))})"
        ]
        + ["vacuum analyze s"]
        + [f"explain (analyze, timing off, format json) select * from s where {where(row)}" for row in queries]
    )
    plans = said.split("QUERY PLAN = ")[1:]
    if len(plans) != len(queries) or any('"Index Name": "j"' not in plan for plan in plans):
        raise NotMeasured("the index was not used")
    found = [int(re.findall(r'"Actual Rows": (\d+)', plan)[0]) for plan in plans]
    # the plan leaves the line out where the index gave no row
    removed = [int(only(re.findall(r'"Rows Removed by Index Recheck": (\d+)', plan) or ["0"], "rows")) for plan in plans]
    if any(found[50:]):
        raise NotMeasured("absent values were found")
    words = -(-length // 16)
    return outcome(items, removed[50:], ROWS, "query", 16 * words, bits, missed=50 - sum(found[:50]))


KINDS = {
    "asked=1/1": (1, 80, 2),
    "asked=1/3": (1, 80, 2),
    "asked=1/6": (1, 80, 2),
    "asked=2/6": (2, 80, 2),
    "asked=1/12": (1, 80, 2),
    "asked=1/5": (1, 160, 4),
}
CASES = [
    case(name, int(name.split("/")[1]), None, f"length={length} and {bits} bits a column; a query names {asked}", quick=name == "asked=1/6")
    for name, (asked, length, bits) in KINDS.items()
]

if __name__ == "__main__":
    serve("postgresql-bloom", postgres.version, CASES, trial)
