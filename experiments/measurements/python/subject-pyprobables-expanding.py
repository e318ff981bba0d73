"""pyprobables, expanding: another filter of the same size and rate whenever the last is full."""

from fnv import PORT, bytes_of
from libraries import serve
from probables import ExpandingBloomFilter

serve(
    "pyprobables",
    lambda items, target: ExpandingBloomFilter(est_elements=items, false_positive_rate=target),
    lambda held: (None, None, None),
    item=bytes_of,
    port=PORT,
)
