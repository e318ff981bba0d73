"""The filter of a Parquet file's only column: found by the footer, read to the byte, asked by XXH64. Every writer is measured by this,
so their rows differ in the bytes alone. The subject of a writer gives `write(path, keys, case, target)`."""

import os
import tempfile

from protocol import NotMeasured, case, keys, outcome, serve
from thrift import Thrift

MASK = 2**64 - 1
SALTS = (0x47B6137B, 0x44974D91, 0x8824AD5B, 0xA2B7289D, 0x705495C7, 0x2DF1424B, 0x9EFC4947, 0x5C6BFB31)
# two octaves of sizes, for what a writer does to a target as n grows
SIZES = [round(20_000 * 2 ** (j / 4)) for j in range(9)]
TARGETS = [0.01, 1e-5]
# questions to a filter
ASKED = 20_000


def filter_of(path):
    """The rows of the file's only row group and its filter's bytes."""
    with open(path, "rb") as file:
        data = file.read()
    length = int.from_bytes(data[-8:-4], "little")
    groups = Thrift(data, len(data) - 8 - length).structure()[4]
    if len(groups) != 1:
        raise NotMeasured(f"{len(groups)} row groups were written")
    column = groups[0][1][0][3]
    if 14 not in column:
        raise NotMeasured("no filter was written")
    header = Thrift(data, column[14])
    size = header.structure()[1]
    return groups[0][3], data[header.at : header.at + size]


def xxh64(key):
    """Of eight bytes, the lowest first, with seed 0."""
    x = key * 0xC2B2AE3D27D4EB4F & MASK
    h = 0x27D4EB2F165667CD ^ (x << 31 | x >> 33) * 0x9E3779B185EBCA87 & MASK
    h = ((h << 27 | h >> 37) & MASK) * 0x9E3779B185EBCA87 + 0x85EBCA77C2B2AE63 & MASK
    h = (h ^ h >> 33) * 0xC2B2AE3D27D4EB4F & MASK
    h = (h ^ h >> 29) * 0x165667B19E3779F9 & MASK
    return h ^ h >> 32


class SplitBlocks:
    def __init__(self, data):
        self.words = memoryview(data).cast("I").tolist()
        self.blocks = len(self.words) // 8

    def has(self, key):
        h = xxh64(key)
        first, low = 8 * ((h >> 32) * self.blocks >> 32), h & 0xFFFFFFFF
        for i, salt in enumerate(SALTS, first):
            if not self.words[i] >> ((low * salt & 0xFFFFFFFF) >> 27) & 1:
                return False
        return True

    def rate(self):
        """The exact rate given the bits: the mean over blocks of the product of the words' fills."""
        total = 0.0
        for first in range(0, len(self.words), 8):
            product = 1.0
            for word in self.words[first : first + 8]:
                product *= word.bit_count() / 32
            total += product
        return total / self.blocks


def serve_writer(name, version, write, cases):
    def trial(named, items, target, rng):
        held, absent = keys(rng, items, ASKED)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "keys.parquet")
            written = write(path, held, named, target) or path
            rows, data = filter_of(written)
        if rows != items:
            raise NotMeasured(f"the row group has {rows} rows")
        asked = SplitBlocks(data)
        missed = sum(not asked.has(key) for key in held[:2000])
        positives = sum(map(asked.has, absent))
        return outcome(items, [positives], ASKED, "filter", 8 * len(data), 8, given_bits=asked.rate(), missed=missed)

    serve(name, version, cases, trial)


def sweep(name, setting, sizes=SIZES, targets=TARGETS):
    return [case(name, n, p, setting, quick=n <= 20_000) for p in targets for n in sizes]
