"""Bitcoin's filter for light clients (BIP 37): positions are seeded hashes; bits and hashes are both cut down, and capped at 36,000 bytes and
50 hashes."""

from importlib.metadata import version

from bitcoin.bloom import CBloomFilter
from protocol import NotMeasured, case, outcome, serve

QUESTIONS = 40_000


def trial(name, items, target, rng):
    asked = max(200, min(20_000, round(items / target**0.5)))
    counts, missed, shapes = [], 0, set()
    for _ in range(max(1, min(200, QUESTIONS // (2 * items + asked)))):
        held = CBloomFilter(items, target, rng.getrandbits(32), CBloomFilter.UPDATE_NONE)
        keys = [rng.getrandbits(64).to_bytes(8, "big") for _ in range(items)]
        for key in keys:
            held.insert(key)
        missed += sum(not held.contains(key) for key in keys[:2000])
        # two of 64 random bits agree in fewer than one run of a million
        counts.append(sum(held.contains(rng.getrandbits(64).to_bytes(8, "big")) for _ in range(asked)))
        shapes.add((8 * len(held.vData), held.nHashFuncs))
    if len(shapes) > 1:
        raise NotMeasured(f"filters of one case differ in size: {shapes}")
    bits, hashes = shapes.pop()
    return outcome(items, counts, asked, "filter", bits, hashes, missed=missed)


# at 100,000 keys the cap leaves one hash, at 200,000 none
CASES = [case("by-rate", n, p, "CBloomFilter(n; p)", quick=n <= 1000) for p in (0.1, 0.01, 1e-3, 1e-4) for n in (10, 100, 1000, 10_000)]
CASES += [case("by-rate", n, 0.01, "CBloomFilter(n; p)") for n in (100_000, 200_000)]

if __name__ == "__main__":
    serve("python-bitcoinlib", lambda: version("python-bitcoinlib"), CASES, trial)
