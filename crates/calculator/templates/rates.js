// Rates in fixed point. A value is [v, e]: v·2^−p, wrong by at most e·2^−p. A law, a distribution, gives the rates of a filter at some numbers of items.
const [LEAST_RATE, MOST_HASHES] = [1e-300, 64];
const [laws, moments, covers] = [new Map(), new Map(), new Map()];
function remembered(known, key, make) {
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
}
// (part/whole)^exponent for each exponent, by squaring: too small by at most 2·exponent units.
function powers(part, whole, exponents, p) {
  const squares = [(part << p) / whole];
  return exponents.map((exponent) => {
    let power = 1n << p;
    for (let i = 0, left = exponent; left > 0n; i++, left >>= 1n) {
      squares[i] ??= squares[i - 1] * squares[i - 1] >> p;
      if (left & 1n) power = power * squares[i] >> p;
    }
    return power;
  });
}
// Precision rises until every rate is known to 2^−38 of itself; what 2048 bits do not show is far below LEAST_RATE.
const isKnown = ([v, e]) => v > e << 38n;
function rates(law, items) {
  const counts = items.map(BigInt);
  for (let p = 256n; ; p *= 2n) {
    const values = law(counts, p);
    if (p === 2048n || values.every(isKnown)) return values.map(([v, e]) => (isKnown([v, e]) ? toNumber(v, p) : 0));
  }
}
const fixed = (x, p) => BigInt(Math.round(x * 2 ** 120)) << p - 120n;
const toNumber = (v, p, drop = BigInt(Math.max(v.toString(16).length - 16, 0) * 4)) => Number(v >> drop) * 2 ** Number(drop - p);
// The terms [count, part] with the counts of equal parts added up.
function merged(terms, counts = new Map()) {
  for (const [count, part] of terms) counts.set(part, (counts.get(part) ?? 0n) + count);
  return [...counts].filter(([, count]) => count).map(([part, count]) => [count, part]);
}
// Σ count·(part/whole)^(each·n) / weight.
const sumOfPowers = (given, whole, weight, each = 1n, terms = merged(given)) => (items, p) => {
  const exponents = items.map((n) => n * each);
  const sums = items.map(() => 0n);
  const size = terms.reduce((sum, [count]) => sum + (count < 0n ? -count : count), 0n);
  for (const [count, part] of terms) powers(part, whole, exponents, p).forEach((power, i) => { sums[i] += count * power; });
  return sums.map((sum, i) => [sum / weight, 2n * size * exponents[i] / weight + 2n]);
};
const all = (laws) => (items, p) => laws.map((law) => law(items, p)).reduce((values, more) => values.map(([v, e], i) => [v * more[i][0] >> p, e + more[i][1] + 1n]));
const none = (law) => (items, p) => law(items, p).map(([v, e]) => [(1n << p) - v, e]);
const any = (laws) => none(all(laws.map(none)));
// All positions from one hash of so many bits, which items may share: the rate with the mean number of distinct hashes, between whole
// numbers on a line. The error is far below k²/2^bits of the rate.
function hashed(law, bits) {
  const mean = (items) => Math.max(-Math.expm1(Number(items) * Math.log1p(-(2 ** -bits))) * 2 ** bits, 1);
  const near = (items, p) => {
    const means = items.map(mean), [low, high] = [Math.floor, Math.ceil].map((whole) => law(means.map((count) => BigInt(whole(count))), p));
    return low.map((pair, i) => {
      const share = BigInt(Math.round(means[i] % 1 * 2 ** 40)), [v, e] = pair.map((x, at) => (x * (2n ** 40n - share) + high[i][at] * share) / 2n ** 40n);
      return [v, e + 2n];
    });
  };
  return any([near, someHit(1n, 1n << BigInt(bits))]);
}
const repeated = (law, count) => all(new Array(count).fill(law));
// Σ share·law, the shares fractions.
const mixed = (parts) => (items, p) => parts.map(([above, below, law]) => law(items, p).map(([v, e]) => [v * above / below, e + 1n]))
  .reduce((values, more) => values.map(([v, e], i) => [v + more[i][0], e + more[i][1]]));
// 1 − (1 − hit/whole)^(each·n).
const someHit = (hit, whole, each = 1n) => none(sumOfPowers([[1n, whole - hit]], whole, 1n, each));
// C(d, t), and S(k, d), the partitions of k positions into d classes.
const rows = (next, known = [[1n]]) => (index) => {
  while (known.length <= index) known.push([...known.at(-1), 0n].map((value, i, row) => next(row[i - 1] ?? 0n, value, i)));
  return known[index];
};
const choose = rows((left, above) => left + above);
const stirling = rows((left, above, i) => left + BigInt(i) * above);
// (−1)^t E[C(D, t)] bins^k, D the distinct bits among k drawn from bins.
function signedMoments(bins, k) {
  let falling = 1n;
  const ways = stirling(k).map((classes, d) => [classes * falling, falling *= bins - BigInt(d)][0]);
  return ways.map((_, t) => ways.reduce((moment, count, d) => moment + (t % 2 ? -count : count) * (choose(d)[t] ?? 0n), 0n));
}
// Inclusion–exclusion over the t bits that all items miss (Christensen, Roginsky, Jimeno 2010; in blocks Putze, Sanders, Singler 2009).
const independent = (m, k, bits = BigInt(m)) =>
  sumOfPowers(signedMoments(bits, k).map((count, t) => [count, bits - BigInt(t)]), bits, bits ** BigInt(k), BigInt(k));
// An item has `draws` outcomes in each block; in the query's block missed[t] of them miss t given bits.
const inOneOf = (blocks, draws, weight, moments, missed) => sumOfPowers(
  moments.map((count, t) => [count, (BigInt(blocks) - 1n) * draws + missed[t]]), BigInt(blocks) * draws, weight);
const momentsOf = (block, k, bins = BigInt(block)) => [signedMoments(bins, k), Array.from({ length: k + 1 }, (_, t) => (bins - BigInt(t)) ** BigInt(k))];
const blocked = (m, block, k, draws = BigInt(block) ** BigInt(k)) =>
  inOneOf(m / block, draws, draws, ...remembered(moments, `${block} ${k}`, () => momentsOf(block, k)));
// Below that rate: a block with j items has 1 − (1 − 1/block)^(kj) set bits on average, and the k-th power is convex.
function blockedAtLeast(m, block, n, k) {
  const [blocks, clear] = [m / block, k * Math.log1p(-1 / block)];
  let [weight, sum] = [Math.exp(n * Math.log1p(-1 / blocks)), 0];
  if (weight < 1e-300) return (-Math.expm1(-k * n / m)) ** k;
  for (let held = 0; held <= n && (held * blocks < n || weight > 1e-18 * sum); held++) {
    sum += weight * (-Math.expm1(held * clear)) ** k;
    weight *= (n - held) / (held + 1) / (blocks - 1);
  }
  return sum;
}
const splitBlock = (m, word, k, bins = BigInt(word), sets = choose(k)) => inOneOf(m / (word * k), bins ** BigInt(k), 1n,
  sets.map((count, t) => (t % 2 ? -count : count)), sets.map((_, t) => bins ** BigInt(k - t) * (bins - 1n) ** BigInt(t)));
// One bit in each of k slices, as equal as they can be: Bloom (1970).
const partitioned = (m, k) => all(Array.from({ length: k }, (_, i) => someHit(1n, BigInt((m - m % k) / k + (i < m % k ? 1 : 0)))));
const textbook = (m, n, k) => (-Math.expm1(k * n * Math.log1p(-1 / m))) ** k;
