"""pyprobables: FNV-1a of 64 bits of an item's bytes, with a seed for each position."""

from fnv import PORT, bytes_of
from libraries import serve
from probables import BloomFilter

serve(
    "pyprobables",
    lambda items, target: BloomFilter(est_elements=items, false_positive_rate=target),
    lambda held: (held.number_bits, held.number_hashes, held.current_false_positive_rate()),
    item=bytes_of,
    port=PORT,
)
