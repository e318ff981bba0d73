"""What every subject does; the Rust library of the same name beside this folder says what the lines mean."""

import sys
from importlib.metadata import version

MASK = (1 << 64) - 1


def mix(x):
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def items_of(seed, first, count):
    """Items first, first + 1, … of a trial, as the 63 upper bits: numbers that every library takes."""
    start = mix(seed)
    return (mix((start + i) & MASK) >> 1 for i in range(first, first + count))


def serve(library, create, describe, item=lambda number: number):
    """Answers trials until the input ends: `create(items, target)` gives a filter with `add` and `in`; `describe(filter)`
    its bits, hashes and own rate, each a string; `item` makes a number what the library takes."""
    for line in sys.stdin:
        words = line.split()
        if words == ["describe"]:
            print(library, version(library), flush=True)
            continue
        _, items, target, inserted, seed, queries = words
        items, inserted, seed, queries = int(items), int(inserted), int(seed), int(queries)
        held = create(items, float(target))
        refused = 0
        for number in items_of(seed, 0, inserted):
            try:
                held.add(item(number))
            except IndexError:
                refused += 1
        missed = sum(item(number) not in held for number in items_of(seed, 0, inserted))
        positives = sum(item(number) in held for number in items_of(seed, inserted, queries))
        print(*describe(held), positives, missed, refused, flush=True)
