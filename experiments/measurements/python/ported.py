"""Asks what a library's filters hold for many items at a time. A port computes the positions of an array of items as the library
does, which `check` checks bit for bit; the bits are the library's own."""

import sys
from collections import namedtuple

import numpy

# items asked for at a time
BATCH = 1 << 13
# items for which the port must set the same bits as the library
CHECKED = 10_000
# in filters of each of these targets, which differ in their number of positions, and in what they are made of
TARGETS = [0.1, 1e-4]

# One filter, or one stage of a filter that grows: its bits, eight in a byte, the lowest first; the positions of an item; the bits
# that a position is taken modulo.
Stage = namedtuple("Stage", "bits hashes modulus")

# `stages(held)`: the stages of a library's filter. `start(numbers, stage)`: arrays from which positions follow, items along the last
# axis. `step(state, i, stage)`: the items' i-th positions, from 0, and the arrays for the next step.
Port = namedtuple("Port", "stages start step")


def reported(port, stage, numbers):
    """Which of the items the stage reports."""
    answers = numpy.zeros(len(numbers), dtype=bool)
    asked = numpy.arange(len(numbers))
    state = port.start(numbers, stage)
    for i in range(stage.hashes):
        if len(asked) == 0:
            break
        positions, state = port.step(state, i, stage)
        found = stage.bits[positions >> numpy.uint64(3)] >> (positions & numpy.uint64(7)).astype(numpy.uint8) & 1 > 0
        asked, state = asked[found], [values[..., found] for values in state]
    answers[asked] = True
    return answers


def answers(port, held, numbers):
    """Which of the items the filter reports."""
    stages = port.stages(held)

    def batch(first):
        part = numbers[first : first + BATCH]
        return numpy.logical_or.reduce([reported(port, stage, part) for stage in stages])

    return numpy.concatenate([batch(first) for first in range(0, len(numbers), BATCH)])


def check(port, create, add, numbers):
    """Ends the program unless the port and the library set the same bits for all these items, in filters of several targets."""
    for target in TARGETS:
        held = create(len(numbers), target)
        add(held, numbers)
        (stage,) = port.stages(held)
        bits = numpy.zeros(8 * len(stage.bits), dtype=bool)
        state = port.start(numbers, stage)
        for i in range(stage.hashes):
            positions, state = port.step(state, i, stage)
            bits[positions] = True
        if (numpy.packbits(bits, bitorder="little") != stage.bits).any():
            sys.exit(f"{held}: the port sets other bits than the library")
