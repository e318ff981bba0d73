"""A plain Python simulation of a one-phase recycling Bloom filter, for comparison with the library's.

The same method: arrivals drawn uniformly from a catalogue; a message draws k new positions whenever it is new and keeps
them while it is stored; the filter is cleared when a message would set more than sigma bits.

    python3 arrivals.py BITS HASHES SIGMA CATALOGUE ARRIVALS SEED

In a catalogue of 0 no message repeats.

Prints arrivals per second and the count-instance rate.
"""

import random
import sys
import time


def simulate(bits, hashes, sigma, catalogue, arrivals, seed):
    draw = random.Random(seed)
    filter_bits = bytearray(bits)
    bits_set = 0
    stored = set()
    new_messages = false_positives = 0
    for number in range(arrivals):
        message = draw.randrange(catalogue) if catalogue else number
        if message in stored:
            continue
        positions = [draw.randrange(bits) for _ in range(hashes)]
        clear = {position for position in positions if not filter_bits[position]}
        new_messages += 1
        if not clear:
            false_positives += 1
            stored.add(message)
        elif bits_set + len(clear) > sigma:
            filter_bits = bytearray(bits)
            bits_set = 0
            stored.clear()
        else:
            for position in clear:
                filter_bits[position] = 1
            bits_set += len(clear)
            stored.add(message)
    return false_positives / new_messages


def main():
    bits, hashes, sigma, catalogue, arrivals, seed = map(int, sys.argv[1:])
    start = time.perf_counter()
    rate = simulate(bits, hashes, sigma, catalogue, arrivals, seed)
    print(arrivals / (time.perf_counter() - start), rate)


if __name__ == "__main__":
    main()
