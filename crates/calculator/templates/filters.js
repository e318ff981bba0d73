// The questions: the smallest filter for a rate, the rate of a filter, the items that it holds at a rate.
const MOST_ITEMS = 2 ** 52;
const SCHEMES = {
  independent: { law: independent, most: 64, mostBits: 2 ** 53, next: (bits) => bits },
  // with a prime number of bits no two multiples of a step fall together
  double: { law: doubleHashing, most: MOST_DOUBLE_HASHES, mostBits: MOST_DOUBLE_BITS, next: nextPrime },
};
function isPrime(n) {
  if (n < 4 || n % 2 === 0) return n === 2 || n === 3;
  for (let divisor = 3; divisor * divisor <= n; divisor += 2) if (n % divisor === 0) return false;
  return true;
}
function nextPrime(n) {
  while (!isPrime(n)) n++;
  return n;
}
// The least whole number from `least` to `most` that holds, or Infinity: steps double, then halves.
function firstFrom(least, most, holds) {
  if (holds(least)) return least;
  let [low, step] = [least, 1];
  for (; low + step < most && !holds(low + step); step *= 2) low += step;
  let high = Math.min(low + step, most);
  if (high === most && !holds(most)) return Infinity;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle; else low = middle;
  }
  return high;
}
// The load kn/m at which (1 − e^(−kn/m))^k, which lies below the rate, is the target.
function loadAt(target, k) {
  const share = target ** (1 / k);
  return share < 0.5 ? -Math.log1p(-share) : -Math.log(-Math.expm1(Math.log(target) / k));
}
const hashesOf = (scheme, given) => (given ? [given] : range(scheme.most, 1));

// The fewest bits with which the items keep the target; under double hashing, of prime numbers.
function smallest(scheme, items, target, given) {
  const least = (k) => Math.max(Math.floor(k * items / loadAt(target, k) * (1 - 1e-9)) - 8, 1);
  const candidates = hashesOf(scheme, given).map((k) => [k, least(k)]);
  let best = { bits: scheme.mostBits, rate: Infinity };
  for (const [hashes, from] of candidates.sort(([, one], [, other]) => one - other)) {
    if (from > best.bits) break;
    const rate = (bits) => scheme.law(scheme.next(bits), hashes)(items);
    const found = firstFrom(from, best.bits, (count) => rate(count) <= target);
    if (found > best.bits) continue;
    const bits = scheme.next(found);
    if (bits < best.bits || rate(bits) < best.rate) best = { items, bits, hashes, rate: rate(bits) };
  }
  return best.hashes ? best : null;
}
// The most items with which the bits keep the target, and of equally many the lowest rate.
function capacity(scheme, bits, target, given) {
  const guess = (k) => Math.min(Math.ceil(loadAt(target, k) * bits / k * (1 + 1e-9)) + 8, MOST_ITEMS);
  const candidates = hashesOf(scheme, given).map((k) => [k, guess(k)]);
  let best = { items: 0, rate: Infinity };
  for (const [hashes, most] of candidates.sort(([, one], [, other]) => other - one)) {
    if (most < best.items) break;
    const law = scheme.law(bits, hashes);
    const items = most - firstFrom(0, most, (fewer) => law(most - fewer) <= target);
    const rate = law(items);
    const isBetter = items > best.items || (items === best.items && rate < best.rate);
    if (isBetter) best = { items, bits, hashes, rate };
  }
  return best.items ? best : null;
}
// The number of hash functions with the lowest rate of independent positions, from the textbook's on.
function bestHashes(scheme, items, bits) {
  const most = Math.min(scheme.most, bits);
  const rate = (k) => (k < 1 || k > most ? Infinity : independent(bits, k)(items));
  let best = Math.min(Math.max(Math.round(bits / items * Math.LN2), 1), most);
  for (const step of [1, -1]) while (rate(best + step) < rate(best)) best += step;
  return best;
}
