"""What every subject does; the Rust library of the same name beside this folder says what the lines mean."""

import random
import sys
from functools import partial
from importlib.metadata import version
from itertools import chain
from operator import contains

import numpy

# items made at a time
BATCH = 1 << 12


def mix(x):
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014), of every number of an array, modulo 2^64."""
    x = x + numpy.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return x ^ (x >> numpy.uint64(31))


def items_of(seed, first, count):
    """Items first, first + 1, … of a trial, as the 63 upper bits: numbers that every library takes."""
    start = mix(numpy.array([seed], dtype=numpy.uint64))

    def batch(begin):
        end = min(begin + BATCH, first + count)
        return (mix(start + numpy.arange(begin, end, dtype=numpy.uint64)) >> numpy.uint64(1)).tolist()

    return chain.from_iterable(map(batch, range(first, first + count, BATCH)))


def serve(library, create, describe, item=None):
    """Answers trials until the input ends: `create(items, target)` gives a filter with `add` and `in`; `describe(filter)`
    its bits, hashes and own rate, each a string; `item` makes a number what the library takes. Python's generator of random
    numbers is seeded for each trial."""

    def given(seed, first, count):
        numbers = items_of(seed, first, count)
        return map(item, numbers) if item else numbers

    for line in sys.stdin:
        words = line.split()
        if words == ["describe"]:
            print(library, version(library), flush=True)
            continue
        _, items, target, inserted, seed, queries = words
        items, inserted, seed, queries = int(items), int(inserted), int(seed), int(queries)
        random.seed(seed)
        held = create(items, float(target))
        refused = 0
        for thing in given(seed, 0, inserted):
            try:
                held.add(thing)
            except IndexError:
                refused += 1
        missed = inserted - sum(map(partial(contains, held), given(seed, 0, inserted)))
        positives = sum(map(partial(contains, held), given(seed, inserted, queries)))
        print(*describe(held), positives, missed, refused, flush=True)
