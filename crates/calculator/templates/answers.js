// The questions: any two of items, bits, hash functions and rate, under a scheme or in a library.
const [MOST_ITEMS, LEAST_TARGET, GROWTH] = [2 ** 52, 1e-15, [1, 5, 20, 100]];
class Refusal extends Error {}
const refuseAs = (field, message, isMissing = false) => { throw Object.assign(new Refusal(message), { field, isMissing }); };
const NAMES = { items: "Items", bits: "Bits", hashes: "Hash functions", rate: "Rate", scheme: "Hashing scheme", library: "Library" };
// The value and the text of each field, as typed.
const typed = {};
const asTyped = (field, value) => (typed[field]?.[0] === value ? typed[field][1] : value);
const refuse = (field, value, domain) => refuseAs(field, `${NAMES[field]}: ${value === null ? "fill in" : `${asTyped(field, value)} is not`} ${domain}.`, value === null);
const within = (field, value, least, most, name = most) => value >= least && value <= most || refuse(field, value, `a number from ${least} to ${name}`);
const grouped = (value) => value.toLocaleString("en");
// law: the distribution, from m and k; below: a lower bound of its rate; unit: what m is a multiple of; least: the smallest m; hashes: k unless given;
// most: the largest k; walks: the rate rises and falls with m, less along multiples of `even` units; queries: the most that differ.
const BASE = { unit: () => 1, most: MOST_HASHES, mostBits: 2 ** 53, below: (m, n, k) => (-Math.expm1(-k * n / m)) ** k };
// distinct positions of an item gain a few bits
const WALK = { walks: true, most: MOST_DOUBLE_HASHES, mostBits: 2 ** 52, below: (m, n, k) => BASE.below(m + 6, n, k), even: () => 1 };
// more hash functions take too long where many kinds of queries differ
const MOST_KINDS = 64;
const stepped = (steps) => ({
  ...WALK, law: (m, k) => doubleHashing(m, k, steps), reaches: (m, k) => k <= MOST_LINE_HASHES && queryKinds(m, k, steps).length <= MOST_KINDS,
});
const inBlocks = (bits) => ({ law: (m, k) => blocked(m, bits, k), unit: () => bits, below: (m, n, k) => blockedAtLeast(m, bits, n, k) * (1 - 1e-9) });
// a walk in one block; no lower bound is known that is worth its time
const inLines = (steps) => ({ law: (m, k) => doubleHashing(512, k, steps, m), unit: () => 512, most: MOST_LINE_HASHES, below: () => 0 });
const inWords = (bits) => ({ law: (m, k) => splitBlock(m, bits, k), unit: (k) => bits * k, hashes: 8 });
const SCHEMES = {
  "independent": { law: independent },
  "double": stepped(STEPS.any),
  "double-nonzero": { ...stepped(STEPS.nonzero), least: () => 2 },
  "double-odd": { ...stepped(STEPS.odd), unit: () => 2, even: (k) => 2 ** Math.ceil(Math.log2(k)) / 2 },
  "double-unit": { ...stepped(STEPS.unit), mostBits: 2 ** 40 },
  "km-partition": { ...WALK, law: kmPartition, unit: (k) => k },
  "partitioned": { law: partitioned, least: (k) => k },
  "blocked-64": inBlocks(64), "blocked-256": inBlocks(256), "blocked-512": inBlocks(512),
  "blocked-double-512": inLines(STEPS.any), "blocked-double-nonzero-512": inLines(STEPS.nonzero), "blocked-double-odd-512": inLines(STEPS.odd),
  "split-block-32": inWords(32), "split-block-64": inWords(64),
};
for (const [name, scheme] of Object.entries(SCHEMES)) {
  Object.assign(scheme, { name, ...BASE, least: scheme.unit ?? BASE.unit, ...scheme });
  scheme.computes = (m, k) => k <= scheme.most || Boolean(scheme.reaches?.(m, k));
  scheme.checked = (m, k, n = null) => {
    const unit = scheme.unit(k), down = m - m % unit;
    within("bits", m, scheme.least(k), scheme.mostBits, `2^${Math.log2(scheme.mostBits)}`);
    if (m > down) refuse("bits", grouped(m), `a multiple of ${unit}, as ${down ? `${grouped(down)} and ` : ""}${grouped(down + unit)} ${down ? "are" : "is"}`);
    if (!scheme.computes(m, k)) refuseHashes(scheme, m, n, k);
    if (laws.size > 200) laws.clear();
    return remembered(laws, `${name} ${m} ${k}`, () => scheme.law(m, k));
  };
  scheme.rate = (m, n, k) => rates(scheme.checked(m, k), [n])[0];
}
// What is beyond the page, and the command where it plainly answers: for few hash functions.
function refuseHashes({ name, most }, m, n, k) {
  const command = n && m && k <= 13 ? `. The command computes more: bloomlab fpr --bits ${m} --items ${n} --hashes ${k} --scheme ${name}` : ".";
  refuseAs("hashes", `Hash functions: ${k} is not a number from 1 to ${most}, the most that this page computes for ${m === null ? "any number of" : "these"} bits${command}`);
}
const clamped = (value, least, most) => Math.min(Math.max(Math.round(value), least), most);
// The least whole number from `least` to `most` from which on the rate keeps p, or Infinity; where it rises, that from which on it misses p.
// `slope` is about −d ln rate / d ln at a guess. Secants in logarithms, and bisection every third time; a search stops after each rate,
// so that the page can go on in the next frame.
function* first(at, slope, least, most, rate, p) {
  let [low, high, before, last] = [least - 1, Infinity];
  for (let turn = 1; ; turn++) {
    const value = rate(at), over = Math.log(Math.max(value, LEAST_RATE) / p), secant = (last - over) / Math.log(at / before);
    if ((value <= p) === (slope > 0)) high = at; else low = at;
    if (low === most || high - low === 1) return high;
    if (secant / slope > 0 && Number.isFinite(secant)) slope = secant;
    [before, last] = [at, over];
    const middle = high < Infinity ? low + Math.floor((high - low) / 2) : 2 * at;
    at = clamped(turn % 3 ? at * Math.exp(over / slope) : middle, low + 1, Math.min(high - 1, most));
    yield;
  }
}
const finish = (search) => { for (;;) { const { done, value } = search.next(); if (done) return value; } };
// (1 − e^(−kn/m))^k lies below nearly every rate here: the load kn/m where it is p, and −d ln rate / d ln m at a load.
const loadAt = (p, k) => (p < 2 ** -k ? -Math.log1p(-(p ** (1 / k))) : -Math.log(-Math.expm1(Math.log(p) / k)));
const slope = (k, load) => k * load / Math.expm1(load);
// m without divisors that matter to k positions: with primes, these are the cheapest, and the rate falls along them.
const isRough = (m, k, divisor = 2) => divisor > 2 * (k - 1) ** 2 || divisor * divisor > m || (m % divisor > 0 && isRough(m, k, divisor + 1));
// The fewest bits with which n items keep the rate p, over all k or for the one given; above 2^52, prime numbers are out of domain.
function* smallest(scheme, n, p, given) {
  const hashes = given ? [given] : Array.from({ length: scheme.most }, (_, i) => i + 1);
  const search = (k, least, most, rate, unit = scheme.unit(k), load = loadAt(p, k), from = Math.ceil(Math.max(least, scheme.least(k)) / unit)) =>
    first(clamped(Math.max(least, k * n / load) / unit, from, Math.floor(most / unit)), slope(k, load), from, Math.floor(most / unit), rate, p);
  const bound = (k) => scheme.unit(k) * finish(search(k, 1, scheme.mostBits, (count) => scheme.below(count * scheme.unit(k), n, k)));
  let best = { bits: scheme.mostBits - (scheme.walks ? 2 ** 15 : 0), rate: Infinity };
  for (const [k, least] of hashes.map((k) => [k, bound(k)]).sort(([, left], [, right]) => left - right)) {
    const [unit, even] = [scheme.unit(k), scheme.even?.(k)];
    const rate = (count) => scheme.rate(count * unit, n, k);
    const rough = (count) => { while (even && (count % even || !isRough(count / even, k))) count++; return count; };
    if (least > best.bits || rate(rough(Math.floor(best.bits / unit))) > p) continue;
    let count = yield* search(k, least, best.bits, (count) => rate(rough(count)));
    for (; rate(count) > p && count * unit <= best.bits; count++) yield;
    if (count * unit < best.bits || (count * unit === best.bits && rate(count) < best.rate)) best = { bits: count * unit, hashes: k, rate: rate(count) };
  }
  return best.hashes ? best : null;
}
// The most items with which m bits keep p by a rate.
function mostItems(rate, m, p, k) {
  const load = loadAt(p, k), guess = clamped(load * m / k, 1, MOST_ITEMS);
  return Math.min(finish(first(guess, -slope(k, load), 1, MOST_ITEMS, (n) => rate(m, n, k), p)) - 1, MOST_ITEMS);
}
// The k with the highest value: amid the best by the lower bound of the rate, and from there to better neighbours by the rate itself.
function bestHashes(scheme, m, value) {
  const admitted = Array.from({ length: Math.min(scheme.most, m) }, (_, i) => i + 1).filter((k) => m % scheme.unit(k) === 0);
  const [roughly, exactly] = [admitted.map(value(scheme.below)), value(scheme.rate)];
  const highest = Math.max(...roughly);
  let at = Math.floor((roughly.indexOf(highest) + roughly.lastIndexOf(highest)) / 2), top = exactly(admitted[at]);
  for (const step of [1, -1]) for (let next; admitted[at + step] && (next = exactly(admitted[at + step])) > top; top = next) at += step;
  return admitted[at];
}
// The rule of docs/textbook.md, which has been searched from 3 to 64 bits per item.
function textbookFrom(m, items = Math.ceil(Math.max(Math.sqrt(7.5 * m), m / 64))) {
  return m < 100 ? "" : ` From ${counted(items, "item")} on, the textbook formula is right to 1 % in so many bits, with independent positions and the best number of hash functions.`;
}
// The filter that the given two or three of n, m, k and p determine; schemes that walk take k and m from independent positions.
function filter(scheme, n, m, k, p) {
  const free = scheme.walks && (m === null || scheme.unit(3) < 3) ? { ...SCHEMES.independent, most: scheme.most } : scheme;
  if (n === null && m === null) refuse("items", null, "items or bits, and one more field");
  if (p === null && k === null && n === null) refuseAs("items", `Items: fill in items, a rate or hash functions beside the bits.${textbookFrom(m)}`, true);
  if (p === null && k === null && m === null) refuse("rate", null, "a rate, bits or hash functions beside the items");
  if (m === null) {
    if (p === null) return [n, upTo(scheme.unit(k), Math.max(Math.ceil(k * n / Math.LN2), scheme.least(k))), k];
    const found = finish(smallest(free, n, p, k)) ?? refuseAs("items", `Items: the rate ${p} needs more than 2^53 bits for ${grouped(n)} items. A larger rate suffices.`);
    return [n, upTo(scheme.unit(found.hashes), found.bits), found.hashes];
  }
  if (n !== null) return [n, m, k ?? bestHashes(free, m, (rate) => (hashes) => -rate(m, n, hashes))];
  // the most items, and of equally many the lowest rate
  const held = (rate) => (hashes) => {
    const most = mostItems(rate, m, p, hashes);
    return most && most + 1 - rate(m, most, hashes) / p;
  };
  k ??= bestHashes(free, m, held);
  const items = p === null ? Math.floor(m * Math.LN2 / k) : mostItems(scheme.rate, m, p, k);
  return [items >= 1 ? items : refuseAs("bits", `Bits: ${grouped(m)} do not hold one item at this rate. More bits suffice.`), m, k];
}

// The filter, its rate and that of more items; its distribution, the search for the smallest filter, which may take longer, and the
// scheme that stands in for an engine's.
function answer({ items, bits, hashes, rate, scheme: name, library }) {
  const scheme = SCHEMES[library ? "independent" : name] ?? refuse("scheme", name, `one of ${Object.keys(SCHEMES).join(", ")}`);
  if (items !== null || library) within("items", items, 1, library ? 2 ** 40 - 1 : MOST_ITEMS, library ? "2^40 − 1" : "2^52");
  const known = library && (LIBRARIES.find(({ name }) => name === library) ?? refuse("library", library, `one of ${Object.keys(BUILD).join(", ")}`));
  if (rate !== null || (library && !(known.takesBits && bits !== null))) {
    const most = library ? 0.5 : 0.999;
    within("rate", rate, LEAST_TARGET, most, rate !== null && rate < LEAST_TARGET && !library ? `${most}; the command computes lower rates` : most);
  }
  let [law, exact, limit, measured, blocks, hashBits] = [null, true, false, null, null, null];
  if (library) {
    const built = BUILD[library](items, rate, ...(known.takesBits ? [bits] : []));
    [bits, hashes, law, blocks, hashBits] = [built.bits, built.hashes ?? null, built.law(), built.scheme ?? null, built.hashBits ?? null];
    [exact, limit, measured] = [known.exact && built.exact !== false, built.limit === true, nearestMeasured(known, items, rate, bits)];
  } else {
    hashes ??= scheme.hashes ?? null;
    if (bits !== null) within("bits", bits, 1, 2 ** 53, "2^53");
    if (hashes !== null) within("hashes", hashes, 1, scheme.walks ? Infinity : scheme.most);
    if (bits !== null && hashes !== null) scheme.checked(bits, hashes, items);
    if (hashes > scheme.most && bits === null) refuseHashes(scheme, bits, items, hashes);
    [items, bits, hashes] = filter(scheme, items, bits, hashes, rate);
    law = scheme.checked(bits, hashes);
  }
  const grown = GROWTH.map((percent) => Number((BigInt(items) * BigInt(100 + percent) + 99n) / 100n));
  const [now, ...later] = rates(law, [items, ...grown]);
  if (now < LEAST_RATE) refuseAs("bits", "Bits: with so many the rate is below 1e-300. Fewer bits, or more items, suffice.");
  const growth = GROWTH.map((percent, i) => ({ percent, items: grown[i], rate: later[i] }));
  const search = rate === null ? null : smallest(scheme, items, rate, scheme.hashes);
  return { items, bits, hashes, rate: now, textbook: hashes === null ? null : textbook(bits, items, hashes), growth, search, law, exact, limit, measured, blocks, hashBits };
}
// The measurement [items, target, rate, lower, upper] that is nearest in logarithms of items and target; of an engine, which has bits in
// the place of the target, of items and bits per item.
function nearestMeasured({ measured, language }, items, target, bits) {
  const apart = (a, b) => Math.log(a / b);
  const distance = ([n, at]) => Math.abs(apart(n, items)) + Math.abs(language !== "Engines" ? apart(at, target) : at === null ? 0 : apart(at, bits) - apart(n, items));
  return measured.reduce((best, row) => (best && distance(best) <= distance(row) ? best : row), null);
}
