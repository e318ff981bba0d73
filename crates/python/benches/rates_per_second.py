"""Exact rates a second, on one core and on all, with the textbook formula in NumPy beside them.

    python benches/rates_per_second.py
"""

import os
import time

import bloomlab
import numpy as np

COUNT = 200_000
ITEMS = np.random.default_rng(1).integers(1000, 10**7, COUNT)


def per_second(question, count=COUNT):
    """The best of some repetitions: the others waited for something else."""
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        question()
        seconds.append(time.perf_counter() - start)
    return count / min(seconds)


print("threads hashes rates/second")
for threads in {1, os.cpu_count()}:
    os.environ["BLOOMLAB_NUM_THREADS"] = str(threads)
    for hashes in (1, 3, 7, 10, 20):
        print(f"{threads:>7} {hashes:>6} {per_second(lambda: bloomlab.rate(10 * ITEMS, ITEMS, hashes)):12.3g}", flush=True)
textbook = per_second(lambda: (-np.expm1(7 * ITEMS * np.log1p(-0.1 / ITEMS))) ** 7)
print(f"textbook formula in NumPy, one core: {textbook:.3g} a second")
print(f"exact, a call for each: {per_second(lambda: [bloomlab.rate(1000, 100, 7) for _ in range(1000)], 1000):.3g} a second")
