// What libraries build for n items at a rate, as crates/libraries describes them: the bits, the hash functions and the law of the rate.
const upTo = (unit, value) => Math.ceil(value / unit) * unit;
const powerOfTwo = (value) => { let power = 1; while (power < value) power *= 2; return power; };
const textbookBits = (n, p) => n * -Math.log(p) / (Math.LN2 * Math.LN2);
const textbookHashes = (bits, n) => bits / n * Math.LN2;
const nearest = (value) => Math.max(Math.round(value), 1);
const single = Math.fround;

const positions = (scheme) => (bits, hashes) => ({ bits, hashes, law: () => SCHEMES[scheme].checked(bits, hashes) });
const free = positions("independent");
const double = positions("double");
const blocks32 = (blocks) => positions("split-block-32")(256 * blocks, 8);
const fingerprints = (bits, law) => ({ bits, law: () => law });
const constant = (fingerprint) => (items, p) => items.map(() => [1n << p - BigInt(fingerprint), 0n]);

// Slices of w bits; of `values` hash values modulo w some bits have one more than the others.
function slices(bits, hashes, values) {
  const one = () => {
    if (!values) return someHit(1n, BigInt(bits));
    const [often, rare] = [values % bits, Math.floor(values / bits)];
    const share = (count, places) => [BigInt(places) * BigInt(count), BigInt(values), someHit(BigInt(count), BigInt(values))];
    return mixed([share(rare + 1, often), share(rare, bits - often)]);
  };
  return { bits: bits * hashes, hashes, law: () => repeated(one(), hashes) };
}
function pybloomSlices(n, p) {
  const hashes = Math.ceil(-Math.log2(p));
  const bits = Math.ceil(textbookBits(n, p) / hashes);
  return slices(bits, hashes, bits < 2 ** 15 ? 2 ** 16 : bits < 2 ** 31 ? 2 ** 32 : null);
}
function growableSlices(n, p) {
  const hashes = Math.ceil(-Math.log2(p));
  return slices(Math.floor(8 * Math.ceil(hashes * Math.ceil(n / Math.LN2) / 8) / hashes), hashes);
}
// Stages for n, n·growth, … items at p, p·tightening, …: a query matches when it does in one of them.
function growing(stage, growth, n, p, tightening) {
  const law = (items, precision) => items.map((count) => {
    const parts = [];
    for (let [left, holds, target] = [Number(count), n, p]; left > 0; left -= holds, holds *= growth, target *= tightening) {
      const held = BigInt(Math.min(left, holds));
      parts.push((_, bits) => stage(holds, target).law()([held], bits));
    }
    return any(parts)([count], precision)[0];
  });
  return { bits: stage(n, p).bits, law: () => law };
}
function inTurn(bits, hashes, n) {
  const one = free(bits, hashes).law();
  const law = (items, p) => items.map((count) => {
    const each = BigInt(n);
    return any([...new Array(Number(count / each)).fill(each), count % each].map((held) => () => one([held], p)))([count], p)[0];
  });
  return { bits, hashes, law: () => law };
}

function parquetBlocks(n, p) {
  const bytes = Math.floor(Math.trunc(-8 * n / Math.log1p(-(p ** 0.125))) / 8);
  return powerOfTwo(Math.min(Math.max(bytes, 32), 2 ** 27)) / 32;
}
function parquetFolded(n, p) {
  let blocks = parquetBlocks(64 * n, p);
  const clear = n * Math.log1p(-1 / (32 * blocks));
  for (let folded = 2; blocks > 1 && (-Math.expm1(clear * folded)) ** 8 <= p; folded *= 2) blocks /= 2;
  return blocks32(blocks);
}
function abloom(n, p) {
  const rate = (bits) => {
    let [weight, sum] = [Math.exp(-512 / bits), 0];
    for (let held = 1; held < 500; held++) sum += (weight *= 512 / bits / held) * (1 - (63 / 64) ** held) ** 8;
    return sum;
  };
  let [low, high] = [0.5, 300];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (rate(middle) > p) low = middle; else high = middle;
  }
  return positions("split-block-64")(upTo(512, Math.ceil(n * (low + high) / 2)), 8);
}
function quotient(n, p) {
  let slots = Math.max(powerOfTwo(n), 64);
  while (Math.ceil(slots * 19 / 20) < n) slots *= 2;
  const remainder = Math.max(Math.ceil(-Math.log2(p)), 1);
  return fingerprints(8 * (slots / 64 * (17 + 8 * remainder) + 8), someHit(1n, BigInt(slots) << BigInt(remainder)));
}
function cuckoo(n) {
  const buckets = Math.max(powerOfTwo(n) / 4, 1);
  const [b, pairs] = [BigInt(buckets), BigInt(buckets) * 65536n];
  return fingerprints(32 * buckets, mixed([[b - 1n, b, someHit(516n, pairs)], [1n, b, someHit(258n, pairs)]]));
}
function fuse(n) {
  const ln = Math.log(Math.max(n, 2));
  const segment = Math.min(2 ** Math.trunc(ln / Math.log(3.33) + 2.25), 2 ** 18);
  const capacity = Math.round(n * Math.max(0.875 + 0.25 * Math.log(1e6) / ln, 1.125));
  return fingerprints(8 * segment * Math.max(Math.ceil(capacity / segment), 3), constant(8));
}

// bits from n and p, then hash functions from n, p and the bits
const sized = (make, bits, hashes) => (n, p) => { const m = bits(n, p); return make(m, hashes(n, p, m)); };
const roundedUp = (n, p) => Math.ceil(textbookBits(n, p));
const wholeHashes = (n, p) => Math.max(Math.trunc(-Math.log2(p)), 1);
const nearestHashes = (n, p, m) => nearest(textbookHashes(m, n));
const hashesUp = (n, p, m) => Math.ceil(textbookHashes(m, n));
const LN2_SINGLE = single(Math.LN2);
const BUILD = {
  "abloom": abloom,
  "bloom": sized(free, (n, p) => Math.max(Math.round(single(single(n) * single(single(Math.log(single(1 / single(p)))) / single(LN2_SINGLE * LN2_SINGLE)))), 1),
    (n, p, m) => Math.min(Math.max(Math.round(single(single(single(m) / single(n)) * LN2_SINGLE)), 2), 200)),
  "bloom-filter2": sized(free, roundedUp, hashesUp),
  "bloom-filters": sized(double, roundedUp, (n, p) => Math.ceil(-Math.log2(p))),
  "bloom2": () => ({ bits: 2 ** 16, hashes: 4, law: () => someHit(4n, 65536n, 4n) }),
  "bloomfilter": sized(free, (n, p) => 8 * Math.ceil(textbookBits(n, p) / 8), nearestHashes),
  "cuckoofilter": cuckoo,
  "fastbloom": sized(free, (n, p) => upTo(64, Math.max(8 * Math.ceil(textbookBits(n, p) / 8), 64)), nearestHashes),
  "fastbloom-rs": sized(double, (n, p) => upTo(64, roundedUp(n, p)), hashesUp),
  "growable-bloom-filter": (n, p) => growing(growableSlices, 2, n, p, 0.8515625),
  "parquet": (n, p) => blocks32(parquetBlocks(n, p)),
  "parquet-folded": parquetFolded,
  "pdatastructs": sized(free, (n, p) => Math.max(Math.trunc(textbookBits(n, p)), 1), wholeHashes),
  "probabilistic-collections": sized(positions("enhanced"), (n, p) => Math.ceil(-Math.log2(p) * n / Math.LN2), hashesUp),
  "pybloom-live": pybloomSlices,
  "pybloom-live-scalable": (n, p) => growing(pybloomSlices, 4, n, 0.9 * p, 0.9),
  "pybloomfiltermmap3": sized(free, (n, p) => Math.max(upTo(8, wholeHashes(n, p) * Math.ceil(textbookBits(n, p) / wholeHashes(n, p))), 128), wholeHashes),
  "pyprobables": sized(free, (n, p) => roundedUp(n, single(p)), nearestHashes),
  "pyprobables-expanding": (n, p) => { const m = roundedUp(n, single(p)); return inTurn(m, nearestHashes(n, p, m), n); },
  "qfilter": quotient,
  "rbloom": sized(free, (n, p) => upTo(8, Math.trunc(textbookBits(n, p))), (n, p) => Math.max(Math.trunc(textbookBits(n, p) / n * Math.LN2), 1)),
  "sbbf-rs-safe": (n, p) => {
    const perItem = [[0.1, 6], [0.01, 11], [0.001, 17], [1e-4, 27]].find(([rate]) => rate <= p * 1.000001)?.[1] ?? 41;
    return blocks32(Math.max(Math.ceil(Math.floor(perItem * n / 8) / 32), 1));
  },
  "xorf-fuse8": fuse,
  "xorf-xor8": (n) => fingerprints(8 * Math.floor((32 + Math.trunc(1.23 * n)) / 3) * 3, constant(8)),
};
