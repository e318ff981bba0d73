"""bloom-filter2: two sums over an item's bytes modulo Mersenne primes, the positions from them by a linear recurrence."""

from bloom_filter2 import BloomFilter
from libraries import serve
from sums import PORT

serve("bloom-filter2", BloomFilter, lambda held: (held.num_bits_m, held.num_probes_k, None), port=PORT)
