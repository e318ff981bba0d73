// Sentences about an answer, and the lines that ask it elsewhere.
const isEngine = ({ language }) => language === "Engines";
const libraryNamed = (asked) => LIBRARIES.find(({ name }) => name === asked);
const apart = (ratio) => `${rounded(100 * Math.abs(ratio - 1), 2)} %`;
const times = (ratio) => (ratio < 1000 ? ratio.toPrecision(ratio < 0.001 ? 1 : 3) : ratio < 1e7 ? grouped(Math.round(ratio)) : scientific(ratio, 3));
// How far from what was asked for.
function kept(ratio) {
  if (ratio >= 2) return `delivers ${times(ratio)} times the rate you asked for`;
  if (ratio > 1.01) return `misses the rate you asked for: ${apart(ratio)} above`;
  if (ratio > 1) return `delivers the rate you asked for: ${apart(ratio)} above`;
  if (ratio === 1) return "delivers the rate you asked for";
  if (ratio > 0.99) return `delivers the rate you asked for: ${apart(ratio)} below`;
  if (ratio > 0.5) return `keeps the rate you asked for: ${apart(ratio)} below`;
  return `delivers a rate ${times(1 / ratio)} times lower than you asked for`;
}
// How far the textbook formula is from the rate, as their ratio.
function ofTextbook(ratio) {
  const side = ratio < 1 ? "low" : "high";
  if (ratio === 1) return "The textbook formula is right here.";
  if (Math.abs(ratio - 1) < 0.01) return `The textbook formula is fine here: ${apart(ratio)} too ${side}.`;
  if (ratio > 0.5 && ratio < 2) return `The textbook formula is ${apart(ratio)} too ${side} here.`;
  if (ratio < 1) return `The rate is ${times(1 / ratio)} times that of the textbook formula.`;
  return `The textbook formula says ${times(ratio)} times the rate.`;
}
// The rate of independent positions, and what the scheme costs.
function besideIndependent(rate, plain) {
  if (rate === plain) return percent(plain);
  if (rate > 2 * plain) return `${percent(plain)}; the scheme multiplies it by ${times(rate / plain)}`;
  return `${percent(plain)}; the scheme ${rate > plain ? "costs" : "saves"} ${apart(rate / plain)}`;
}
// Whether more hash functions than the page tries would do better.
const isCapped = ({ items, bits, hashes }, query) =>
  query.hashes === null && hashes === SCHEMES[query.scheme].most && hashes !== MOST_LINE_HASHES && bits / items * Math.LN2 > hashes + 0.5;
function withFewHashes({ items, bits, scheme }) {
  const better = bits === null ? "fewer bits suffice" : items === null ? "it holds more items" : "the rate is lower";
  return `This is the best filter with at most ${SCHEMES[scheme].most} hash functions; with more, ${better}${SCHEMES[scheme].walks ? " (the command tries 20)" : ""}.`;
}
const inBits = ([, bits]) => (bits === null ? "" : ` in ${counted(bits, "bit")}`);
function verdict({ items, bits, hashes, rate, textbook: promised, exact, limit, measured, blocks }, query) {
  const ratio = rate / query.rate, library = libraryNamed(query.library);
  if (blocks) {
    const delivered = query.rate ? `${times(ratio)} times the rate you asked for` : short(rate, 2);
    return `${library.name} with ${counted(rounded(bits / items, 4), "bit")} per item delivers about ${delivered}.`;
  }
  if (limit) return `${library.name} delivers about ${times(ratio)} times the rate you asked for.`;
  if (library && exact) return `${library.name}${library.takesTarget ? "" : " takes no rate, and"} ${kept(ratio)}.`;
  if (library && isEngine(library)) return `Measured at ${counted(measured[0], "item")}${inBits(measured)}, ${library.name} has a rate of ${percent(measured[2], 3)}.`;
  if (library) {
    const [items, target, found] = measured;
    return `Measured at ${counted(items, "item")} and ${short(target)}, ${library.name} delivers ${times(found / target)} times the rate asked for.`;
  }
  if (isCapped({ items, bits, hashes }, query)) return withFewHashes(query);
  if (rate > 0.99) return "This filter is full: it reports nearly everything.";
  if (rate > 0.5 && query.rate === null) return `This filter is too full: it reports ${short(rate, 3)} of absent items.`;
  return query.rate && query.items && query.bits ? `This filter ${kept(ratio)}.` : ofTextbook(promised / rate);
}
function sizesOf({ items, bits, hashes }) {
  const functions = hashes === null ? "" : `, ${counted(hashes, "hash function")}`;
  const perItem = counted(rounded(bits / items, 4), "bit");
  return `${counted(items, "item")} in ${counted(bits, "bit")}: ${bytes(bits)}, ${perItem} per item${functions}`;
}
const rateOf = ({ rate, exact }) => `${percent(rate, exact ? 4 : 3)}, ${oneIn(rate, exact ? 4 : 3)}`;
// What the rate is, and what stands in for an exact one.
function rateLabel({ exact, limit, blocks, hashBits }) {
  if (exact) return "Rate of false positives";
  if (blocks) return hashBits ? "If step and line were independent" : "If the positions in a line were independent";
  return limit ? "In the limit of large filters" : "If positions were independent";
}
function caveat({ exact, limit, blocks, hashBits }, query) {
  if (exact) return "";
  if (hashBits) return "This engine walks in a line of 512 bits: a, a + d, a + 2d, …, all from one hash of 32 bits, and takes whole bits per item. "
    + "Line, a and d are treated as independent here; in simulations the rate was at most 4 % lower.";
  if (blocks) return "RocksDB derives the positions in a line of 512 bits from one 32-bit hash. They are treated as independent here; "
    + "in simulations the rate was the same to 2 %.";
  if (limit) return "The exact distribution of this library's positions is not computed. The limit of large filters is right to "
    + "about a per cent here; compare the measurement.";
  const library = libraryNamed(query.library);
  if (isEngine(library)) return library.exact
    ? "The page does not compute the distribution of this engine's positions, so there is no verdict on the rate; the command size --like does. The measurement is the nearest one."
    : "The distribution of this engine's positions is not computed, so there is no verdict on the rate. The measurement counts.";
  return library.exact
    ? "So many hash functions are not computed here, so there is no verdict on the rate. The command below computes more."
    : "The distribution of this library's positions is not computed here, so there is no verdict on the rate. The measurement counts.";
}
// A measurement, and its interval. The measured rate is one of another question if items or target differ.
function measuredAs(measured, library) {
  const [items, target, rate, lower, upper] = measured;
  if (isEngine(libraryNamed(library))) return [rate ? percent(rate) : "no false positive",
    `at ${counted(items, "item")}${inBits(measured)}; 99 % interval ${lower ? percent(lower) : 0} to ${percent(upper)}`];
  const what = libraryNamed(library).takesTarget ? "rate asked for" : "documented rate";
  const [found, from, to] = [rate, lower, upper].map((value) => (value ? times(value / target) : 0));
  return [rate ? `${found} times the ${what}` : "no false positive",
    `${rate ? `${percent(rate)} for ${short(target)} ` : ""}at ${counted(items, "item")}; 99 % interval ${from} to ${to} times`];
}
// What hashes of 32 or 64 bits add, where they add a thousandth of the rate.
function withHashes({ items, rate, law, exact }, query) {
  if (!exact || query.library) return "";
  const of = (bits) => [bits, rates(hashed(law, bits), [items])[0]];
  const found = [32, 64].map(of).filter(([, more]) => more / rate > 1.001);
  return found.map(([bits, more]) => `of ${bits} bits: ${percent(more)}, ${more / rate < 2 ? `${apart(more / rate)} more` : `${times(more / rate)} times`}`).join("; ");
}
// The same question for the command, for Rust and for Python.
function lines({ items, bits, hashes, blocks, hashBits }, query) {
  const { library, rate } = query, scheme = blocks ?? (library ? "independent" : query.scheme);
  const [type, called] = library && isEngine(libraryNamed(library)) ? ["Engine", "engine_filter"] : ["Library", "library_filter"];
  if (library && !blocks && query.bits === null) return {
    command: `bloomlab size --like ${library} --items ${items} --target ${rate}`,
    rust: `"${library}".parse::<bloomlab::${type}>()?.filter_for(${items}, ${rate})?`,
    python: `bloomlab.${called}("${library}", ${items}, ${rate})`,
  };
  const [, name, unit] = scheme.match(/^(.*?)(?:-(\d+))?$/), part = name.startsWith("blocked") ? "block" : "word";
  const variant = name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()) + (unit ? `(${unit})` : "");
  const under = (text) => (name === "independent" ? "" : text), inParts = (text) => (unit ? text : ""), ofHash = (text) => (hashBits ? text : "");
  const isSize = query.bits === null && query.hashes === null && query.rate !== null && ["independent", "partitioned", "blocked"].includes(name);
  return {
    command: (isSize && !library ? `bloomlab size --items ${items} --target ${query.rate}`
      : `bloomlab fpr --bits ${bits} --items ${items} --hashes ${hashes}`)
      + under(` --scheme ${name}`) + inParts(` --${part}-bits ${unit}`) + ofHash(` --hash-bits ${hashBits}`),
    rust: `bloomlab::Filter::new(${bits}, ${hashes})?`
      + under(`.under(bloomlab::HashingScheme::${variant})?`) + ofHash(`.hash_bits(${hashBits})?`) + `.holding(${items})?.rate()?`,
    python: `bloomlab.rate(${bits}, ${items}, ${hashes}`
      + under(`, scheme="${name}"`) + inParts(`, ${part}_bits=${unit}`) + ofHash(`, hash_bits=${hashBits}`) + ")",
  };
}
