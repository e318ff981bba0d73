"""What every library in Python does: one filter a trial, filled and asked in batches, by a port of the library where there is one."""

import random
import sys
from importlib.metadata import version

import numpy
import ported
import protocol

# items made at a time
BATCH = 1 << 16
# this many of each filter's items, and of its strangers, are asked for by a port and by the library
COMPARED = 100


def mix(x):
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014), of every number of an array, modulo 2^64."""
    x = x + numpy.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return x ^ (x >> numpy.uint64(31))


def items_of(seed, first, count):
    """Items first, first + 1, … of a trial, as the 63 upper bits: numbers that every library takes; some at a time."""
    start = mix(numpy.array([seed], dtype=numpy.uint64))
    for begin in range(first, first + count, BATCH):
        end = min(begin + BATCH, first + count)
        yield mix(start + numpy.arange(begin, end, dtype=numpy.uint64)) >> numpy.uint64(1)


def serve(library, create, describe, item=None, port=None):
    """Serves a library: `create(items, target)` gives a filter with `add` and `in`; `describe(filter)` its bits, hashes and own rate;
    `item` makes a number what the library takes. With a `port`, that is asked in the library's place, once it has shown that it
    sets the same bits. Python's generator of random numbers is seeded for each trial."""

    def given(numbers):
        return map(item, numbers.tolist()) if item else numbers.tolist()

    def add(held, numbers):
        refused = 0
        for thing in given(numbers):
            try:
                held.add(thing)
            except IndexError:
                refused += 1
        return refused

    def found(held, numbers):
        if not port:
            return sum(thing in held for thing in given(numbers))
        answers = ported.answers(port, held, numbers)
        if [thing in held for thing in given(numbers[:COMPARED])] != answers[:COMPARED].tolist():
            sys.exit(f"{library}: the port answers otherwise than the library")
        return int(answers.sum())

    def described():
        if port:
            ported.check(port, create, add, numpy.concatenate(list(items_of(0, 0, ported.CHECKED))))
        return version(library)

    def trial(inserted, items, target, seed, asked):
        inserted = int(inserted)
        random.seed(seed)
        held = create(items, target)
        refused = sum(add(held, numbers) for numbers in items_of(seed, 0, inserted))
        missed = inserted - sum(found(held, numbers) for numbers in items_of(seed, 0, inserted))
        positives = sum(found(held, numbers) for numbers in items_of(seed, inserted, asked))
        bits, hashes, reported = describe(held)
        answer = protocol.outcome(items, [positives], asked, "filter", bits, hashes, reported, missed=missed)
        return {**answer, "refused": refused}

    protocol.serve(library, described, [], trial)
