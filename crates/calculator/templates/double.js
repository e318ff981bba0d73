// Double hashing, (a + i·d) mod m: the sets of a query's positions that an item misses, as crates/schemes counts them.
// The most hash functions for any number of bits, and within a line.
const [MOST_DOUBLE_HASHES, MOST_LINE_HASHES] = [10, 14];
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
function coprime(n, left = n) { // Euler's φ by trial division
  for (let prime = 2; prime * prime <= left; prime += prime === 2 ? 1 : 2) {
    if (left % prime === 0) n -= n / prime;
    while (left % prime === 0) left /= prime;
  }
  return left > 1 ? n - n / left : n;
}
// Laws of the step d: how many there are, and which.
const STEPS = {
  any: { count: (m) => m, admits: () => true },
  nonzero: { count: (m) => m - 1, admits: (d, m) => d % m > 0 },
  odd: { count: (m) => m / 2, admits: (d) => d % 2 === 1 },
  unit: { count: coprime, admits: (d, m) => gcd(d, m) === 1 },
};
// The steps of a query that share a rate: a divisor of m for one of them, and how many.
function queryKinds(m, k, law) {
  if (law === STEPS.unit) return [[1, law.count(m)]];
  let smooth = 1;
  for (let i = 2; i <= Math.max(k - 1, 2); i++) smooth *= gcd(m, i) / gcd(smooth, gcd(m, i));
  const orders = Array.from({ length: Math.min(Math.max(1, 2 * (k - 1) ** 2), m) }, (_, i) => i + 1).filter((order) => m % order === 0);
  const small = orders.map((order) => [m / order, coprime(order)]);
  const kinds = small.filter(([divisor]) => law.admits(divisor, m));
  for (let divisor = 1; divisor <= smooth; divisor++) {
    if (smooth % divisor || (law === STEPS.odd && divisor % 2 === 0)) continue;
    const taken = small.reduce((sum, [other, count]) => sum + (gcd(other, smooth) === divisor ? count : 0), 0);
    const count = m / smooth * coprime(smooth / divisor) - taken;
    if (count > 0) kinds.push([divisor, count]);
  }
  return kinds;
}

// A special step d has u·d ≡ v·g for some (u, v): its walk meets the query {0, g, 2g, …} twice. Its (u, v) decide which positions an
// item with this step covers together, so that steps with the same (u, v) share a node of a tree, whatever m is.
const treeNode = (k, positions, pairs) => ({ k, positions, pairs, next: [] });
function masksOf({ k, positions, pairs }) {
  const [masks, groups] = [[], []];
  for (let i = 0; i < k; i++) for (let j = 0; j < positions; j++) {
    const [u, v] = pairs.find(([u, v]) => i >= u && j >= v && j - v < positions) ?? [];
    const group = u ? groups[(i - u) * positions + j - v] : masks.push(0) - 1;
    groups.push(group);
    masks[group] |= 1 << j;
  }
  return masks;
}
// How many special steps there are, and how many of their outcomes hit each set of positions; d and −d cover the same masks.
function specialSteps(m, k, law, g) {
  const [positions, special] = [Math.min(k, m / g), new Map()];
  const root = remembered(covers, 64 * k + positions, () => treeNode(k, positions, []));
  const add = (d, u, v) => {
    const node = special.get(d) ?? root;
    special.set(d, node.next[32 * u + 16 + v] ??= treeNode(k, positions, [...node.pairs, [u, v]]));
  };
  for (let u = 1; u < k; u++) for (let v = 0; v < positions; v++) for (let turn = 0; turn < u; turn++) {
    const rest = v * (g % u) + turn * (m % u);
    if (rest % u) continue;
    const d = v * Math.floor(g / u) + turn * Math.floor(m / u) + rest / u; // (v·g + turn·m)/u, without large numbers
    if (2 * d <= m) add(d, u, v);
    if (2 * d >= m && v) add(m - d, u, -v);
  }
  const counts = new Float64Array(2 ** positions);
  let steps = 0;
  for (const [d, node] of special) {
    if (!law.admits(d, m)) continue;
    const twins = d && 2 * d < m ? 2 : 1;
    for (const mask of node.masks ??= masksOf(node)) counts[mask] += twins;
    steps += twins;
  }
  return [steps, meeting(counts)];
}
const sizes = Array.from({ length: 2 ** MOST_LINE_HASHES }, (_, set) => [...set.toString(2)].filter((bit) => bit === "1").length);
// For each set, how many of the counted masks meet it.
function meeting(counts) {
  const [full, within] = [counts.length - 1, counts.slice()];
  for (let bit = 1; bit <= full; bit *= 2) for (let from = bit; from <= full; from += 2 * bit) {
    for (let set = from; set < from + bit; set++) within[set] += within[set - bit];
  }
  for (let set = 0; set <= full; set++) counts[set] = within[full] - within[full ^ set];
  return counts;
}

// Σ_T (−1)^|T| (1 − k|T|/m + c(T)/N)^n over all kinds, N outcomes of an item and c(T) the few that special steps hit less: what
// c adds to the sum is small, so that doubles suffice for it unless it is many times the rate. In one of several blocks of `ring` bits,
// m bits in all, an item has as many times the outcomes, and the walks of the query's block hit as many.
function doubleHashing(ring, k, law, m = ring) {
  const [number, tally] = ring < 2 ** 43 ? [Number, new Float64Array(16 * k ** 5)] : [BigInt, new BigUint64Array(16 * k ** 5)];
  const [steps, found, missing] = [law.count(ring), [], Array.from({ length: k + 1 }, (_, size) => [0n, BigInt(m - k * size)])];
  for (const [g, count] of queryKinds(ring, k, law)) {
    const [special, met] = specialSteps(ring, k, law, g), more = number(count);
    choose(Math.log2(met.length)).forEach((sets, size) => { missing[size][0] += (size % 2 ? -sets : sets) * BigInt(count); });
    for (let set = 0; set < met.length; set++) {
      const at = 16 * (k * special * sizes[set] - met[set]) + sizes[set];
      if (!tally[at]) found.push(at);
      tally[at] += more;
    }
  }
  const [weight, whole, terms] = [BigInt(steps), BigInt(m) * BigInt(steps), found.map((at) => ({ size: at % 16, more: Math.floor(at / 16), count: tally[at] }))];
  const without = sumOfPowers(missing, BigInt(m), weight);
  const term = ({ size, more, count }) => [BigInt(count) * (size % 2 ? -1n : 1n), whole - BigInt(k * size) * weight + BigInt(more)];
  let exactly = (items, p) => (exactly = sumOfPowers(terms.map(term), whole, weight))(items, p);
  const rising = terms.filter(({ more }) => more)
    .map(({ size, more, count }) => ({ size, share: Number(count) / steps, log: Math.log1p(more / (m * steps * (1 - k * size / m))) }));
  const nearly = (items, p) => without(items, p).map(([v, e], i) => {
    const n = Number(items[i]), logs = missing.map((_, size) => n * Math.log1p(-k * size / m)), clear = logs.map(Math.exp);
    let [sum, lost, error, next] = [0, 0, 0];
    for (const { size, share, log } of rising) {
      const term = share * clear[size] * Math.expm1(n * log), before = sum;
      sum += next = (size % 2 ? -term : term) - lost;
      lost = sum - before - next;
      error += term * (17 - 5 * logs[size] + 7 * n * log) * 2 ** -53;
    }
    return error < 1 ? [v + fixed(sum, p), e + fixed(error, p) + 1n] : [0n, 1n];
  });
  return (items, p) => {
    const values = ring > 2 * k * k ? nearly(items, p) : [[0n, 1n]];
    return values.every(isKnown) ? values : exactly(items, p);
  };
}
// (a + i·d) mod s in slice i of s bits: Kirsch and Mitzenmacher (2008).
function kmPartition(m, k) {
  let [slice, alone, counts] = [m / k, m / k, new Float64Array(2 ** k)];
  for (let order = 1; order < k && order <= slice; order++) {
    if (slice % order) continue;
    alone -= coprime(order);
    const mask = Array.from({ length: k }, (_, i) => (i % order ? 0 : 1 << i)).reduce((mask, bit) => mask | bit);
    for (let first = 0; first < order; first++) counts[mask << first & 2 ** k - 1] += coprime(order);
  }
  const outcomes = BigInt(slice) ** 2n, missed = (met, set) => outcomes - BigInt(alone) * BigInt(sizes[set]) - BigInt(met);
  return sumOfPowers([...meeting(counts)].map((met, set) => [sizes[set] % 2 ? -1n : 1n, missed(met, set)]), outcomes, 1n);
}
