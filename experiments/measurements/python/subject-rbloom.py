"""rbloom: Python's hash of an item, the positions from it by a linear congruential generator."""

from libraries import serve
from rbloom import Bloom

serve("rbloom", Bloom, lambda held: (held.size_in_bits, None, None))
