// What libraries build for n items at a rate, as crates/libraries describes them: the bits, the hash functions and the distribution;
// where that is not computed (LIBRARIES has it as not exact, or it has too many hash functions), that of independent positions.
const upTo = (unit, value) => Math.ceil(value / unit) * unit;
const powerOfTwo = (value, power = 1) => (power < value ? powerOfTwo(value, 2 * power) : power);
const textbookBits = (n, p) => n * -Math.log(p) / (Math.LN2 * Math.LN2);
const single = Math.fround;

const positions = (scheme) => (bits, hashes) => ({ bits, hashes, law: () => SCHEMES[scheme].checked(bits, hashes) });
const free = (bits, hashes) => ({ bits, hashes, law: () => independent(bits, hashes) });
const upTo10 = (make) => (bits, hashes) => (hashes > MOST_DOUBLE_HASHES ? { ...free(bits, hashes), exact: false } : make(bits, hashes));
const double = (bits, hashes) => (SCHEMES.double.computes(bits, hashes) ? positions("double")(bits, hashes) : { ...free(bits, hashes), exact: false });
const blocks32 = (blocks) => positions("split-block-32")(256 * blocks, 8);
const fingerprints = (bits, law) => ({ bits, law: () => law });
const constant = (fingerprint) => (items, p) => items.map(() => [1n << p - BigInt(fingerprint), 0n]);
// Slices of w bits; of `values` hash values modulo w some bits have one more than the others.
function slices(bits, hashes, values = bits) {
  const share = (count, places) => [BigInt(places) * BigInt(count), BigInt(values), someHit(BigInt(count), BigInt(values))];
  const one = () => mixed([share(Math.floor(values / bits) + 1, values % bits), share(Math.floor(values / bits), bits - values % bits)]);
  return { bits: bits * hashes, hashes, law: () => repeated(one(), hashes) };
}
const pybloomSlices = (n, p, hashes = Math.ceil(-Math.log2(p)), bits = Math.ceil(textbookBits(n, p) / hashes)) =>
  slices(bits, hashes, bits < 2 ** 15 ? 2 ** 16 : bits < 2 ** 31 ? 2 ** 32 : undefined);
const growableSlices = (n, p, hashes = Math.ceil(-Math.log2(p))) =>
  slices(Math.floor(8 * Math.ceil(hashes * Math.ceil(n / Math.LN2) / 8) / hashes), hashes);
// Filters that hold a part of the items each, a distribution and a count for each part: a query matches when it does in one of them.
const parted = (parts) => (items, p) => items.map((count) => any(parts(count).map(([law, held]) => () => law([held], p)))([count], p)[0]);
// Stages for n, n·growth, … items at p, p·tightening, ….
function growing(stage, growth, n, p, tightening) {
  const stages = (left, holds, target) => left > 0
    ? [[stage(holds, target).law(), BigInt(Math.min(left, holds))], ...stages(left - holds, holds * growth, target * tightening)] : [];
  return { bits: stage(n, p).bits, law: () => parted((count) => stages(Number(count), n, p)) };
}
function inTurn(bits, hashes, n) {
  const [law, each] = [free(bits, hashes).law(), BigInt(n)];
  return { bits, hashes, law: () => parted((count) => [...new Array(Number(count / each)).fill([law, each]), [law, count % each]]) };
}

const parquetBits = (n, p) => Math.trunc(-8 * n / Math.log1p(-(p ** 0.125)));
const parquetBlocks = (n, p, bytes = Math.floor(parquetBits(n, p) / 8)) => powerOfTwo(Math.min(Math.max(bytes, 32), 2 ** 27)) / 32;
function parquetFolded(n, p) {
  let blocks = parquetBlocks(64 * n, p);
  const clear = n * Math.log1p(-1 / (32 * blocks));
  for (let folded = 2; blocks > 1 && (-Math.expm1(clear * folded)) ** 8 <= p; folded *= 2) blocks /= 2;
  return blocks32(blocks);
}
// The bits an item in blocks of eight words, by the Poisson mixture.
function perItem(word, p, low, high, tolerance) {
  const rate = (bits, weight = Math.exp(-8 * word / bits), sum = 0) => {
    for (let held = 1; held < 500; held++) sum += (weight *= 8 * word / bits / held) * (1 - (1 - 1 / word) ** held) ** 8;
    return sum;
  };
  for (let middle; high - low > tolerance;) rate(middle = (low + high) / 2) > p ? low = middle : high = middle;
  return (low + high) / 2;
}
// Of an item with the odd number h, bit i lies in a byte of its own choice at ⌊5^i h/8⌋ mod 8: 32 patterns, by how often they take each.
function bytesAndBits(bytes, hashes) {
  const [places, whole] = [BigInt(bytes), 32n * BigInt(bytes) ** BigInt(hashes)];
  const pattern = (h, left, counts = new Array(8).fill(0)) => (left ? (counts[h >> 3]++, pattern(5 * h % 64, left - 1, counts)) : counts);
  const patterns = Array.from({ length: 32 }, (_, i) => pattern(2 * i + 1, hashes));
  const sets = patterns.flatMap((asked) => asked.reduce((sets, count, at) => {
    const missed = signedMoments(places, count).map((moment, t) => [moment, patterns.map((held) => (places - BigInt(t)) ** BigInt(held[at]))]);
    return sets.flatMap(([weight, ways]) => missed.map(([moment, more]) => [weight * moment, ways.map((way, i) => way * more[i])]));
  }, [[1n, patterns.map(() => 1n)]]));
  return sumOfPowers(sets.map(([weight, ways]) => [weight, ways.reduce((sum, way) => sum + way)]), whole, whole);
}
// Positions 2 to k − 1 are multiples of the second hash: as crates/libraries has the limit of a large filter.
const multiples = (bits, hashes) => (items, p) => {
  let most = 0;
  while (bits / 2 ** (most + 1) % 1 === 0) most++;
  const exponent = (x) => Math.log2(x & -x), share = (one, last) => 2 ** -(one < last ? one + 1 : last);
  const period = Math.min(Math.ceil(Math.log2(hashes)), most), starts = 2 ** period, classes = Array.from({ length: most + 1 }, (_, i) => i);
  const rate = (n) => {
    const fill = classes.map((w) => -Math.expm1(-n / bits * (2 + (hashes - 2) * (w < most ? (w + 1) / 2 : w / 2 + 1))));
    let sum = 0;
    for (const v of classes) for (const beyond of classes.slice(period)) for (let start = 0; start < starts; start++) {
      const at = (i, shift) => fill[Math.min(most, shift + ((start + i) % starts ? exponent((start + i) % starts) : beyond))];
      let term = share(v, most) * share(beyond - period, most - period) / starts * fill[v] * at(0, 0);
      for (let i = 2; i < hashes; i++) term *= at(i, v);
      sum += term;
    }
    return sum;
  };
  return items.map((n) => [fixed(rate(Number(n)), p), 0n]);
};
function quotient(n, p, remainder = Math.max(Math.ceil(-Math.log2(p)), 1)) {
  let slots = Math.max(powerOfTwo(n), 64);
  while (Math.ceil(slots * 19 / 20) < n) slots *= 2;
  return fingerprints(8 * (slots / 64 * (17 + 8 * remainder) + 8), someHit(1n, BigInt(slots) << BigInt(remainder)));
}
const cuckoo = (n, _, b = BigInt(Math.max(powerOfTwo(n) / 4, 1))) =>
  fingerprints(32 * Number(b), mixed([[b - 1n, b, someHit(516n, b * 65536n)], [1n, b, someHit(258n, b * 65536n)]]));
function fuse(n, _, ln = Math.log(Math.max(n, 2))) {
  const segment = Math.min(2 ** Math.trunc(ln / Math.log(3.33) + 2.25), 2 ** 18);
  const segments = Math.ceil(Math.round(n * Math.max(0.875 + 0.25 * Math.log(1e6) / ln, 1.125)) / segment);
  return fingerprints(8 * segment * Math.max(segments, 3), constant(8));
}
// bits from n and p, then hash functions from n, p and the bits
const sized = (make, bits, hashes) => (n, p, m = bits(n, p)) => make(m, hashes(n, p, m), n, p);
const roundedUp = (n, p) => Math.ceil(textbookBits(n, p));
const wholeHashes = (n, p) => Math.max(Math.trunc(-Math.log2(p)), 1);
const log2Hashes = (n, p) => Math.max(Math.round(-Math.log2(p)), 1);
const nearestHashes = (n, p, m) => Math.max(Math.round(m / n * Math.LN2), 1);
const hashesUp = (n, p, m) => Math.ceil(m / n * Math.LN2);
const BUILD = {
  "abloom": (n, p) => positions("split-block-64")(upTo(512, Math.ceil(n * perItem(64, p, 0.5, 300, 1e-6))), 8),
  "bloom": sized((bits, hashes) => ({ ...free(bits, hashes), ...(bits < 2 ** 13 ? {} : { law: () => multiples(bits, hashes), limit: true }) }), (n, p) => Math.max(Math.round(single(single(n) * single(single(Math.log(single(1 / single(p)))) / single(single(Math.LN2) * single(Math.LN2))))), 1),
    (n, p, m) => Math.min(Math.max(Math.round(single(single(single(m) / single(n)) * single(Math.LN2))), 2), 200)),
  "bloom-filter2": sized(free, roundedUp, hashesUp),
  "bloom-filters": sized(double, roundedUp, (n, p) => Math.ceil(-Math.log2(p))),
  "bloom2": () => ({ bits: 2 ** 16, hashes: 4, law: () => someHit(4n, 65536n, 4n) }),
  "bloomfilter": sized(free, (n, p) => 8 * Math.ceil(textbookBits(n, p) / 8), nearestHashes),
  "boost-bloom": sized(upTo10((bits, hashes) => ({ bits, hashes, law: () => bytesAndBits(bits / 8, hashes) })),
    (n, p, k = log2Hashes(n, p)) => upTo(8, Math.trunc(n * (k / -Math.log1p(-(p ** (1 / k)))))), log2Hashes),
  "boost-bloom-multiblock": (n, p) => blocks32(Math.ceil(Math.trunc(n * perItem(32, p, 0.5, 2000, 1e-11)) / 256)),
  "cuckoofilter": cuckoo,
  "fastbloom": sized(free, (n, p) => upTo(64, Math.max(8 * Math.ceil(textbookBits(n, p) / 8), 64)), nearestHashes),
  "fastbloom-rs": sized(double, (n, p) => upTo(64, roundedUp(n, p)), hashesUp),
  "growable-bloom-filter": (n, p) => growing(growableSlices, 2, n, p, 0.8515625),
  "guava": sized(free, (n, p) => upTo(64, Math.trunc(textbookBits(n, p))), log2Hashes),
  "libbloom": sized(free, (n, p) => Math.trunc(within("items", n, 1000, 2 ** 40 - 1, "2^40 − 1") && textbookBits(1, p) * n), (n, p) => Math.ceil(Math.LN2 * textbookBits(1, p))),
  "parquet": (n, p) => blocks32(parquetBlocks(n, p)),
  "parquet-folded": parquetFolded,
  "parquet-java": (n, p) => blocks32(parquetBlocks(n, p, Math.floor((Math.min(parquetBits(n, p), 2 ** 30) + 255 & ~256) / 8))), // clears bit 8
  "pdatastructs": sized(free, (n, p) => Math.max(Math.trunc(textbookBits(n, p)), 1), wholeHashes),
  "probabilistic-collections": sized(free, (n, p) => Math.ceil(-Math.log2(p) * n / Math.LN2), hashesUp),
  "pybloom-live": pybloomSlices,
  "pybloom-live-scalable": (n, p) => growing(pybloomSlices, 4, n, 0.9 * p, 0.9),
  "pybloomfiltermmap3": sized(free, (n, p) => Math.max(upTo(8, wholeHashes(n, p) * Math.ceil(textbookBits(n, p) / wholeHashes(n, p))), 128), wholeHashes),
  "pyprobables": sized(free, (n, p) => roundedUp(n, single(p)), nearestHashes),
  "pyprobables-expanding": sized(inTurn, (n, p) => roundedUp(n, single(p)), nearestHashes),
  "qfilter": quotient,
  "rbloom": sized(free, (n, p) => upTo(8, Math.trunc(textbookBits(n, p))), (n, p) => Math.max(Math.trunc(textbookBits(n, p) / n * Math.LN2), 1)),
  "sbbf-rs-safe": (n, p, each = [[0.1, 6], [0.01, 11], [0.001, 17], [1e-4, 27]].find(([rate]) => rate <= p * 1.000001)?.[1] ?? 41) =>
    blocks32(Math.max(Math.ceil(Math.floor(each * n / 8) / 32), 1)),
  "spark": (n, p, asked = Math.trunc(textbookBits(n, p))) => double(upTo(64, asked), nearestHashes(n, p, asked)),
  "xorf-fuse8": fuse,
  "xorf-xor8": (n) => fingerprints(8 * Math.floor((32 + Math.trunc(1.23 * n)) / 3) * 3, constant(8)),
};
