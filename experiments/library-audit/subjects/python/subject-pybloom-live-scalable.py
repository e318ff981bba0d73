"""pybloom-live, scalable: stages of four times the items at 0.9 times the rate, the first at 0.9 times the target."""

from pybloom_live import ScalableBloomFilter
from protocol import serve

serve("pybloom-live", ScalableBloomFilter, lambda held: (sum(stage.num_bits for stage in held.filters), "-", "-"))
