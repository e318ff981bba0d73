"""pybloom-live, scalable: stages of four times the items at 0.9 times the rate, the first at 0.9 times the target."""

from digests import PORT
from libraries import serve
from pybloom_live import ScalableBloomFilter

serve("pybloom-live", ScalableBloomFilter, lambda held: (sum(stage.num_bits for stage in held.filters), None, None), port=PORT)
