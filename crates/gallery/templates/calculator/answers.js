// The questions: any two of items, bits, hash functions and rate, under a scheme or in a library.
const [MOST_ITEMS, LEAST_TARGET, GROWTH] = [2 ** 52, 1e-15, [1, 5, 20, 100]];
class Refusal extends Error {}
const refuseAs = (field, message) => { throw Object.assign(new Refusal(message), { field }); };
const refuse = (field, value, domain) => refuseAs(field, `${field} ${value === null ? "is empty" : `= ${value} is out of domain`}: needs ${domain}`);
const within = (field, value, least, most, name = most) => value >= least && value <= most || refuse(field, value, `${least} ≤ ${field} ≤ ${name}`);
// law: from m and k; below: a lower bound of its rate; unit: what m is a multiple of; hashes: k unless given; most: the largest k;
// walks: the rate rises and falls with m; kinds: of queries, for those that take too long.
const walk = (law, kinds, more) => ({ law, walks: true, kinds, most: MOST_DOUBLE_HASHES, mostBits: 2 ** 52, ...more });
const stepped = (steps, more) => walk((m, k) => doubleHashing(m, k, steps), (m, k) => queryKinds(m, k, steps).length, more);
const inBlocks = (bits) => ({ law: (m, k) => blocked(m, bits, k), unit: () => bits, block: bits, below: (m, n, k) => blockedAtLeast(m, bits, n, k) });
const inWords = (bits) => ({ law: (m, k) => splitBlock(m, bits, k), unit: (k) => bits * k, hashes: 8 });
const SCHEMES = {
  "independent": { law: independent },
  "double": stepped(STEPS.any),
  "double-nonzero": stepped(STEPS.nonzero, { least: () => 2 }),
  "double-odd": stepped(STEPS.odd, { unit: () => 2, even: (k) => 2 ** Math.ceil(Math.log2(k)) / 2 }),
  "double-unit": stepped(STEPS.unit, { mostBits: 2 ** 40 }),
  "enhanced": walk(null, (m) => m),
  "triple": walk(null, (m) => 3 * m * m, { mostBits: 128 }),
  "km-partition": walk(kmPartition, () => 1, { unit: (k) => k }),
  "partitioned": { law: partitioned, least: (k) => k },
  "blocked-64": inBlocks(64), "blocked-256": inBlocks(256), "blocked-512": inBlocks(512),
  "split-block-32": inWords(32), "split-block-64": inWords(64),
};
// What the page does not compute, by name, and the command where it surely answers: it estimates its work in the same way.
function refuseScheme(name, m, n, k, library) {
  const { law, kinds, most } = SCHEMES[name], answers = m && n && k && k <= 20 && kinds(m, k) * (2 * k ** 4 + (k + 16) * 2 ** k) < 5e7;
  const command = `; bloomlab fpr --bits ${m} --items ${n} --hashes ${k} --scheme ${name} answers`;
  if (law) refuse("hashes", k, `1 ≤ hashes ≤ ${most} under ${name}${answers ? command : library ? "; a larger rate, or more items in a small filter, would do" : ""}`);
  refuseAs(library ? "library" : "scheme", `${library ? `library = ${library}` : `scheme = ${name}`} is not computed here: the rate under ${name} hashing is a sum over `
    + `all steps of a query${answers ? command : "; in a large filter, independent positions come close"}`);
}
const laws = new Map();
for (const [name, scheme] of Object.entries(SCHEMES)) {
  Object.assign(scheme, { unit: () => 1, most: MOST_HASHES, mostBits: 2 ** 53, below: (m, n, k) => (-Math.expm1(-k * n / m)) ** k, ...scheme });
  scheme.least ??= scheme.unit;
  scheme.checked = (m, k, n = null, library = "", key = `${name} ${m} ${k}`) => {
    within("bits", m, scheme.least(k), scheme.mostBits, scheme.mostBits < 1e6 ? scheme.mostBits : `2^${Math.log2(scheme.mostBits)}`);
    if (m % scheme.unit(k)) refuse("bits", m, `a multiple of ${scheme.unit(k)}`);
    if (!scheme.law || k > scheme.most) refuseScheme(name, m, n, k, library);
    if (laws.size > 200) laws.clear();
    if (!laws.has(key)) laws.set(key, scheme.law(m, k));
    return laws.get(key);
  };
  scheme.rate = (m, n, k) => rates(scheme.checked(m, k), [n])[0];
}
// Searches stop after each rate, so that the page can go on in the next frame.
const finish = (search) => { for (;;) { const { done, value } = search.next(); if (done) return value; } };
const clamped = (value, least, most) => Math.min(Math.max(Math.round(value), least), most);
// The least whole number from `least` to `most` from which on `holds` is true, or Infinity: outwards from a guess, then by bisection.
function* first(guess, least, most, holds) {
  let [fails, found, at, step] = [least - 1, Infinity, clamped(guess, least, most), 1];
  for (; ; yield) {
    if (holds(at)) found = at; else fails = at;
    if (found === Infinity ? fails === most : found - fails === 1) return found;
    if (fails < least) at = Math.max(found - step, least);
    else at = found === Infinity ? Math.min(fails + step, most) : fails + Math.floor((found - fails) / 2);
    step *= 2;
  }
}
// About where the rate is p, by secants in logarithms: `slope` is −d ln rate / d ln at the first number.
function* approach(at, slope, least, most, rate, p) {
  for (let i = 0, before, last; i < 4 && at !== before; i++) {
    const over = Math.log(Math.max(rate(at), LEAST_RATE) / p), secant = (last - over) / Math.log(at / before);
    if (secant / slope > 0) slope = secant;
    [before, last, at] = [at, over, clamped(at * Math.exp(over / slope), least, most)];
    yield;
  }
  return at;
}
// (1 − e^(−kn/m))^k lies below every rate here: the load kn/m where it is p, and −d ln rate / d ln m at a load.
const loadAt = (p, k) => (p < 2 ** -k ? -Math.log1p(-(p ** (1 / k))) : -Math.log(-Math.expm1(Math.log(p) / k)));
const slope = (k, load) => k * load / Math.expm1(load);
function* leastCount(rate, n, p, k, unit, least, most) {
  const guess = yield* approach(least, slope(k, k * n / (least * unit)), least, most, rate, p);
  return yield* first(guess, least, most, (count) => rate(count) <= p);
}
// The bits below which no filter keeps the rate, by the lower bound of the rate.
function boundOf(scheme, n, p, k) {
  const [bits, unit] = [k * n / loadAt(p, k) * (1 - 1e-12), scheme.unit(k)], count = Math.max(Math.floor(bits / unit), 1);
  if (!scheme.block || bits > scheme.mostBits) return bits;
  return unit * finish(leastCount((count) => scheme.below(count * unit, n, k) * (1 - 1e-9), n, p, k, unit, count, scheme.mostBits / unit));
}
// m without divisors that matter to k positions: with primes, these are the cheapest, and the rate falls along them; under odd
// steps, along their products with a power of two that is not below k.
const isRough = (m, k, divisor = 2) => divisor > 2 * (k - 1) ** 2 || divisor * divisor > m || (m % divisor > 0 && isRough(m, k, divisor + 1));
// The fewest bits with which n items keep the rate p, over all k or for the one given; above 2^52, prime numbers are out of domain.
function* smallest(scheme, n, p, given) {
  const hashes = given ? [given] : Array.from({ length: scheme.most }, (_, i) => i + 1);
  const bounds = hashes.map((k) => [k, boundOf(scheme, n, p, k)]).sort(([, left], [, right]) => left - right);
  let best = { bits: scheme.mostBits - (scheme.walks ? 2 ** 15 : 0), rate: Infinity };
  for (const [k, bound] of bounds) {
    const rate = (count) => scheme.rate(count * unit, n, k), unit = scheme.unit(k), most = Math.floor(best.bits / unit), even = scheme.even?.(k) || 1;
    // distinct positions of an item gain a few bits
    const least = Math.max(Math.ceil(Math.max(bound - (scheme.walks && k < 4 ? 6 : 0), scheme.least(k)) / unit), 1);
    const rough = (count) => { while (scheme.walks && (count % even || !isRough(count / even, k))) count++; return count; };
    if (least > most || rate(rough(most)) > p) continue;
    let count = yield* leastCount((count) => rate(rough(count)), n, p, k, unit, least, most);
    while (count <= most && rate(count) > p) { count++; yield; }
    if (count <= most && (count * unit < best.bits || rate(count) < best.rate)) best = { bits: count * unit, hashes: k, rate: rate(count) };
  }
  return best.hashes ? best : null;
}
// The most items with which m bits keep p by a rate.
function mostItems(rate, m, p, k) {
  const load = loadAt(p, k), guess = finish(approach(clamped(load * m / k, 1, MOST_ITEMS), -slope(k, load), 1, MOST_ITEMS, rate, p));
  return Math.min(finish(first(guess, 1, MOST_ITEMS, (n) => rate(n) > p)) - 1, MOST_ITEMS);
}
// From a k to the neighbour that is better, as long as there is one.
function climb(guess, most, value) {
  let best = clamped(guess, 1, most), top = value(best);
  for (const step of [1, -1]) for (let next; best + step >= 1 && best + step <= most && (next = value(best + step)) > top; top = next) best += step;
  return best;
}
// The k with the highest value, by the exact rate near the best by its lower bound; slices have a k that divides m.
function bestHashes(scheme, m, guess, value) {
  const exact = value(scheme.rate);
  if (scheme === SCHEMES["km-partition"]) {
    const divisors = Array.from({ length: scheme.most }, (_, i) => i + 1).filter((k) => m % k === 0).map((k) => [exact(k), k]);
    return divisors.reduce((best, next) => (next[0] > best[0] ? next : best))[1];
  }
  const most = Math.min(scheme.most, m);
  return climb(climb(guess, most, value(scheme.below)), most, exact);
}
// The filter that the given two or three of n, m, k and p determine; schemes that walk take k and m from independent positions.
function filter(scheme, n, m, k, p) {
  const isFree = scheme.walks && (m === null || scheme !== SCHEMES["km-partition"]);
  const free = isFree ? { ...SCHEMES.independent, most: scheme.most } : scheme;
  if (n === null && m === null) refuse("items", null, "items or bits, and one more of items, bits, hashes and rate");
  if (p === null && k === null && (n === null || m === null)) refuse("rate", null, `a rate, or hashes, beside the ${m === null ? "items" : "bits"}`);
  if (m === null) {
    if (p === null) return [n, upTo(scheme.unit(k), Math.max(Math.ceil(k * n / Math.LN2), scheme.least(k))), k];
    const found = finish(smallest(free, n, p, k)) ?? refuse("items", n, `a filter of at most 2^53 bits for the rate ${p}`);
    return [n, upTo(scheme.unit(found.hashes), found.bits), found.hashes];
  }
  if (n !== null) return [n, m, k ?? bestHashes(free, m, m / n * Math.LN2, (rate) => (hashes) => -rate(m, n, hashes))];
  // another k is better if it bears one item more
  const room = (rate, top = 0) => (hashes) => (rate(m, top + 1, hashes) > p ? 0 : (top = mostItems((items) => rate(m, items, hashes), m, p, hashes)));
  k ??= bestHashes(free, m, -Math.log2(p), room);
  const items = p === null ? Math.floor(m * Math.LN2 / k) : mostItems((items) => scheme.rate(m, items, k), m, p, k);
  return [items >= 1 ? items : refuse("bits", m, "room for one item"), m, k];
}

// The filter, its rate and that of more items; its law, and the search for the smallest filter, which may take longer.
function answer({ items, bits, hashes, rate, scheme: name, library }) {
  const scheme = SCHEMES[library ? "independent" : name] ?? refuse("scheme", name, `one of ${Object.keys(SCHEMES).join(", ")}`);
  if (items !== null || library) within("items", items, 1, library ? 2 ** 40 - 1 : MOST_ITEMS, library ? "2^40 − 1" : "2^52");
  if (rate !== null || library) within("rate", rate, LEAST_TARGET, library ? 0.5 : 0.999);
  let law;
  if (library) {
    const built = (BUILD[library] ?? (() => refuse("library", library, `one of ${Object.keys(BUILD).join(", ")}`)))(items, rate);
    [bits, hashes, law] = [built.bits, built.hashes ?? null, built.law(library)];
  } else {
    hashes ??= scheme.hashes ?? null;
    if (bits !== null) within("bits", bits, 1, 2 ** 53, "2^53");
    if (hashes !== null) within("hashes", hashes, 1, scheme.walks ? Infinity : scheme.most, `${scheme.most} under ${name}`);
    if (bits !== null && hashes !== null) scheme.checked(bits, hashes, items);
    if (!scheme.law || hashes > scheme.most) refuseScheme(name, bits, items, hashes);
    [items, bits, hashes] = filter(scheme, items, bits, hashes, rate);
    law = scheme.checked(bits, hashes);
  }
  const grown = GROWTH.map((percent) => Number((BigInt(items) * BigInt(100 + percent) + 99n) / 100n));
  const [now, ...later] = rates(law, [items, ...grown]);
  if (now < LEAST_RATE) refuseAs("rate", "the rate is below 1e-300: fewer bits or more items would do");
  const growth = GROWTH.map((percent, i) => ({ percent, items: grown[i], rate: later[i] }));
  const search = rate === null ? null : smallest(scheme, items, rate, scheme.hashes);
  return { items, bits, hashes, rate: now, textbook: hashes === null ? null : textbook(bits, items, hashes), growth, search, law };
}
