"""pyprobables, expanding: another filter of the same size and rate whenever the last is full."""

from probables import ExpandingBloomFilter
from protocol import serve

serve(
    "pyprobables",
    lambda items, target: ExpandingBloomFilter(est_elements=items, false_positive_rate=target),
    lambda held: ("-", "-", "-"),
    item=lambda number: number.to_bytes(8, "little"),
)
