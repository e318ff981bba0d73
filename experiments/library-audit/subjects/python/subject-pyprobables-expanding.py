"""pyprobables, expanding: another filter of the same size and rate whenever the last is full."""

from fnv import PORT, bytes_of
from probables import ExpandingBloomFilter
from protocol import serve

serve(
    "pyprobables",
    lambda items, target: ExpandingBloomFilter(est_elements=items, false_positive_rate=target),
    lambda held: ("-", "-", "-"),
    item=bytes_of,
    port=PORT,
)
