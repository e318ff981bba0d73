// Rates in fixed point. A value is [v, e]: v·2^−p, wrong by at most e·2^−p. A law gives the rates of a filter at some numbers of items.
class Refusal extends Error {
  constructor(field, value, domain) {
    super(`${field} = ${value} is out of domain: needs ${domain}`);
    this.field = field;
  }
}
const LEAST_RATE = 1e-300;
const MOST_HASHES = 64;

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

// Precision rises until every rate is known to 2^−45 of itself; what 2048 bits do not show is far below LEAST_RATE.
function rates(law, items) {
  const counts = items.map(BigInt);
  for (let p = 128n; ; p *= 2n) {
    const values = law(counts, p);
    if (p === 2048n || values.every(([v, e]) => v > e << 45n)) return values.map(([v, e]) => (v > e << 45n ? toNumber(v, p) : 0));
  }
}
function toNumber(v, p) {
  const drop = BigInt(Math.max(v.toString(16).length - 16, 0) * 4);
  return Number(v >> drop) * 2 ** Number(drop - p);
}

// Σ count·(part/whole)^(each·n) / weight.
const sumOfPowers = (terms, whole, weight, each = 1n) => (items, p) => {
  const exponents = items.map((n) => n * each);
  const sums = items.map(() => 0n);
  let size = 0n;
  for (const [count, part] of terms) {
    powers(part, whole, exponents, p).forEach((power, i) => { sums[i] += count * power; });
    size += count < 0n ? -count : count;
  }
  return sums.map((sum, i) => [sum / weight, 2n * size * exponents[i] / weight + 2n]);
};
const not = ([v, e], p) => [(1n << p) - v, e];
const times = ([v, e], [w, f], p) => [v * w >> p, e + f + 1n];
const all = (laws) => (items, p) => laws.map((law) => law(items, p)).reduce((values, more) => values.map((value, i) => times(value, more[i], p)));
const none = (law) => (items, p) => law(items, p).map((value) => not(value, p));
const any = (laws) => none(all(laws.map(none)));
const repeated = (law, count) => (items, p) => law(items, p).map((value) => {
  let product = value;
  for (let i = 1; i < count; i++) product = times(product, value, p);
  return product;
});
// Σ share·law, the shares fractions.
const mixed = (parts) => (items, p) => items.map((n) => parts.reduce(([v, e], [above, below, law]) => {
  const [w, f] = law([n], p)[0];
  return [v + w * above / below, e + f + 1n];
}, [0n, 0n]));
// 1 − (1 − 1/whole·hit)^(each·n): a ball of each·n hits.
const someHit = (hit, whole, each = 1n) => none(sumOfPowers([[1n, whole - hit]], whole, 1n, each));

// C(d, t), and S(k, d), the partitions of k positions into d classes.
const rows = (next) => {
  const known = [[1n]];
  return (index) => {
    while (known.length <= index) {
      const row = known.at(-1);
      known.push([...row, 0n].map((value, i) => next(row[i - 1] ?? 0n, value, i)));
    }
    return known[index];
  };
};
const choose = rows((left, above) => left + above);
const stirling = rows((left, above, i) => left + BigInt(i) * above);

// (−1)^t E[C(D, t)] bins^k, D the distinct bits among k drawn from bins.
function signedMoments(bins, k) {
  let falling = 1n;
  const ways = stirling(k).map((classes, d) => {
    const count = classes * falling;
    falling *= bins - BigInt(d);
    return count;
  });
  return ways.map((_, t) => {
    let moment = 0n;
    for (let d = t; d < ways.length; d++) moment += choose(d)[t] * ways[d];
    return t % 2 ? -moment : moment;
  });
}

// Inclusion–exclusion over the t bits that all items miss: (Christensen, Roginsky, Jimeno 2010), in blocks Putze et al. (2009).
function independent(m, k) {
  const bits = BigInt(m);
  const terms = signedMoments(bits, k).map((count, t) => [count, bits - BigInt(t)]).filter(([count]) => count);
  return sumOfPowers(terms, bits, bits ** BigInt(k), BigInt(k));
}
function blocked(m, block, k) {
  const [bins, hashes] = [BigInt(block), BigInt(k)];
  const draws = bins ** hashes;
  const whole = BigInt(m / block) * draws;
  const terms = signedMoments(bins, k).map((count, t) => [count, whole - draws + (bins - BigInt(t)) ** hashes]).filter(([count]) => count);
  return sumOfPowers(terms, whole, draws);
}
function splitBlock(m, word, k) {
  const [bins, hashes] = [BigInt(word), BigInt(k)];
  const draws = bins ** hashes;
  const whole = BigInt(m / (word * k)) * draws;
  const missed = (t) => bins ** (hashes - t) * (bins - 1n) ** t;
  const terms = choose(k).map((count, t) => [t % 2 ? -count : count, whole - draws + missed(BigInt(t))]);
  return sumOfPowers(terms, whole, 1n);
}
// One bit in each of k slices, as equal as they can be: Bloom (1970).
function partitioned(m, k) {
  const [short, longer] = [Math.floor(m / k), m % k];
  const slices = [[short, k - longer], [short + 1, longer]].filter(([, count]) => count);
  return all(slices.map(([bits, count]) => repeated(someHit(1n, BigInt(bits)), count)));
}
const textbook = (m, n, k) => (-Math.expm1(k * n * Math.log1p(-1 / m))) ** k;
