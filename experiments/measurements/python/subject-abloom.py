"""abloom: split blocks of eight words of 64 bits, Python's hash of an item, mixed."""

from abloom import BloomFilter
from libraries import serve

serve("abloom", BloomFilter, lambda held: (held.bit_count, held.k, None))
