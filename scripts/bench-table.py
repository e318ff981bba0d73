"""The table of ratios that the benchmarks are about: work, measured, reference, ratio, goal.

    python3 scripts/bench-table.py [--since SECONDS]

What criterion measured counts if it is not older than SECONDS (of the epoch): the shortest sample, since others may use the
machine, the worst of several subjects, and the best of several references. The command and the programs of the figures, as they were
built, are run here, and their processor time counts. Work that was not measured is named.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"))
PROGRAMS = TARGET / "release"

PLANS = ["recycling plan, One", "recycling plan, Two"]
PLAN_SECONDS = 0.1
SIZE_SECONDS = 0.1
SIZE_ITEMS = ["1", "2", "10", "45", "100", "1000", "1e6", "1e9"]
# a minute on two cores
FIGURES_SECONDS = 120
SWEEP = "sweep, M = 10^6"
DELETABLE = ["D-FP", "TBF", "TBF (packed)", "QBF", "DlBF (8)", "counting", "FP-CBF (4)"]
ARRIVALS = "arrivals at M = 1000, k = 5, sigma = 539"


def measured(since):
    """Seconds per operation, by group and function."""
    times = {}
    for path in (TARGET / "criterion").glob("**/new/sample.json"):
        if path.stat().st_mtime < since:
            continue
        try:
            benchmark = json.loads(path.with_name("benchmark.json").read_text())
            sample = json.loads(path.read_text())
            shortest = min(time / runs for time, runs in zip(sample["times"], sample["iters"]))
            operations = (benchmark["throughput"] or {}).get("Elements", 1)
        except (OSError, ValueError, KeyError) as error:
            print(f"not read: {path}: {error}")
            continue
        times[benchmark["group_id"], benchmark["function_id"]] = shortest * 1e-9 / operations
    return times


def compared(times):
    """What criterion measured: work, seconds, those of the reference, goal for the second over the first."""

    def row(work, group, subjects, references, goal):
        ours = [times.get((group, name)) for name in subjects]
        theirs = [times[group, name] for name in references if (group, name) in times]
        return work, None if None in ours else max(ours), min(theirs, default=None), goal

    for group in PLANS:
        seconds = [seconds for (of, _), seconds in times.items() if of == group]
        yield f"{group} phase{'s' * (group == PLANS[1])}, the worst", max(seconds, default=None), PLAN_SECONDS, 1
    yield from sizes()
    for hashes in [4, 8, 16]:
        name = f"WithReplacement, k = {hashes}"
        yield row(f"sweep, k = {hashes}: operations alone", SWEEP, [name], [f"{name}, operations alone"], 1 / 1.5)
    for size in ["in cache", "out of cache"]:
        for operation in ["insert", "lookup"]:
            group = f"filters, {operation}, {size}"
            yield row(f"Bloom, {operation}, {size}: fastbloom", group, ["Bloom"], ["fastbloom"], 1)
    for name in DELETABLE:
        yield row(f"{name}, lookup, in cache: fastbloom", "filters, lookup, in cache", [name], ["fastbloom"], 0.5)
    for name in ["uniform from 1000", "never repeating"]:
        for route in ["by state", "by filter"]:
            work = f"arrivals, {name}, {route}: plain Python with a filter"
            yield row(work, ARRIVALS, [f"{name}, {route}"], [f"{name}, plain Python"], 100)


def processor_seconds(command):
    """Of a command and what it started; whether it succeeded."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode == 0


def sizes():
    """The command for a target of 1e-30, of three runs the shortest."""
    for items in SIZE_ITEMS:
        command = [PROGRAMS / "bloomlab", "size", "--items", items, "--target", "1e-30"]
        times, answers = zip(*(processor_seconds(command) for _ in range(3)))
        yield f"size, target 1e-30, n = {items}" + " (refused)" * (not all(answers)), min(times), SIZE_SECONDS, 1


def figures():
    """Processor time of all figures, computed again in a temporary folder."""
    total, work = 0, "all figures, processor time"
    for paper in sorted(path.parent.name for path in pathlib.Path("experiments").glob("*/Cargo.toml")):
        with tempfile.TemporaryDirectory() as folder:
            seconds, is_drawn = processor_seconds([PROGRAMS / paper, "--force", "--output", folder])
        if not is_drawn:
            print(f"not drawn: {paper}")
            return work, None, FIGURES_SECONDS, 1
        total += seconds
    return work, total, FIGURES_SECONDS, 1


def duration(seconds):
    for unit, name in [(1, "s"), (1e-3, "ms"), (1e-6, "µs")]:
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-9:.3g} ns"


def write(work, ours, reference, goal):
    if ours is None or reference is None:
        print(f"{work:<62} not measured")
        return
    ratio = reference / ours
    verdict = "met" if ratio >= goal else "missed"
    print(f"{work:<62} {duration(ours):>8} {duration(reference):>9} {ratio:8.2f} {goal:6.3g}  {verdict}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--since", type=float, default=0)
    since = arguments.parse_args().since
    print("\nratio: the reference over what was measured; the reference is named after the colon, or is the seconds of the goal")
    print(f"{'work':<62} {'measured':>8} {'reference':>9} {'ratio':>8} {'goal':>6}")
    for row in compared(measured(since)):
        write(*row)
    write(*figures())


if __name__ == "__main__":
    main()
