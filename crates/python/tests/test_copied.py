"""Lines that the calculator's page offers for copying, with the rates that it shows."""

import bloomlab
import pytest

LINES = [
    ("bloomlab.rate(9592957, 1000000, 7)", 0.009999997701850189),
    ("bloomlab.rate(32, 1, 22)", 1.5844744815035654e-6),
    ("bloomlab.rate(1024, 102, 7, scheme=\"double\")", 0.009416630731796126),
    ("bloomlab.rate(1024, 102, 7, scheme=\"double-nonzero\")", 0.008968051822344407),
    ("bloomlab.rate(1024, 102, 7, scheme=\"double-odd\")", 0.008907233456652163),
    ("bloomlab.rate(1024, 102, 7, scheme=\"double-unit\")", 0.008907233456652163),
    ("bloomlab.rate(1022, 102, 7, scheme=\"km-partition\")", 0.012513649877431407),
    ("bloomlab.rate(1024, 102, 7, scheme=\"partitioned\")", 0.008174604472183754),
    ("bloomlab.rate(1024, 102, 7, scheme=\"blocked\", block_bits=256)", 0.010340409818957693),
    ("bloomlab.rate(1024, 102, 8, scheme=\"split-block\", word_bits=64)", 0.009456371398579716),
    ("bloomlab.rate(10000384, 1000000, 6, scheme=\"blocked\", block_bits=512)", 0.00966315259012342),
    ("bloomlab.rate(1024, 102, 7, scheme=\"blocked-double-nonzero\", block_bits=512)", 0.010552499432109806),
    ("bloomlab.rate(10000896, 1000000, 6, scheme=\"blocked-double\", block_bits=512, hash_bits=32)", 0.011859953695897187),
    ("bloomlab.engine_filter(\"clickhouse\", 1000000, 0.01)", 0.009430934376153909),
    ("bloomlab.library_filter(\"parquet\", 1000000, 0.01)", 0.0010345778809937275),
]


@pytest.mark.parametrize(("line", "rate"), LINES)
def test_line(line, rate):
    found = eval(line, {"bloomlab": bloomlab})
    assert getattr(found, "rate", found) == pytest.approx(rate, rel=1e-11, abs=0)
