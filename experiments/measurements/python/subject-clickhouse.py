"""ClickHouse's indexes that skip, by chdb: a filter per granule of 1000 rows. A question is one EXPLAIN of an absent key; the granules
that the index kept are the positives. Other caches and statistics are off."""

import json

from clickhouse_session import ask, file, version
from protocol import NotMeasured, case, keys, only, outcome, serve

ROWS = 1000
# the bytes before a granule's filter of class bloom_filter: the rows, in seven bits each
HEADS = {"bloom_filter": 2, "tokenbf_v1": 0}
OPTIONS = "use_skip_indexes_on_data_read = 0, use_query_condition_cache = 0, use_statistics_for_part_pruning = 0"


def skipped(plan):
    """The granules before and after the index, for each part of a plan that it served."""
    if isinstance(plan, list):
        return [pair for part in plan for pair in skipped(part)]
    if not isinstance(plan, dict):
        return []
    own = [(one["Initial Granules"], one["Selected Granules"]) for one in plan.get("Indexes", []) if one["Type"] == "Skip"]
    return own + [pair for part in plan.values() for pair in skipped(part)]


def trial(name, items, target, rng):
    kind = "bloom_filter" if name in ("p", "default") else "tokenbf_v1"
    granules, asked = (300, 3000) if (target or 1) < 0.002 else (200, 1000)
    held, absent = keys(rng, items * granules, asked)
    token = kind == "tokenbf_v1"
    column = "key String" if token else "key UInt64"
    index = {"p": f"bloom_filter({target})", "default": "bloom_filter"}.get(name, name.replace(":", ","))
    ask("drop table if exists t sync")
    ask(
        f"create table t ({column}, index i key type {index} granularity 1) engine = MergeTree order by tuple() "
        f"settings index_granularity = {items}, index_granularity_bytes = 0"
    )
    rows = file(f"{key:016x}" for key in held) if token else file(held)
    size = 10 * len(held)
    ask(
        f"insert into t select * from file('{rows}', TSV, '{column}') settings max_block_size = {size}, "
        f"min_insert_block_size_rows = {size}, max_insert_block_size = {size}, input_format_parallel_parsing = 0"
    )
    ask("optimize table t final")
    parts = ask("select marks, secondary_indices_uncompressed_bytes from system.parts where active and table = 't'").split()
    if len(parts) != 2 or int(parts[0]) != granules:
        raise NotMeasured(f"the table has other parts: {parts}")

    def kept(keys):
        looks = [f"hasToken(key, '{key:016x}')" if token else f"key = {key}" for key in keys]
        pairs = []
        for at in range(0, len(looks), 50):
            union = " union all ".join(f"select 1 from t where {look}" for look in looks[at : at + 50])
            pairs += skipped(json.loads(ask(f"explain indexes = 1, json = 1 {union} settings {OPTIONS}")))
        if len(pairs) != len(keys) or only([before for before, _ in pairs], "granules") != granules:
            raise NotMeasured("the index was not used")
        return [after for _, after in pairs]

    missed = sum(not count for count in kept(held[:50]))
    bits = 8 * (int(parts[1]) // granules - HEADS[kind])
    return outcome(items, kept(absent), granules, "query", bits, missed=missed)


CASES = [
    case("p", ROWS, p, f"bloom_filter({p})", quick=p >= 0.01)
    for p in (0.5, 0.284, 0.282, 0.2, 0.1, 0.05, 0.025, 0.01, 0.001, 1e-4, 1e-5, 1e-6)
] + [case("default", ROWS, 0.025, "bloom_filter without a rate", quick=True)]
CASES += [
    case(f"tokenbf_v1({size}:{k}:0)", ROWS, None, f"tokenbf_v1({size} {k} 0)", quick=size == 1024)
    for size, k in ((256, 2), (1024, 3), (1280, 7))
]

if __name__ == "__main__":
    serve("clickhouse", version, CASES, trial)
