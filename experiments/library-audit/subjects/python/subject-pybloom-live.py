"""pybloom-live: slices, a position in each from salted digests, 16 bits of them for slices below 2^15 bits."""

from pybloom_live import BloomFilter
from protocol import serve

serve("pybloom-live", BloomFilter, lambda held: (held.num_bits, held.num_slices, "-"))
