"""rbloom: Python's hash of an item, the positions from it by a linear congruential generator."""

from rbloom import Bloom
from protocol import serve

serve("rbloom", Bloom, lambda held: (held.size_in_bits, "-", "-"))
