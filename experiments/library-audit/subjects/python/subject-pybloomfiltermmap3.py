"""pybloomfiltermmap3: MurmurHash3 with a random seed for each position; Python's generator is seeded here."""

import random

from pybloomfilter import BloomFilter
from protocol import serve


def create(items, target):
    random.seed(items)
    return BloomFilter(items, target)


serve("pybloomfiltermmap3", create, lambda held: (held.num_bits, held.num_hashes, "-"))
