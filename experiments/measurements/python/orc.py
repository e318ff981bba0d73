"""The filters of an uncompressed ORC file's first column, one per 10,000 rows, read from the stripe's footer and asked by the format's
hash of integers. The subject of a writer gives `write(path, keys, target)`."""

import os
import tempfile

from protocol import NotMeasured, case, keys, only, outcome, serve

STRIDE = 10_000
FILTERS = 10
M64 = 2**64 - 1
# the kind of a stream of filters, the number of the column
STREAM, COLUMN = 8, 1


def fields(data):
    """A message of Protocol Buffers: the values of each field, in order; varints as numbers."""
    found, at = {}, 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if data[at - 1] < 128:
                return value

    while at < len(data):
        number, kind = divmod(varint(), 8)
        if kind == 0:
            value = varint()
        else:
            size = {1: 8, 5: 4}.get(kind) or varint()
            value, at = data[at : at + size], at + size
        found.setdefault(number, []).append(value)
    return found


def filters_of(path):
    """The numbers of hashes and the bits, as a number, of the filters of the only stripe; the bits' number."""
    with open(path, "rb") as file:
        data = file.read()
    postscript = fields(data[-1 - data[-1] : -1])
    if postscript.get(2, [0]) != [0]:
        raise NotMeasured("the file is compressed")
    end = len(data) - 1 - data[-1]
    stripes = fields(data[end - postscript[1][0] : end])[3]
    at, index, body, foot, _ = [fields(only(stripes, "stripes"))[field][0] for field in range(1, 6)]
    for stream in map(fields, fields(data[at + index + body : at + index + body + foot])[1]):
        size = stream[3][0]
        if stream.get(1, [0]) == [STREAM] and stream.get(2, [0]) == [COLUMN]:
            made = list(map(fields, fields(data[at : at + size])[1]))
            hashes, size = only([one[1][0] for one in made], "hashes"), only([len(one[3][0]) for one in made], "sizes")
            return hashes, 8 * size, [int.from_bytes(one[3][0], "little") for one in made]
        at += size
    raise NotMeasured("no filter was written")


def signed(x, bits):
    return (x & (1 << bits) - 1) - ((x >> bits - 1 & 1) << bits)


def positions(key, hashes, size):
    """Wang's mix of 64 bits with arithmetic shifts; signed halves; a negative sum is complemented."""
    h = signed(~key + (key << 21), 64)
    h = signed((h ^ h >> 24) * 265, 64)
    h = signed((h ^ h >> 14) * 21, 64)
    h = (h ^ h >> 28) * (1 + (1 << 31)) & M64
    sums = [signed(h + i * (h >> 32), 32) for i in range(1, hashes + 1)]
    return [(~s if s < 0 else s) % size for s in sums]


def serve_writer(name, version, write):
    def trial(named, items, target, rng):
        # only whole filters of the same number of keys
        held, absent = keys(rng, items * FILTERS, 20_000 if target > 1e-3 else 100_000)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "keys.orc")
            write(path, held, target)
            hashes, size, filters = filters_of(path)
        if len(filters) != FILTERS:
            raise NotMeasured(f"{len(filters)} filters were written")

        def has(bits, key):
            return all(bits >> position & 1 for position in positions(key, hashes, size))

        known = list(zip([filters[0]] * 1000 + [filters[-1]] * 1000, held[:1000] + held[-1000:]))
        missed = sum(not has(bits, key) for bits, key in known)
        tables = [bits.to_bytes(size // 8, "little") for bits in filters]
        counts = []
        for key in absent:
            places = [(position >> 3, position & 7) for position in positions(key, hashes, size)]
            counts.append(sum(all(table[byte] >> bit & 1 for byte, bit in places) for table in tables))
        return outcome(items, counts, FILTERS, "query", size, hashes, missed=missed)

    cases = [case("rows=10000", STRIDE, p, f"bloom_filter_fpp={p}; unique keys", quick=p >= 0.01) for p in (0.1, 0.05, 0.01, 1e-3, 1e-4)]
    serve(name, version, cases, trial)
