"""What the shards of one figure take: writes shards.json beside this file. From the workspace, with programs built:

    python3 data/reference/shards.py target/release/kwon-dfp

Seconds of a job, of a start and of the merge are of the processor, the less of two runs with one thread. Those of 1, 2 and 4 shards at
once, with the merge after them, are of the clock, the less of two runs. Run by root on Linux, they come before all ordinary programs on
the machine, which so matter little, and wait for a minute. The times differ from run to run and machine to machine: docs/cluster.md cites the
committed ones.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

FIGURE, JOBS = "fig4-deletability", 112
REPEATS = 2


def begin(program, store, *arguments):
    command = [program, FIGURE, "--store", store, *arguments]
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


def wait(*processes):
    for process in processes:
        assert process.wait() == 0, process.args


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(clock, work):
    before = clock()
    work()
    return clock() - before


def measure(program, folder):
    def shard(index, count, store):
        return begin(program, store, "--shard", f"{index}/{count}")

    def merge(store):
        return begin(program, store, "--merge", "--output", f"{store}/merged")

    def at_once(count, store):
        wait(*[shard(index, count, store) for index in range(1, count + 1)])
        wait(merge(store))

    def least(clock, work):
        return round(min(seconds(clock, lambda: work(f"{folder}/{work.__name__}-{repeat}")) for repeat in range(REPEATS)), 4)

    def start(store):
        wait(shard(JOBS + 1, JOBS + 1, store))

    stores = [f"{folder}/jobs-{repeat}" for repeat in range(REPEATS)]
    jobs = [
        round(min(seconds(processor, lambda: wait(shard(job, JOBS, store))) for store in stores), 4)
        for job in range(1, JOBS + 1)
    ]
    merges = [round(seconds(processor, lambda: wait(merge(store))), 4) for store in stores]
    clocked = []
    for count in (1, 2, 4):
        runs = [f"{folder}/{count}-{repeat}" for repeat in range(REPEATS)]
        clocked.append((count, min(seconds(time.monotonic, lambda: at_once(count, store)) for store in runs)))
    return {
        "machine": f"virtual machine, {os.cpu_count()} cores of an Intel Xeon, shared",
        "date": date.today().isoformat(),
        "figure": f"kwon-dfp/{FIGURE}",
        "cores": os.cpu_count(),
        "start": least(processor, start),
        "merge": min(merges),
        "jobs": jobs,
        "clocked": [{"shards": count, "seconds": round(spent, 3)} for count, spent in clocked],
    }


if sys.platform == "linux" and os.geteuid() == 0:
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
with tempfile.TemporaryDirectory() as folder:
    measured = measure(sys.argv[1], folder)
Path(__file__).with_name("shards.json").write_text(json.dumps(measured) + "\n")
