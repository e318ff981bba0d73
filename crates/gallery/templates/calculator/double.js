// Double hashing, (a + i·d) mod m: the masks of a query that an item covers, as crates/schemes finds them.
const MOST_DOUBLE_HASHES = 10;
const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a; };
const coprime = (n) => { // Euler's φ, for n up to 2^40
  let [left, count] = [n, n];
  for (let prime = 2; prime * prime <= left; prime += prime === 2 ? 1 : 2) {
    if (left % prime) continue;
    count = count / prime * (prime - 1);
    while (left % prime === 0) left /= prime;
  }
  return left > 1 ? count / left * (left - 1) : count;
};
// All d with u·d ≡ right (mod m).
function solutions(u, right, m) {
  const common = gcd(u, m);
  if (right % common) return [];
  const reduced = m / common;
  let [old, next] = [[u / common % reduced, 1], [reduced, 0]];
  while (next[0]) {
    const quotient = Math.floor(old[0] / next[0]);
    [old, next] = [next, old.map((value, i) => value - quotient * next[i])];
  }
  const inverse = BigInt(((old[1] % reduced) + reduced) % reduced);
  const first = Number(BigInt(right / common) * inverse % BigInt(reduced));
  return Array.from({ length: common }, (_, turn) => first + turn * reduced);
}

const STEPS = {
  any: { count: (m) => m, admits: () => true },
  nonzero: { count: (m) => m - 1, admits: (d, m) => d % m !== 0 },
  odd: { count: (m) => m / 2, admits: (d) => d % 2 === 1 },
  unit: { count: coprime, admits: (d, m) => gcd(d, m) === 1 },
};

// The steps of a query with one rate: [a divisor of m for one of them, how many].
function queryKinds(m, k, law, steps) {
  if (law === STEPS.unit) return [[1, steps]];
  const bound = Math.max(1, 2 * (k - 1) ** 2);
  let smooth = 1;
  for (let i = 1; i <= Math.max(k - 1, 2); i++) smooth *= gcd(m, i) / gcd(smooth, gcd(m, i));
  const small = [];
  for (let order = 1; order <= Math.min(bound, m); order++) if (m % order === 0) small.push([m / order, coprime(order)]);
  const kinds = small.filter(([divisor]) => law.admits(divisor, m));
  for (let divisor = 1; divisor <= smooth; divisor++) {
    if (smooth % divisor || (law === STEPS.odd && divisor % 2 === 0)) continue;
    let count = m / smooth * coprime(smooth / divisor);
    for (const [other, steps] of small) if (gcd(other, smooth) === divisor) count -= steps;
    if (count > 0) kinds.push([divisor, count]);
  }
  return kinds;
}

// The outcomes of an item by what they cover of the query {0, g, 2g, …}: `alone` for each position, and further ones by mask.
function masks(m, k, law, steps, g) {
  const positions = Math.min(k, m / g);
  const special = new Set();
  for (let u = 1; u < k; u++) {
    for (let v = 1 - positions; v < positions; v++) {
      for (const d of solutions(u, ((v * g) % m + m) % m, m)) if (law.admits(d || m, m)) special.add(d);
    }
  }
  const counts = new Array(2 ** positions).fill(0);
  for (const d of special) {
    const covered = new Map();
    for (let i = 0, back = 0; i < k; i++, back = back >= d ? back - d : back - d + m) {
      for (let j = 0; j < positions; j++) {
        const start = j * g + back >= m ? j * g - m + back : j * g + back;
        covered.set(start, covered.get(start) | 1 << j);
      }
    }
    for (const mask of covered.values()) counts[mask]++;
  }
  return [BigInt(k) * BigInt(steps - special.size), counts];
}

// Σ_T (−1)^|T| (1 − h(T)/outcomes)^n for each kind, equal powers merged; h(T) outcomes hit the set T.
function signedPowers(kinds, outcomes) {
  const terms = new Map();
  let weight = 0n;
  for (const [steps, [alone, counts]] of kinds) {
    weight += BigInt(steps);
    const [within, full, same] = [counts.slice(), counts.length - 1, new Map()];
    for (let bit = 1; bit <= full; bit *= 2) {
      for (let set = 0; set <= full; set++) if (set & bit) within[set] += within[set ^ bit];
    }
    for (let set = 0; set <= full; set++) {
      let size = 0;
      for (let left = set; left; left &= left - 1) size++;
      const key = (within[full] - within[full ^ set]) * 32 + size;
      same.set(key, (same.get(key) ?? 0) + (size % 2 ? -1 : 1));
    }
    for (const [key, count] of same) {
      const part = outcomes - alone * BigInt(key % 32) - BigInt(Math.floor(key / 32));
      terms.set(part, (terms.get(part) ?? 0n) + BigInt(steps) * BigInt(count));
    }
  }
  return sumOfPowers([...terms].filter(([, count]) => count).map(([part, count]) => [count, part]), outcomes, weight);
}
function doubleHashing(m, k, law) {
  const steps = law.count(m);
  const kinds = queryKinds(m, k, law, steps).map(([g, count]) => [count, masks(m, k, law, steps, g)]);
  return signedPowers(kinds, BigInt(m) * BigInt(steps));
}
// (a + i·d) mod s in slice i of s bits: Kirsch and Mitzenmacher (2008).
function kmPartition(m, k) {
  const slice = m / k;
  const counts = new Array(2 ** k).fill(0);
  let alone = slice;
  for (let order = 1; order < k && order <= slice; order++) {
    if (slice % order) continue;
    alone -= coprime(order);
    for (let first = 0; first < order; first++) {
      let mask = 0;
      for (let i = first; i < k; i += order) mask |= 1 << i;
      counts[mask] += coprime(order);
    }
  }
  return signedPowers([[1, [BigInt(alone), counts]]], BigInt(slice) ** 2n);
}
