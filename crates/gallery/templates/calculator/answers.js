// The questions: any two of items, bits, hash functions and rate, under a scheme or in a library.
const [MOST_ITEMS, LEAST_TARGET, GROWTH] = [2 ** 52, 1e-15, [1, 5, 20, 100]];
class Refusal extends Error {}
const refuse = (field, value, domain) => {
  const what = value === null ? `${field} is empty` : `${field} = ${value} is out of domain`;
  throw Object.assign(new Refusal(`${what}: needs ${domain}`), { field });
};
const within = (field, value, least, most, name = most) => value >= least && value <= most || refuse(field, value, `${least} ≤ ${field} ≤ ${name}`);
// law: from m and k; unit: what m is a multiple of; hashes: k unless given; most: the largest k; walks: no search for the best k and m.
const walk = (law, more) => ({ law, walks: true, most: MOST_DOUBLE_HASHES, mostBits: 2 ** 52, ...more });
const stepped = (steps, more) => walk((m, k) => doubleHashing(m, k, steps), more);
const inBlocks = (bits) => ({ law: (m, k) => blocked(m, bits, k), unit: () => bits });
const inWords = (bits) => ({ law: (m, k) => splitBlock(m, bits, k), unit: (k) => bits * k, hashes: 8 });
const SCHEMES = {
  "independent": { law: independent },
  "double": stepped(STEPS.any),
  "double-nonzero": stepped(STEPS.nonzero, { least: () => 2 }),
  "double-odd": stepped(STEPS.odd, { unit: () => 2 }),
  "double-unit": stepped(STEPS.unit, { mostBits: 2 ** 40 }),
  "enhanced": walk(null),
  "km-partition": walk(kmPartition, { unit: (k) => k }),
  "partitioned": { law: partitioned, least: (k) => k },
  "blocked-64": inBlocks(64), "blocked-256": inBlocks(256), "blocked-512": inBlocks(512),
  "split-block-32": inWords(32), "split-block-64": inWords(64),
};
const laws = new Map();
for (const [name, scheme] of Object.entries(SCHEMES)) {
  Object.assign(scheme, { unit: () => 1, most: MOST_HASHES, mostBits: 2 ** 53, ...scheme });
  scheme.least ??= scheme.unit;
  scheme.checked = (m, k, key = `${name} ${m} ${k}`) => {
    if (!scheme.law) refuse("scheme", name, "the command: bloomlab fpr --scheme enhanced computes it");
    within("hashes", k, 1, scheme.most, `${scheme.most} under ${name}`);
    within("bits", m, scheme.least(k), scheme.mostBits, `2^${Math.log2(scheme.mostBits)}`);
    if (m % scheme.unit(k)) refuse("bits", m, `a multiple of ${scheme.unit(k)}`);
    if (laws.size > 200) laws.clear();
    if (!laws.has(key)) laws.set(key, scheme.law(m, k));
    return laws.get(key);
  };
  scheme.rate = (m, n, k) => rates(scheme.checked(m, k), [n])[0];
}
// The least whole number from `least` to `most` from which on `holds` is true, or Infinity: outwards from a guess, then by bisection.
function first(guess, least, most, holds) {
  let [fails, found, at] = [least - 1, Infinity, Math.min(Math.max(guess, least), most)];
  const asked = (next) => { if (holds(at = next)) found = at; else fails = at; };
  asked(at);
  const early = found === at;
  for (let step = 1; early ? found > least && fails < least : fails < most && found === Infinity; step *= 2) {
    asked(early ? Math.max(found - step, least) : Math.min(fails + step, most));
  }
  while (found < Infinity && found - fails > 1) asked(fails + Math.floor((found - fails) / 2));
  return found;
}
// (1 − e^(−kn/m))^k lies below every rate here: the load kn/m where it is p, and −d ln rate / d ln m at a load.
const loadAt = (p, k) => (p < 2 ** -k ? -Math.log1p(-(p ** (1 / k))) : -Math.log(-Math.expm1(Math.log(p) / k)));
const slope = (k, load) => k * load / Math.expm1(load);
// The fewest bits with which n items keep the rate p, over all k or for the one given.
function smallest(scheme, n, p, given) {
  const bound = (k) => k * n / loadAt(p, k) * (1 - 1e-12);
  const hashes = given ? [given] : Array.from({ length: scheme.most }, (_, i) => i + 1).sort((a, b) => bound(a) - bound(b));
  let best = { bits: scheme.mostBits, rate: Infinity };
  for (const k of hashes.filter((k) => bound(k) <= scheme.mostBits)) {
    const rate = (count) => scheme.rate(count * unit, n, k);
    const [unit, most] = [scheme.unit(k), Math.floor(best.bits / scheme.unit(k))];
    const least = Math.max(Math.ceil(Math.max(bound(k), scheme.least(k)) / unit), 1);
    if (least > most || rate(most) > p) continue;
    let guess = least;
    for (let i = 0; i < 3; i++) guess = Math.min(Math.max(Math.round(guess * (rate(guess) / p) ** (1 / slope(k, k * n / (guess * unit)))), least), most);
    const count = first(guess, least, most, (count) => rate(count) <= p);
    if (count * unit < best.bits || rate(count) < best.rate) best = { bits: count * unit, hashes: k, rate: rate(count) };
  }
  return best.hashes ? best : null;
}
// The most items with which m bits keep the rate p.
function mostItems(scheme, m, p, k) {
  let guess = Math.round(loadAt(p, k) * m / k);
  for (let i = 0; i < 3 && guess >= 1; i++) guess = Math.round(guess * (p / scheme.rate(m, guess, k)) ** (1 / slope(k, k * guess / m)));
  return Math.min(first(guess, 1, MOST_ITEMS, (n) => scheme.rate(m, n, k) > p) - 1, MOST_ITEMS);
}
// From a k to the neighbour that is better, as long as there is one.
function climb(guess, most, value) {
  let best = Math.min(Math.max(Math.round(guess), 1), most);
  for (const step of [1, -1]) while (best + step >= 1 && best + step <= most && value(best + step) > value(best)) best += step;
  return best;
}
// The filter that the given two or three of n, m, k and p determine; schemes that walk take k and m from independent positions.
function filter(scheme, n, m, k, p) {
  const free = scheme.walks ? { ...SCHEMES.independent, most: scheme.most } : scheme;
  if (n === null && m === null) refuse("items", null, "items or bits, and one more of items, bits, hashes and rate");
  if (p === null && k === null && (n === null || m === null)) refuse("rate", null, `a rate, or hashes, beside the ${m === null ? "items" : "bits"}`);
  if (m === null) {
    if (p === null) return [n, upTo(scheme.unit(k), Math.max(Math.ceil(k * n / Math.LN2), scheme.least(k))), k];
    const found = smallest(free, n, p, k) ?? refuse("items", n, `a filter of at most 2^53 bits for the rate ${p}`);
    return [n, upTo(scheme.unit(found.hashes), found.bits), found.hashes];
  }
  if (k === null && scheme === SCHEMES["km-partition"]) refuse("hashes", null, "a divisor of bits, for slices of equal size");
  if (n !== null) return [n, m, k ?? climb(m / n * Math.LN2, Math.min(free.most, m), (hashes) => -free.rate(m, n, hashes))];
  k ??= climb(-Math.log2(p), Math.min(free.most, m), (hashes) => mostItems(free, m, p, hashes));
  const items = p === null ? Math.floor(m * Math.LN2 / k) : mostItems(scheme, m, p, k);
  return [items >= 1 ? items : refuse("bits", m, "room for one item"), m, k];
}

function answer({ items, bits, hashes, rate, scheme: name, library }) {
  const scheme = SCHEMES[library ? "independent" : name] ?? refuse("scheme", name, Object.keys(SCHEMES).join(", "));
  if (items !== null || library) within("items", items, 1, library ? 2 ** 40 : MOST_ITEMS, library ? "2^40" : "2^52");
  if (rate !== null || library) within("rate", rate, LEAST_TARGET, library ? 0.5 : 0.999);
  let law;
  if (library) {
    const built = (BUILD[library] ?? (() => refuse("library", library, Object.keys(BUILD).join(", "))))(items, rate);
    [bits, hashes, law] = [built.bits, built.hashes ?? null, built.law()];
  } else {
    hashes ??= scheme.hashes ?? null;
    if (bits !== null) within("bits", bits, 1, 2 ** 53, "2^53");
    if (hashes !== null) within("hashes", hashes, 1, scheme.most, `${scheme.most} under ${name}`);
    [items, bits, hashes] = filter(scheme, items, bits, hashes, rate);
    law = scheme.checked(bits, hashes);
  }
  const grown = GROWTH.map((percent) => Number((BigInt(items) * BigInt(100 + percent) + 99n) / 100n));
  const [now, ...later] = rates(law, [items, ...grown]);
  if (now < LEAST_RATE) refuse("rate", "less than 1e-300", "fewer bits or more items");
  const growth = GROWTH.map((percent, i) => ({ percent, items: grown[i], rate: later[i] }));
  const least = rate === null || scheme.walks ? null : smallest(scheme, items, rate, scheme.hashes);
  return { items, bits, hashes, rate: now, textbook: hashes === null ? null : textbook(bits, items, hashes), growth, smallest: least, law };
}
