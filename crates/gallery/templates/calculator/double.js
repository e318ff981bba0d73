// Double hashing, (a + i·d) mod m: the masks of a query that an item covers, as crates/schemes finds them.
const MOST_DOUBLE_HASHES = 10;
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
function coprime(n) { // Euler's φ by trial division
  let [left, count] = [n, n];
  for (let prime = 2; prime * prime <= left; prime += prime === 2 ? 1 : 2) {
    if (left % prime === 0) count = count / prime * (prime - 1);
    while (left % prime === 0) left /= prime;
  }
  return left > 1 ? count / left * (left - 1) : count;
}
// All d with u·d ≡ right (mod m), by Euclid's algorithm.
function solutions(u, right, m) {
  const common = gcd(u, m);
  if (right % common) return [];
  const reduced = m / common;
  let [[r, s], [nextR, nextS]] = [[u / common % reduced, 1], [reduced, 0]];
  while (nextR) [[r, s], [nextR, nextS]] = [[nextR, nextS], [r % nextR, s - Math.floor(r / nextR) * nextS]];
  const first = Number(BigInt(right / common) * BigInt(s < 0 ? s + reduced : s) % BigInt(reduced));
  return Array.from({ length: common }, (_, turn) => first + turn * reduced);
}

// Laws of the step d: how many there are, and which; step 0 is m.
const STEPS = {
  any: { count: (m) => m, admits: () => true },
  nonzero: { count: (m) => m - 1, admits: (d, m) => d < m },
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

// The outcomes of an item by what they cover of the query {0, g, 2g, …}: `alone` for each position, and further ones by mask.
function masks(m, k, law, steps, g) {
  const positions = Math.min(k, m / g);
  const special = new Set();
  for (let u = 1; u < k; u++) for (let v = 1 - positions; v < positions; v++) for (const d of solutions(u, (v * g + m) % m, m)) special.add(d);
  const counts = new Array(2 ** positions).fill(0);
  const admitted = [...special].filter((d) => law.admits(d || m, m));
  for (const d of admitted) {
    const covered = new Map();
    for (let i = 0, back = 0; i < k; i++, back += back >= d ? -d : m - d) {
      for (let j = 0; j < positions; j++) {
        const start = j * g + back >= m ? j * g - m + back : j * g + back;
        covered.set(start, covered.get(start) | 1 << j);
      }
    }
    for (const mask of covered.values()) counts[mask]++;
  }
  return [BigInt(k) * BigInt(steps - admitted.length), counts];
}
// Σ_T (−1)^|T| (1 − h(T)/outcomes)^n for each kind, equal powers merged; h(T) outcomes hit the set T.
function signedPowers(kinds, outcomes) {
  const terms = [];
  for (const [steps, [alone, counts]] of kinds) {
    const [within, full, sizes, signed] = [counts.slice(), counts.length - 1, [0], [BigInt(steps), -BigInt(steps)]];
    for (let bit = 1; bit <= full; bit *= 2) for (let set = bit; set <= full; set++) if (set & bit) within[set] += within[set ^ bit];
    for (let set = 0; set <= full; set++) {
      sizes[set] = set && sizes[set & set - 1] + 1;
      terms.push([signed[sizes[set] % 2], outcomes - alone * BigInt(sizes[set]) - BigInt(within[full] - within[full ^ set])]);
    }
  }
  const weight = kinds.reduce((sum, [steps]) => sum + BigInt(steps), 0n);
  return sumOfPowers(terms, outcomes, weight);
}
function doubleHashing(m, k, law) {
  const steps = law.count(m);
  return signedPowers(queryKinds(m, k, law).map(([g, count]) => [count, masks(m, k, law, steps, g)]), BigInt(m) * BigInt(steps));
}
// (a + i·d) mod s in slice i of s bits: Kirsch and Mitzenmacher (2008).
function kmPartition(m, k) {
  let [slice, alone, counts] = [m / k, m / k, new Array(2 ** k).fill(0)];
  for (let order = 1; order < k && order <= slice; order++) {
    if (slice % order) continue;
    alone -= coprime(order);
    const mask = Array.from({ length: k }, (_, i) => (i % order ? 0 : 1 << i)).reduce((mask, bit) => mask | bit);
    for (let first = 0; first < order; first++) counts[mask << first & 2 ** k - 1] += coprime(order);
  }
  return signedPowers([[1, [BigInt(alone), counts]]], BigInt(slice) ** 2n);
}
