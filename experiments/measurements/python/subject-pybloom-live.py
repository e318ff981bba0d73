"""pybloom-live: slices, a position in each from salted digests, 16 bits of them for slices below 2^15 bits."""

from digests import PORT
from libraries import serve
from pybloom_live import BloomFilter

serve("pybloom-live", BloomFilter, lambda held: (held.num_bits, held.num_slices, None), port=PORT)
