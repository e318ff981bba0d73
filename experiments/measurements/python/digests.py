"""The positions of pybloom-live, for many items at a time: chunks of salted digests of an item's decimal digits, each modulo the
size of its slice. The library says which digest."""

from struct import pack

import numpy
from ported import Port, Stage


def stages(held):
    # a filter that grows has none before the first item
    return [
        Stage(numpy.frombuffer(one.bitarray, dtype=numpy.uint8), one.num_slices, (one.bits_per_slice, one.hashfn))
        for one in getattr(held, "filters", [held])
    ]


def start(numbers, stage):
    return [numbers]


def step(state, i, stage):
    bits, digest = stage.modulus
    chunk = 2 if bits < 1 << 15 else 4 if bits < 1 << 31 else 8
    salt, place = divmod(i, digest().digest_size // chunk)
    numbers = state[0]
    if place == 0:
        salted = digest(digest(pack("I", salt)).digest())

        def of(number):
            copy = salted.copy()
            copy.update(b"%d" % number)
            return copy.digest()

        digests = b"".join(map(of, numbers.tolist()))
        chunks = numpy.frombuffer(digests, dtype=f"<u{chunk}").reshape(len(numbers), -1).T
    else:
        chunks = state[1]
    return chunks[place].astype(numpy.uint64) % numpy.uint64(bits) + numpy.uint64(i * bits), [numbers, chunks]


PORT = Port(stages, start, step)
