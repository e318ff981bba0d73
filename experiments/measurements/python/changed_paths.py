"""git's filters as the chunks BIDX and BDAT of a commit-graph hold them, asked for paths as git asks them: many at a time, where git
takes a process for each. The subject compares the two."""

from protocol import NotMeasured

M32 = 2**32 - 1
SEEDS = (0x293AE76F, 0x7E646E2C)


def murmur3(seed, data):
    """The hash of 32 bits of a whole number of words."""
    assert len(data) % 4 == 0
    h = seed
    for at in range(0, len(data), 4):
        k = int.from_bytes(data[at : at + 4], "little") * 0xCC9E2D51 & M32
        k = ((k << 15 | k >> 17) & M32) * 0x1B873593 & M32
        h ^= k
        h = ((h << 13 | h >> 19) & M32) * 5 + 0xE6546B64 & M32
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & M32
    h = (h ^ h >> 13) * 0xC2B2AE35 & M32
    return h ^ h >> 16


class Filters:
    """`sizes` in bytes of all filters; `hashes`, of one key."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()

        def word(at, size=4):
            return int.from_bytes(data[at : at + size], "big")

        chunks = {data[at : at + 4]: word(at + 4, 8) for at in range(8, 8 + 12 * data[6], 12)}
        lookup = sorted(chunks.values()) + [word(8 + 12 * data[6] + 4, 8)]
        if b"BIDX" not in chunks:
            raise NotMeasured("no filter was written into the commit-graph")
        begin, body = chunks[b"BIDX"], chunks[b"BDAT"] + 12
        ends = [word(at) for at in range(begin, lookup[lookup.index(begin) + 1], 4)]
        spans = list(zip([0] + ends, ends))
        self.sizes = [end - start for start, end in spans]
        self.hashes = word(body - 8)
        # for each size and each bit: the filters, as bits of a number, that have it set
        self.columns = {size: [0] * (8 * size) for size in set(self.sizes)}
        for number, (start, end) in enumerate(spans):
            bits = int.from_bytes(data[body + start : body + end], "little")
            column = self.columns[end - start]
            for position in range(8 * (end - start)):
                if bits >> position & 1:
                    column[position] |= 1 << number

    def maybe(self, path):
        """How many filters do not exclude the path."""
        first, step = (murmur3(seed, path.encode()) for seed in SEEDS)
        sums = [first + i * step & M32 for i in range(self.hashes)]
        found = 0
        for column in self.columns.values():
            kept = -1
            for position in sums:
                kept &= column[position % len(column)]
                if not kept:
                    break
            found += kept.bit_count()
        return found
