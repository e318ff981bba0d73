// Double hashing: the positions (a + i·d) mod m of an item, i from 0 to k − 1, and any step d. Each set of a
// query's positions is missed by some of the m² items; inclusion and exclusion gives the rate.
const MOST_DOUBLE_HASHES = 10;
// k steps of m are still exact in double precision
const MOST_DOUBLE_BITS = 2 ** 49;

const gcd = (a, b) => (b ? gcd(b, a % b) : a);
// Euler's φ by trial division.
function coprime(n) {
  let [count, left] = [n, n];
  for (let prime = 2; prime * prime <= left; prime++) {
    if (left % prime === 0) count -= count / prime;
    while (left % prime === 0) left /= prime;
  }
  return left > 1 ? count - count / left : count;
}
// The steps of a query by what decides its rate: [a divisor of m as an example, how many]. Steps of few
// positions count for themselves, all others by their divisors below k.
function queryKinds(m, k) {
  const smooth = range(Math.max(k - 1, 2) - 1, 2)
    .reduce((all, i) => all * gcd(m, i) / gcd(all, gcd(m, i)), 1);
  const orders = range(Math.min(Math.max(1, 2 * (k - 1) ** 2), m), 1).filter((order) => m % order === 0);
  const few = orders.map((order) => [m / order, coprime(order)]);
  const divisors = range(smooth, 1).filter((divisor) => smooth % divisor === 0);
  const many = divisors.map((divisor) => {
    const taken = few.filter(([other]) => gcd(other, smooth) === divisor);
    const all = m / smooth * coprime(smooth / divisor);
    return [divisor, taken.reduce((left, [, count]) => left - count, all)];
  });
  return [...few, ...many.filter(([, count]) => count > 0)];
}
// The steps e of items whose walk can meet the query {0, g, 2g, …} twice: u·e ≡ ±v·g for small u and v. With
// each there is −e, whose walks are the same backwards: one of both, and how many they are.
function specialSteps(m, k, g, positions) {
  const special = new Map();
  for (let u = 1; u < k; u++) for (let v = 0; v < positions; v++) for (let turn = 0; turn < u; turn++) {
    const multiple = v * g % m + turn * m;
    if (multiple % u) continue;
    const step = multiple / u;
    const least = Math.min(step, m - step);
    special.set(least, least === 0 || 2 * least === m ? 1 : 2);
  }
  return special;
}
// For each set of the query's positions, how many items with special steps hit it.
function hitsOf(m, k, g, positions, special) {
  const within = new Float64Array(2 ** positions);
  for (const [step, count] of special) {
    const masks = new Map();
    for (let i = 0; i < k; i++) for (let j = 0; j < positions; j++) {
      const start = (j * g % m - i * step % m + m) % m;
      masks.set(start, (masks.get(start) ?? 0) | 1 << j);
    }
    for (const mask of masks.values()) within[mask] += count;
  }
  // sums over subsets: the items whose positions all lie within a set
  for (let bit = 1; bit < within.length; bit *= 2) {
    for (let set = 0; set < within.length; set++) if (set & bit) within[set] += within[set ^ bit];
  }
  const full = within.length - 1;
  return within.map((_, set) => within[full] - within[full ^ set]);
}
const sizes = range(2 ** MOST_DOUBLE_HASHES).map((set) => set.toString(2).replaceAll("0", "").length);

function doubleHashing(m, k) {
  const [bits, counts] = [BigInt(m), new Map()];
  for (const [g, count] of queryKinds(m, k)) {
    const positions = Math.min(k, m / g);
    const special = specialSteps(m, k, g, positions);
    const others = BigInt(m) - BigInt([...special.values()].reduce((sum, steps) => sum + steps, 0));
    hitsOf(m, k, g, positions, special).forEach((hits, set) => {
      const missed = bits * bits - others * BigInt(k * sizes[set]) - BigInt(hits);
      counts.set(missed, (counts.get(missed) ?? 0n) + sign(sizes[set]) * BigInt(count));
    });
  }
  return sumOfPowers([...counts].map(([missed, count]) => [count, missed]), bits * bits, bits);
}
