// The questions: any two of items, bits, hash functions and rate, under a scheme or in a library.
const MOST_BITS = 2 ** 53;
const MOST_ITEMS = 2 ** 52;
const LEAST_TARGET = 1e-15;
const GROWTH = [1, 5, 20, 100];
const within = (field, value, least, most, name = most) => {
  if (!(value >= least && value <= most)) throw new Refusal(field, value, `${least} ≤ ${field} ≤ ${name}`);
};

// law: from m and k; unit: what m is a multiple of; hashes: a fixed k; most: the largest k; walks: no search for the best k and m.
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
  "enhanced": walk(null, { mostBits: 0 }),
  "km-partition": walk(kmPartition, { unit: (k) => k }),
  "partitioned": { law: partitioned, least: (k) => k },
  "blocked-64": inBlocks(64),
  "blocked-256": inBlocks(256),
  "blocked-512": inBlocks(512),
  "split-block-32": inWords(32),
  "split-block-64": inWords(64),
};
const laws = new Map();
for (const [name, scheme] of Object.entries(SCHEMES)) {
  scheme.unit ??= () => 1;
  scheme.least ??= scheme.unit;
  scheme.most ??= MOST_HASHES;
  scheme.mostBits ??= MOST_BITS;
  scheme.checked = (m, k) => {
    if (!scheme.mostBits) throw new Refusal("scheme", name, "the command: bloomlab fpr --scheme enhanced computes it");
    within("hashes", k, 1, scheme.most);
    within("bits", m, scheme.least(k), scheme.mostBits, `2^${Math.log2(scheme.mostBits)}`);
    if (m % scheme.unit(k)) throw new Refusal("bits", m, `a multiple of ${scheme.unit(k)}`);
    const key = `${name} ${m} ${k}`;
    if (laws.size > 200) laws.clear();
    if (!laws.has(key)) laws.set(key, scheme.law(m, k));
    return laws.get(key);
  };
  scheme.rate = (m, n, k) => rates(scheme.checked(m, k), [n])[0];
}

// The least whole number from `least` to `most` from which on `holds` is true, or null: outwards from a guess, then by bisection.
function first(guess, least, most, holds) {
  let at = Math.min(Math.max(Math.round(guess), least), most);
  const early = holds(at);
  let [fails, found] = early ? [least - 1, at] : [at, Infinity];
  for (let step = 1; early ? found > least && fails < least : fails < most && found === Infinity; step *= 2) {
    at = early ? Math.max(found - step, least) : Math.min(fails + step, most);
    if (holds(at)) found = at; else fails = at;
  }
  while (found < Infinity && found - fails > 1) {
    at = fails + Math.floor((found - fails) / 2);
    if (holds(at)) found = at; else fails = at;
  }
  return found < Infinity ? found : null;
}

// (1 − e^(−kn/m))^k lies below every rate here: the load kn/m where it is p, and −d ln rate / d ln m at a load.
const loadAt = (p, k) => (p < 2 ** -k ? -Math.log1p(-(p ** (1 / k))) : -Math.log(-Math.expm1(Math.log(p) / k)));
const slope = (k, load) => k * load / Math.expm1(load);

// The fewest bits with which n items keep the rate p, over all k or for the one given.
function smallest(scheme, n, p, given) {
  const bound = (k) => k * n / loadAt(p, k) * (1 - 1e-12);
  const hashes = given ? [given] : Array.from({ length: scheme.most }, (_, i) => i + 1).sort((a, b) => bound(a) - bound(b));
  let best = null;
  for (const k of hashes) {
    const unit = scheme.unit(k);
    const keeps = (count) => scheme.rate(count * unit, n, k) <= p;
    if (bound(k) > (best?.bits ?? scheme.mostBits)) break;
    const most = Math.floor((best?.bits ?? scheme.mostBits) / unit);
    const least = Math.max(Math.ceil(Math.max(bound(k), scheme.least(k)) / unit), 1);
    if (least > most || (best && !keeps(most))) continue;
    let guess = least;
    for (let i = 0; i < 3 && guess < most; i++) guess = Math.round(guess * (scheme.rate(guess * unit, n, k) / p) ** (1 / slope(k, k * n / (guess * unit))));
    const bits = unit * (first(guess, least, most, keeps) ?? NaN);
    const rate = bits ? scheme.rate(bits, n, k) : NaN;
    if (bits < (best?.bits ?? Infinity) || (bits === best?.bits && rate < best.rate)) best = { bits, hashes: k, rate };
  }
  if (!best) throw new Refusal("items", n, `a filter of at most ${scheme.mostBits} bits for the rate ${p}`);
  return best;
}
// The most items with which m bits keep the rate p.
function mostItems(scheme, m, p, k) {
  let guess = Math.round(loadAt(p, k) * m / k);
  for (let i = 0; i < 3 && guess >= 1; i++) guess = Math.round(guess * (p / scheme.rate(m, guess, k)) ** (1 / slope(k, k * guess / m)));
  return (first(guess, 1, MOST_ITEMS, (n) => scheme.rate(m, n, k) > p) ?? MOST_ITEMS + 1) - 1;
}
// From a k to the neighbour that is better, as long as there is one.
function climb(start, most, value) {
  let [best, top] = [start, value(start)];
  for (const step of [1, -1]) {
    for (let k = best + step; k >= 1 && k <= most; k += step) {
      const next = value(k);
      if (next <= top) break;
      [best, top] = [k, next];
    }
  }
  return best;
}

// The filter that the given two or three of n, m, k and p determine; schemes that walk take k and m from independent positions.
function filter(scheme, n, m, k, p) {
  const free = scheme.walks ? { ...SCHEMES.independent, most: scheme.most } : scheme;
  const clamped = (hashes, bits) => Math.min(Math.max(Math.round(hashes), 1), free.most, bits);
  if (n === null && m === null) throw new Refusal("items", "nothing", "two of items, bits, hashes and rate, one of them items or bits");
  if (m === null) {
    if (p === null && k === null) throw new Refusal("rate", "nothing", "a rate, or bits, or hashes beside the items");
    if (p === null) return [n, scheme.unit(k) * Math.ceil(Math.max(k * n / Math.LN2, scheme.least(k)) / scheme.unit(k)), k];
    const found = smallest(free, n, p, k);
    return [n, upTo(scheme.unit(found.hashes), found.bits), found.hashes];
  }
  if (k === null && scheme === SCHEMES["km-partition"]) throw new Refusal("hashes", "nothing", "a divisor of bits, for slices of equal size");
  if (n !== null) return [n, m, k ?? climb(clamped(m / n * Math.LN2, m), Math.min(free.most, m), (hashes) => -free.rate(m, n, hashes))];
  if (p === null && k === null) throw new Refusal("rate", "nothing", "a rate, or items, or hashes beside the bits");
  k ??= climb(clamped(-Math.log2(p), m), Math.min(free.most, m), (hashes) => mostItems(free, m, p, hashes));
  const items = p === null ? Math.floor(m * Math.LN2 / k) : mostItems(scheme, m, p, k);
  if (items < 1) throw new Refusal("bits", m, `room for one item${p === null ? "" : ` at the rate ${p}`}`);
  return [items, m, k];
}

function answer({ items, bits, hashes, rate, scheme: name, library }) {
  if (!(name in SCHEMES)) throw new Refusal("scheme", name, Object.keys(SCHEMES).join(", "));
  if (items !== null) within("items", items, 1, MOST_ITEMS, "2^52");
  if (rate !== null) within("rate", rate, LEAST_TARGET, 0.999);
  const scheme = SCHEMES[name];
  let law;
  if (library) {
    if (!(library in BUILD)) throw new Refusal("library", library, Object.keys(BUILD).join(", "));
    within("items", items ?? "nothing", 1, 2 ** 40, "2^40");
    within("rate", rate ?? "nothing", LEAST_TARGET, 0.5);
    const built = BUILD[library](items, rate);
    [bits, hashes, law] = [built.bits, built.hashes ?? null, built.law()];
  } else {
    hashes ??= scheme.hashes ?? null;
    if (bits !== null) within("bits", bits, 1, MOST_BITS, "2^53");
    if (hashes !== null) within("hashes", hashes, 1, scheme.most);
    [items, bits, hashes] = filter(scheme, items, bits, hashes, rate);
    law = scheme.checked(bits, hashes);
  }
  const grown = GROWTH.map((percent) => Number((BigInt(items) * BigInt(100 + percent) + 99n) / 100n));
  const [now, ...later] = rates(law, [items, ...grown]);
  if (now < LEAST_RATE) throw new Refusal("rate", "less than 1e-300", "a larger filter rate: fewer bits or more items");
  const promised = hashes === null ? null : textbook(bits, items, hashes);
  const target = rate ?? promised;
  const growth = GROWTH.map((percent, i) => ({ percent, items: grown[i], rate: later[i] }));
  const sized = library ? SCHEMES.independent : scheme;
  const smallestFilter = sized.walks || target < LEAST_TARGET || target > 0.999 ? null : smallest(sized, items, target, sized.hashes);
  return { items, bits, hashes, rate: now, textbook: promised, target, growth, smallest: smallestFilter, law };
}
