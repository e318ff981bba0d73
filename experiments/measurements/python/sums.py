"""The positions of bloom-filter2, for many items at a time: two sums over an item's bytes, which begin a linear recurrence modulo
2^127 − 1. Numbers are arrays of limbs of 26 bits, the lowest first, so that 2^127 − 1 has five and 2^257 − 1 ten, both three bits
less than their limbs; the uppermost limb has 23."""

import numpy
from ported import Port, Stage

LIMB = numpy.uint64(26)
MASK = numpy.uint64((1 << 26) - 1)
TOP = numpy.uint64(23)
TOP_MASK = numpy.uint64((1 << 23) - 1)
# 2^130 modulo 2^127 − 1, and 2^260 modulo 2^257 − 1
OVER = numpy.uint64(8)


def limbs_of(number, count):
    return numpy.array([number >> 26 * i & (1 << 26) - 1 for i in range(count)], dtype=numpy.uint64)[:, None]


def stages(held):
    # the library keeps 32 bits in each word of 64
    words = numpy.frombuffer(held.backend.array_, dtype=numpy.uint64).astype("<u4")
    return [Stage(words.view(numpy.uint8), held.num_probes_k, held.num_bits_m)]


def settled(limbs):
    """The same number modulo the Mersenne prime of so many limbs, each limb below its power of two."""
    limbs = limbs.copy()
    # the second time nothing is carried out of the uppermost limb but where all others are full
    for _ in range(2):
        over = limbs[-1] >> TOP
        limbs[-1] &= TOP_MASK
        limbs[0] += over
        for i in range(len(limbs) - 1):
            limbs[i + 1] += limbs[i] >> LIMB
            limbs[i] &= MASK
    return limbs


def sum_of(numbers, first, shift, count):
    """The library's sum over the bytes of a number up to the last that is not 0, r ← r + ((r + byte + first) (2^shift − 1) mod p),
    where p has `count` limbs."""
    total = numpy.zeros((count, len(numbers)), dtype=numpy.uint64)
    largest = limbs_of((1 << 26 * count - 3) - 1, count)
    whole, part = divmod(shift, 26)
    for _ in range(8):
        term = total + limbs_of(first, count)
        term[0] += numbers & numpy.uint64(255)
        term = settled(term)
        shifted = numpy.concatenate([OVER * term[count - whole :], term[: count - whole]]) << numpy.uint64(part)
        total = total + settled(shifted + (largest - term)) * (numbers > 0)
        numbers = numbers >> numpy.uint64(8)
    return total


def start(numbers, stage):
    factor = settled(sum_of(numbers, (1 << 17) - 1, 31, 5))
    second = sum_of(numbers, (1 << 19) - 1, 67, 10)
    return [factor, factor, settled(second[:5] + OVER * second[5:])]


def step(state, i, stage):
    value, factor, summand = state
    product = summand.copy()
    for a in range(5):
        for b in range(5):
            term = value[a] * factor[b]
            product[(a + b) % 5] += term if a + b < 5 else OVER * term
    value = settled(product)
    modulus = numpy.uint64(stage.modulus)
    position = numpy.zeros(value.shape[1], dtype=numpy.uint64)
    for limb in value[::-1]:
        position = ((position << LIMB) + limb) % modulus
    return position, [value, factor, summand]


PORT = Port(stages, start, step)
