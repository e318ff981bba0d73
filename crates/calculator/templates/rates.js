// Exact rates. A law is the distribution of a filter: a function from a number of items to the rate.
const LEAST_RATE = 1e-300;

// (part/whole)^exponent in units of 2^-precision, too small by at most 2·exponent units.
function powerOf(part, whole, exponent, precision) {
  let square = (part << precision) / whole;
  let power = 1n << precision;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) power = power * square >> precision;
    square = square * square >> precision;
  }
  return power;
}
const lengthOf = (value) => BigInt(4 * value.toString(16).length);
function quotient(above, below) {
  const shift = lengthOf(below) - lengthOf(above) + 64n;
  const whole = shift > 0n ? (above << shift) / below : above / (below << -shift);
  return Number(whole) / 2 ** 64 * 2 ** (64 - Number(shift));
}
// Σ count·(part/whole)^(each·n) / weight for terms [count, part]. They cancel: the precision rises until the
// sum is known to 2^-40 of itself; what 2048 bits do not show is far below the least rate.
function sumOfPowers(terms, whole, weight, each = 1n) {
  const size = terms.reduce((sum, [count]) => sum + (count < 0n ? -count : count), 0n);
  return (items) => {
    const exponent = BigInt(items) * each;
    const error = 2n * size * exponent + size;
    for (let precision = 256n; precision <= 2048n; precision *= 2n) {
      let sum = 0n;
      for (const [count, part] of terms) sum += count * powerOf(part, whole, exponent, precision);
      if (sum > error << 40n) return quotient(sum, weight << precision);
    }
    return 0;
  };
}
// 1 − (1 − share)^n.
const someHit = (share) => (items) => -Math.expm1(items * Math.log1p(-share));

// Rows of a triangle, each value from the two above it.
function triangle(next) {
  const known = [[1n]];
  return (index) => {
    while (known.length <= index) {
      known.push([...known.at(-1), 0n].map((above, i, row) => next(row[i - 1] ?? 0n, above, BigInt(i))));
    }
    return known[index];
  };
}
const choose = triangle((left, above) => left + above);
// The partitions of k positions into d classes.
const stirling = triangle((left, above, i) => left + i * above);
const range = (count, from = 0) => Array.from({ length: Math.max(count, 0) }, (_, i) => i + from);
const sign = (size) => (size % 2 ? -1n : 1n);

// (−1)^t E[C(D, t)]·bins^k for each t, D the distinct ones among k drawn from bins.
function signedMoments(bins, k) {
  let falling = 1n;
  const ways = stirling(k).map((classes, d) => {
    const count = classes * falling;
    falling *= bins - BigInt(d);
    return count;
  });
  return ways.map((_, t) => sign(t) * ways.reduce((sum, count, d) => sum + count * (choose(d)[t] ?? 0n), 0n));
}
// Inclusion and exclusion over the t bits that all items miss: Christensen, Roginsky, Jimeno (2010).
function independent(m, k) {
  const bits = BigInt(m);
  const terms = signedMoments(bits, k).map((count, t) => [count, bits - BigInt(t)]);
  return sumOfPowers(terms, bits, bits ** BigInt(k), BigInt(k));
}
// An item has `draws` outcomes in each block; in the query's block missed[t] of them miss t given bits.
function inOneOf(blocks, draws, weight, moments, missed) {
  const others = (BigInt(blocks) - 1n) * draws;
  return sumOfPowers(moments.map((count, t) => [count, others + missed[t]]), BigInt(blocks) * draws, weight);
}
// All positions in one block of so many bits: Putze, Sanders, Singler (2009).
function blocked(m, block, k) {
  const [bins, power] = [BigInt(block), BigInt(k)];
  const missed = range(k + 1).map((t) => (bins - BigInt(t)) ** power);
  return inOneOf(m / block, bins ** power, bins ** power, signedMoments(bins, k), missed);
}
// One bit in each of eight words of a block, as Parquet has it.
function splitBlock(m, word = 32, k = 8) {
  const bins = BigInt(word);
  const moments = choose(k).map((count, t) => sign(t) * count);
  const missed = moments.map((_, t) => bins ** BigInt(k - t) * (bins - 1n) ** BigInt(t));
  return inOneOf(m / (word * k), bins ** BigInt(k), 1n, moments, missed);
}
const textbook = (m, n, k) => (-Math.expm1(k * n * Math.log1p(-1 / m))) ** k;
