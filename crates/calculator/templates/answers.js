// Answers: what is asked, the filter, its rate where it is computed, and the measurement next to it.
const LEAST_TARGET = 1e-15;
function within(field, value, least, most, why = "") {
  if (value === null) refuseAs(field, `${NAMES[field]}: fill in ${EXAMPLES[field]}.`, true);
  if (value >= least && value <= most) return;
  refuseAs(field, `${NAMES[field]}: ${value} is not a number from ${least} to ${most}${why}.`);
}
const ending = (name) => (name === "independent" ? "" : ` --scheme ${name}`);
const rateCommand = ({ bits, items, hashes }, name) =>
  `bloomlab fpr --bits ${bits} --items ${items} --hashes ${hashes}${ending(name)}`;
const sizeCommand = ({ items, rate }, name) =>
  `bloomlab size --items ${items} --target ${rate}${ending(name)}`;

function checked({ items, bits, hashes, rate, scheme: name }) {
  const scheme = Object.hasOwn(SCHEMES, name) ? SCHEMES[name] : null;
  if (!scheme) refuseAs("scheme", "Hashing: the page has two kinds, the command more: bloomlab fpr --help");
  if (bits === null || items !== null) within("items", items, 1, MOST_ITEMS);
  if (bits !== null) within("bits", bits, 1, scheme.mostBits);
  if (rate !== null || items === null || bits === null) within("rate", rate, LEAST_TARGET, 0.999);
  const isCommand = hashes > scheme.most && items && bits && Number.isInteger(hashes);
  const more = isCommand ? `. The command has more: ${rateCommand({ bits, items, hashes }, name)}` : "";
  if (hashes !== null) within("hashes", hashes, 1, scheme.most, more);
  return scheme;
}
function plainAnswer(query) {
  const scheme = checked(query);
  const { items, bits, hashes, rate, scheme: name } = query;
  if (bits === null) {
    const found = smallest(scheme, items, rate, hashes);
    if (!found) refuseAs("items", `Items: so many need more than ${scheme.mostBits} bits at this rate.`);
    return { kind: "size", ...found, command: sizeCommand(query, name) };
  }
  if (items === null) {
    const found = capacity(scheme, bits, rate, hashes);
    if (!found) refuseAs("bits", `Bits: ${bits} do not hold one item at this rate. More bits suffice.`);
    return { kind: "capacity", ...found, command: rateCommand(found, name) };
  }
  const filter = { items, bits, hashes: hashes ?? bestHashes(scheme, items, bits) };
  const found = { kind: "rate", ...filter, rate: scheme.law(bits, filter.hashes)(items) };
  return { ...found, command: rateCommand(found, name) };
}
// The nearest measurement: within a factor of two in items, at the same bits per item and rate asked for.
function nearestMeasured({ name, setting, measured }, items, rate, bits) {
  const far = ([n]) => Math.abs(Math.log(n / items));
  const isSame = (one, other) => Math.abs(one / other - 1) < 0.02;
  const near = measured.filter((row) => {
    const [n, target, found] = row;
    if (far(row) > Math.LN2 + 1e-9) return false;
    if (target !== null && setting === "rate" && Math.abs(target / rate - 1) > 1e-9) return false;
    const own = found ?? RULES[name]?.(n, target).bits;
    return own && bits ? isSame(own / n, bits / items) : n === items;
  });
  return near.reduce((best, row) => (best && far(best) <= far(row) ? best : row), null);
}
function libraryAnswer({ items, bits, each, rate, library }) {
  const known = LIBRARIES.find(({ name }) => name === library);
  if (!known) refuseAs("library", "Filter: the page knows no library or engine of this name.");
  within("items", items, 1, 2 ** 40 - 1);
  if (known.setting === "rate") within("rate", rate, LEAST_TARGET, 0.5);
  if (known.setting === "bits") within("bits", each ?? (bits && bits / items), 1, 100, " per key");
  const built = RULES[library]?.(items, known.setting === "bits" ? each ?? bits / items : rate) ?? {};
  const measured = nearestMeasured(known, items, rate, built.bits ?? items * each);
  const like = `bloomlab size --like ${library} --items ${items} --target ${rate ?? 0.01}`;
  const inLines = `${rateCommand({ ...built, items }, "blocked")} --block-bits 512`;
  const command = known.setting !== "bits" ? like : built.standIn ? inLines : "";
  const found = { kind: "library", known, items, ...built, measured, command };
  return { ...found, rate: built.law ? built.law(items) : null };
}
function answer(query) {
  const found = query.library ? libraryAnswer(query) : plainAnswer(query);
  const law = query.library ? found.law : SCHEMES[query.scheme].law(found.bits, found.hashes);
  if (law && found.rate < LEAST_RATE) refuseAs("bits", "Bits: the rate is below 1e-300. Fewer suffice.");
  const grown = [1, 5, 20, 100].map((more) => [more, Math.ceil(found.items * (100 + more) / 100)]);
  return { ...found, growth: law ? grown.map(([more, items]) => [more, items, law(items)]) : [] };
}
