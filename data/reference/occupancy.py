"""Reference values for P(N, M, K), computed with Python's integers and mpmath.

    python3 data/reference/occupancy.py > data/reference/occupancy.json        (mpmath 1.3.0)

P(N, M, K) = M(M-1)...(M-K+1) S(N, K) / M^N with the Stirling number from its alternating sum in exact integers.
Every value is printed with 50 significant digits.
"""

import json
from math import comb

from mpmath import mp, mpf, nstr

CASES = [
    (10, 8, 5), (100, 100, 63), (100, 100, 40), (1000, 1000, 632), (1000, 1000, 999), (500, 2000, 442),
    (5000, 700, 699), (3000, 100, 100), (2000, 4000, 1574), (2000, 4000, 1900), (1999, 10**12, 1998),
]
mp.dps = 80
rows = []
for balls, bins, occupied in CASES:
    surjections = sum((-1) ** (occupied - j) * comb(occupied, j) * j**balls for j in range(occupied + 1))
    placements = comb(bins, occupied) * surjections
    value = mpf(placements) / mpf(bins) ** balls
    text = nstr(value, 50, strip_zeros=False, min_fixed=0, max_fixed=0)
    rows.append({"balls": balls, "bins": bins, "occupied": occupied, "probability": text})
print("[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]")
