"""The ratios that the benchmarks are about, from what criterion measured: work, ratio, goal.

    python3 scripts/bench-table.py [target/criterion]

A ratio is one median of seconds per operation over another's; the best of several references counts, and the worst of several
filters. Work that was not measured is named.
"""

import json
import os
import pathlib
import sys

BLOCKED = ["split blocks (8 x 32)", "split blocks, many at once", "blocks (512)", "blocks (512), many at once"]
SBBF = ["sbbf-rs-safe", "sbbf of parquet"]
DELETABLE = ["D-FP", "TBF", "TBF (packed)", "QBF", "DlBF (8)", "counting", "FP-CBF (4)"]
ARRIVALS = "arrivals at M = 1000, k = 5, sigma = 539"


def rows():
    """Work, (group, functions), (group, references), goal."""
    for size in ["in cache", "out of cache"]:
        for operation in ["insert", "lookup"]:
            group = f"filters, {operation}, {size}"
            yield f"Bloom to fastbloom: {operation}, {size}", (group, ["Bloom"]), (group, ["fastbloom"]), 1.0
            for name in BLOCKED:
                yield f"{name} to the better sbbf: {operation}, {size}", (group, [name]), (group, SBBF), 1.0
    group = "filters, lookup, in cache"
    for name in DELETABLE:
        yield f"{name} to fastbloom: lookup, in cache", (group, [name]), (group, ["fastbloom"]), 0.5
    for name in ["uniform from 1000", "never repeating"]:
        yield f"arrivals to plain Python: {name}", (ARRIVALS, [name]), (ARRIVALS, [f"{name}, plain Python"]), 100


def measured(folder):
    """Median seconds per operation, by group and function."""
    times = {}
    for path in folder.glob("**/new/estimates.json"):
        try:
            benchmark = json.loads(path.with_name("benchmark.json").read_text())
            median = json.loads(path.read_text())["median"]["point_estimate"]
            operations = (benchmark["throughput"] or {}).get("Elements", 1)
        except (OSError, ValueError, KeyError) as error:
            print(f"not read: {path}: {error}")
            continue
        function = "/".join(part for part in [benchmark["function_id"], benchmark["value_str"]] if part)
        times[benchmark["group_id"], function] = median * 1e-9 / operations
    return times


def main():
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    times = measured(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else f"{target}/criterion"))
    print(f"{'work':<70} {'ratio':>8} {'goal':>6}")
    for work, (group, functions), (reference_group, references), goal in rows():
        ours = [times.get((group, name)) for name in functions]
        theirs = [times[reference_group, name] for name in references if (reference_group, name) in times]
        if None in ours or not theirs:
            print(f"{work:<70} {'not measured':>15}")
            continue
        ratio = min(theirs) / max(ours)
        print(f"{work:<70} {ratio:8.2f} {goal:6g} {'' if ratio >= goal else 'missed'}".rstrip())


if __name__ == "__main__":
    main()
