// Answers: what is asked, the filter, its rate where it is computed, and the measurement next to it.
const LEAST_TARGET = 1e-15;
function within(field, value, least, most, why = "") {
  if (value === null) refuseAs(field, `${nameOf(field)}: fill in ${exampleOf(field)}.`, true);
  if (value >= least && value <= most) return;
  refuseAs(field, `${nameOf(field)}: ${value} is not a number from ${least} to ${most}${why}.`);
}
// A line for the command, of the options that are given.
function line(name, options) {
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== "independent");
  return ["bloomlab", name, ...given.map(([option, value]) => `--${option} ${value}`)].join(" ");
}
function checked({ items, bits, hashes, rate, scheme: name }) {
  const scheme = Object.hasOwn(SCHEMES, name) ? SCHEMES[name] : null;
  if (!scheme) refuseAs("scheme", "Hashing: the page has two kinds, the command more: bloomlab fpr --help");
  if (bits === null || items !== null) within("items", items, 1, MOST_ITEMS);
  if (bits !== null) within("bits", bits, 1, scheme.mostBits);
  if (rate !== null || items === null || bits === null) within("rate", rate, LEAST_TARGET, 0.999);
  const command = items && bits && line("fpr", { bits, items, hashes, scheme: name });
  const more = command && hashes > scheme.most ? `. The command has more: ${command}` : "";
  if (hashes !== null) within("hashes", hashes, 1, scheme.most, more);
  return scheme;
}
function plainAnswer(query) {
  const scheme = checked(query);
  const { items, bits, hashes, rate, scheme: name } = query;
  if (bits === null) {
    const found = smallest(scheme, items, rate, hashes);
    if (!found) refuseAs("items", `Items: so many need more than ${scheme.mostBits} bits at this rate.`);
    return { kind: "size", ...found, command: line("size", { items, target: rate, hashes, scheme: name }) };
  }
  if (items === null) {
    const found = capacity(scheme, bits, rate, hashes);
    if (!found) refuseAs("bits", `Bits: ${bits} do not hold one item at this rate. More bits suffice.`);
    const command = line("capacity", { bits, target: rate, hashes, scheme: name });
    return { kind: "capacity", ...found, command };
  }
  const filter = { bits, items, hashes: hashes ?? bestHashes(scheme, items, bits) };
  const command = line("fpr", { ...filter, scheme: name });
  return { kind: "rate", ...filter, rate: scheme.law(bits, filter.hashes)(items), command };
}
// The nearest measurement: within a factor of two in items, at the same bits per item and rate asked for.
function nearestMeasured({ name, setting, measured }, items, rate, bits) {
  const far = ([n]) => Math.abs(Math.log(n / items));
  const near = measured.filter(([n, target, found]) => {
    if (far([n]) > Math.LN2 + 1e-9) return false;
    if (target !== null && setting === "rate" && Math.abs(target / rate - 1) > 1e-9) return false;
    const own = found ?? RULES[name]?.(n, target).bits;
    return own && bits ? Math.abs(own / n * items / bits - 1) < 0.02 : n === items;
  });
  return near.reduce((best, row) => (best && far(best) <= far(row) ? best : row), null);
}
// A round target for which the command takes as many bits per key.
function targetOf(rule, items, each) {
  const rate = (perKey) => rule(items, perKey).nearest(items);
  const kept = 1.05 * rate(each) + items / 2 ** 32; // two items may share a hash of 32 bits
  const missed = Math.min(...range(each - 1, 1).map(rate)) / 1.05;
  const tried = range(3, 1).map((digits) => rounded(Math.sqrt(kept * missed), digits));
  return tried.find((target) => target > kept && target < Math.min(missed, 0.5));
}
// The fewest of some more items to ask for with which a filter keeps the rate, and the rate that it then has.
function roomier(rule, items, rate) {
  const tried = range(10, 11).map((tenths) => Math.ceil(items * tenths / 10));
  const asked = tried.find((more) => rule(more, rate).law?.(items) <= rate);
  return asked && [asked, rule(asked, rate).law(items)];
}
function libraryAnswer({ items, bits, each, rate, library }) {
  const known = LIBRARIES.find(({ name }) => name === library);
  if (!known) refuseAs("library", "Filter: the page knows no library or engine of this name.");
  within("items", items, 1, 2 ** 40 - 1);
  if (known.setting === "rate") within("rate", rate, LEAST_TARGET, 0.5);
  const isPerKey = known.setting === "bits";
  const set = isPerKey ? each ?? (bits && bits / items) : rate;
  if (isPerKey) within("bits", set, 1, 100, " per key");
  const built = RULES[library]?.(items, set) ?? {};
  const measured = nearestMeasured(known, items, rate, built.bits ?? (isPerKey && items * set));
  // from so many bits on, two hashes for all positions cost less than 5 % of the rate
  const isPlain = built.bits >= built.hashes ** 5 && Number.isInteger(set);
  const target = built.nearest ? isPlain && targetOf(RULES[library], items, set) : rate ?? 0.01;
  const command = target ? line("size", { items, target, like: library }) : "";
  const found = built.law?.(items) ?? null;
  const instead = rate && found > 1.05 * rate ? roomier(RULES[library], items, rate) : undefined;
  return { kind: "library", known, items, ...built, rate: found, measured, instead, command };
}
function answer(query) {
  const found = query.library ? libraryAnswer(query) : plainAnswer(query);
  const law = query.library ? found.law : SCHEMES[query.scheme].law(found.bits, found.hashes);
  if (law && found.rate < LEAST_RATE) refuseAs("bits", "Bits: the rate is below 1e-300. Fewer suffice.");
  const grown = [1, 5, 20, 100].map((more) => [more, Math.ceil(found.items * (100 + more) / 100)]);
  return { ...found, growth: law ? grown.map(([more, items]) => [more, items, law(items)]) : [] };
}
