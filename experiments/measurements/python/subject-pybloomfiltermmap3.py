"""pybloomfiltermmap3: MurmurHash3 with a seed for each position, drawn from Python's generator of random numbers."""

from libraries import serve
from pybloomfilter import BloomFilter

serve("pybloomfiltermmap3", BloomFilter, lambda held: (held.num_bits, held.num_hashes, None))
