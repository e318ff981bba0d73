"""Exact rates a second, on one core and on all, with the textbook formula in NumPy beside them.

    python benches/rates_per_second.py
"""

import os
import subprocess
import sys
import time

import numpy as np

ONE = "BLOOMLAB_NUM_THREADS"
COUNT = 200_000


def per_second(question, count, repetitions=3):
    """The best of some repetitions: the others waited for something else."""
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        question()
        seconds.append(time.perf_counter() - start)
    return count / min(seconds)


def measure():
    import bloomlab

    threads = os.environ.get(ONE, str(os.cpu_count()))
    items = np.random.default_rng(1).integers(1000, 10**7, COUNT)
    for hashes in (1, 3, 7, 10, 20):
        exact = per_second(lambda: bloomlab.rate(10 * items, items, hashes), COUNT)
        print(f"{threads:>7} {hashes:>6} {exact:12.3g}", flush=True)


def measure_others():
    import bloomlab

    items = np.random.default_rng(1).integers(1000, 10**7, COUNT)
    textbook = per_second(lambda: (-np.expm1(7 * items * np.log1p(-0.1 / items))) ** 7, COUNT)
    print(f"textbook formula in NumPy, one core: {textbook:.3g} a second")
    scalars = per_second(lambda: [bloomlab.rate(1000, 100, 7) for _ in range(1000)], 1000)
    print(f"exact, a call for each: {scalars:.3g} a second")


if __name__ == "__main__":
    if ONE in os.environ:
        measure()
    else:
        print("threads hashes rates/second")
        subprocess.run([sys.executable, __file__], env=os.environ | {ONE: "1"}, check=True)
        measure()
        measure_others()
