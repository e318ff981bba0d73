"""DuckDB's filter in a hash join: n distinct keys are built, absent ones within their range are scanned, and the plan with counts says
how many rows the filter let through."""

import json

import duckdb
from protocol import NotMeasured, case, keys, outcome, serve

ASKED = 100_000


def scans(node):
    """Every scan of a table in a plan."""
    own = [node] if node.get("type") == "TABLE_SCAN" else []
    return own + [scan for child in node.get("children", node.get("operator", [])) for scan in scans(child)]


def trial(name, items, target, rng):
    held, absent = keys(rng, items, ASKED)
    with duckdb.connect() as session:
        session.execute(
            "set threads = 1; create table built (key bigint); create table asked (key bigint); create table known (key bigint)"
        )
        for table, values in ("built", held), ("asked", absent), ("known", held[:5000]):
            session.execute(f"insert into {table} select unnest(?::bigint[])", [values])

        def passed(table):
            query = f"select count(*) from {table} join built on {table}.key = built.key"
            plan = json.loads(session.execute(f"explain (analyze, format json) {query}").fetchall()[0][1])
            (scan,) = [scan for scan in scans(plan) if scan["extra_info"]["Table"].endswith(f".{table}")]
            if "IN BF(" not in scan["extra_info"].get("Dynamic Filters", ""):
                raise NotMeasured("the join has no filter")
            if scan["rows_scanned"] != len(absent) and table == "asked":
                raise NotMeasured(f"{scan['rows_scanned']} rows were scanned")
            return scan["intermediate_rows"]

        positives = passed("asked")
        missed = len(held[:5000]) - session.execute("select count(*) from known join built on known.key = built.key").fetchone()[0]
    return outcome(items, [positives], len(absent), "filter", missed=missed)


# 12 bits a key, then the next power of two: just below and above a step
CASES = [case("join", n, setting="no options", quick=n <= 10_000) for n in (100, 1_000, 10_000, 10_900, 10_950, 15_000, 20_000, 50_000)]

if __name__ == "__main__":
    serve("duckdb-join", lambda: duckdb.__version__, CASES, trial)
