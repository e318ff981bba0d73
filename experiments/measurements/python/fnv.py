"""The positions of pyprobables, for many items at a time: FNV-1a of 64 bits of eight bytes, begun anew for each position."""

import numpy
from ported import Port, Stage

OFFSET = 14695981039346656037
PRIME = numpy.uint64(1099511628211)


def bytes_of(number):
    return number.to_bytes(8, "little")


def stages(held):
    return [
        Stage(numpy.frombuffer(one.bloom, dtype=numpy.uint8), one.number_hashes, one.number_bits)
        for one in getattr(held, "_blooms", [held])
    ]


def start(numbers, stage):
    return [numpy.ascontiguousarray(numbers.astype("<u8").view(numpy.uint8).reshape(-1, 8).T).astype(numpy.uint64)]


def step(state, i, stage):
    value = numpy.uint64((OFFSET + 31 * i) % 2**64)
    for byte in state[0]:
        value = (value ^ byte) * PRIME
    return value % numpy.uint64(stage.modulus), state


PORT = Port(stages, start, step)
