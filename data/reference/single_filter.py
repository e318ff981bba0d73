"""Reference values for the rate of one filter, computed with mpmath and Python's integers.

    python3 data/reference/single_filter.py > data/reference/single_filter.json        (mpmath 1.3.0)

The routes here share no algorithm with the crates:

* with replacement, any size: E[(X/m)^k] from the moments of Y, the number of *clear* bits, whose factorial moments are
  m(m-1)...(m-t+1) (1 - t/m)^(kn):  (X/m)^k = sum_j C(k,j) (-1)^j (Y/m)^j,  E[Y^j] = sum_t S(j,t) E[Y(Y-1)...(Y-t+1)];
* with replacement, m <= 512: the law of X by integer counting, as a check of the first (asserted below);
* without replacement, m <= 512: the law of X item by item, in fractions.

Every value is printed with 50 significant digits.
"""

import json
from fractions import Fraction
from math import comb

from mpmath import mp, mpf, nstr

SHAPES = [
    (2, 1, 2), (4, 2, 2), (16, 2, 4), (32, 4, 5), (64, 8, 5), (100, 20, 3), (512, 32, 11), (512, 100, 3),
    (2**10, 102, 7), (2**20, 10**5, 7), (2**20, 3, 20), (10**6, 10**6, 1), (2**40, 2**36, 11), (2**40, 1, 30),
    (2**50, 1, 40), (2**62, 2**59, 15), (10**12, 10**11, 7), (2**30, 2**32, 2), (1000, 1500, 4),
]
DISTINCT = [(8, 2, 3), (32, 4, 5), (64, 8, 5), (100, 20, 3), (512, 32, 11)]


def stirling(k):
    row = [1]
    for _ in range(k):
        row = [(row[t - 1] if t > 0 else 0) + (t * row[t] if t < len(row) else 0) for t in range(len(row) + 1)]
    return row


def by_clear_bits(m, n, k):
    total = mpf(0)
    for j in range(k + 1):
        moment = mpf(0)
        for t, s in enumerate(stirling(j)):
            falling = 1
            for i in range(t):
                falling *= m - i
            moment += s * falling * (1 - mpf(t) / m) ** (k * n)
        total += comb(k, j) * (-1) ** j * moment / mpf(m) ** j
    return total


def by_counting(m, n, k):
    counts = [1]  # outcomes with 0, 1, ... set bits
    for _ in range(k * n):
        padded = counts + [0]
        counts = [padded[x] * x + (padded[x - 1] * (m - x + 1) if x else 0) for x in range(min(len(padded), m + 1))]
    return Fraction(sum(c * x**k for x, c in enumerate(counts)), m ** (k * (n + 1)))


def distinct(m, n, k):
    law = {0: Fraction(1)}
    for _ in range(n):
        after = {}
        for x, p in law.items():
            for new in range(max(0, k - x), min(k, m - x) + 1):
                q = p * Fraction(comb(m - x, new) * comb(x, k - new), comb(m, k))
                after[x + new] = after.get(x + new, 0) + q
        law = after
    return sum(p * Fraction(comb(x, k), comb(m, k)) for x, p in law.items())


def decimal(x):
    if isinstance(x, Fraction):
        x = mpf(x.numerator) / x.denominator
    return nstr(x, 50, strip_zeros=False, min_fixed=0, max_fixed=0)


mp.dps = 3000
rows = []
for m, n, k in SHAPES:
    rate = by_clear_bits(m, n, k)
    if m <= 512:
        exact = by_counting(m, n, k)
        assert abs(rate * exact.denominator / exact.numerator - 1) < mpf(10) ** -1000
    rows.append({"bits": m, "items": n, "hashes": k, "without_replacement": False, "rate": decimal(rate)})
for m, n, k in DISTINCT:
    rows.append({"bits": m, "items": n, "hashes": k, "without_replacement": True, "rate": decimal(distinct(m, n, k))})
print("[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]")
