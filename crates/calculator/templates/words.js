// Sentences about an answer.
const apart = (ratio) => `${rounded(100 * Math.abs(ratio - 1), 2)} %`;
const times = (ratio) => (ratio < 1000 ? ratio.toPrecision(3) : grouped(rounded(ratio, 4)));
const inFull = (rate) => `${percent(rate)}, ${oneIn(rate)}`;

// How far from what was asked for.
function kept(ratio) {
  if (ratio >= 2) return `${times(ratio)} times the rate you asked for`;
  if (ratio > 1) return `${apart(ratio)} above the rate you asked for`;
  if (ratio > 0.5) return `keeps the rate you asked for, ${apart(ratio)} below`;
  return `${times(1 / ratio)} times lower than you asked for`;
}
function ofTextbook({ bits, items, hashes, rate }) {
  const promised = textbook(bits, items, hashes);
  const ratio = promised / rate;
  if (ratio <= 0.5) return `${percent(promised)}; the rate is ${times(1 / ratio)} times that`;
  if (ratio >= 2) return `${percent(promised)}: ${times(ratio)} times the rate`;
  return `${percent(promised)}: ${apart(ratio)} too ${ratio < 1 ? "low" : "high"}`;
}
const shapeOf = ({ bits, hashes }) =>
  `${bytes(bits)}: ${counted(bits, "bit")}, ${counted(hashes, "hash function")}`;
const sizeOf = (found) => `${shapeOf(found)}, ${rounded(found.bits / found.items, 4)} bits per item`;
function measuredAs([items, target, bits, rate, lower, upper], { setting }) {
  const asked = target && setting === "rate" ? `, asked for ${short(target)}` : "";
  const place = counted(items, "item") + (asked || (bits ? ` in ${counted(bits, "bit")}` : ""));
  return `${percent(rate)} at ${place}; 99 % interval ${percent(lower)} to ${percent(upper)}`;
}
// The rate that is told, and how it is known.
function told({ items, rate, standIn, measured }) {
  if (rate !== null) return { rate, how: "exact" };
  if (measured?.[0] === items) return { rate: measured[3], how: "measured" };
  return standIn ? { rate: standIn(items), how: "nearest" } : { rate, how: "" };
}
function headline(found, query) {
  const { kind, known, items, hashes, measured } = found;
  if (kind === "size") return shapeOf(found);
  if (kind === "capacity") return `${counted(items, "item")} with ${counted(hashes, "hash function")}`;
  const { rate, how } = told(found);
  if (!rate) return how ? "No false positive" : `The rate of ${known.name} is not computed here`;
  const shown = known ? percent(rate, how === "nearest" ? 2 : 4) : inFull(rate);
  const isOpen = how === "measured" && measured[4] <= query.rate && query.rate <= measured[5];
  const verdict = isOpen ? "the rate you asked for is in its interval" : kept(rate / query.rate);
  return query.rate ? `${shown}: ${verdict}` : shown;
}
function ofLibrary({ known, rate, standIn, isCapped, instead, command }) {
  if (isCapped) return "The writer stops at 1 MiB, silently: parquet.bloom.filter.max.bytes raises the cap.";
  if (instead) return `Ask for ${counted(instead[0], "item")}: then it has ${percent(instead[1])}.`;
  if (rate !== null) return "";
  if (standIn) return "As if positions in a line of 512 bits were independent: in simulations right to 2 %.";
  const remedy = known.setting === "rate" ? " Ask for more items or a stricter rate to lower its rate." : "";
  const more = command && " For most sizes the command below computes, simulates or estimates it.";
  return `The page does not compute the distribution of its positions.${remedy}${more}`;
}
function remark(found, { hashes: given, rate: asked, scheme }) {
  const { kind, bits, hashes, items, rate } = found;
  if (kind === "library") return ofLibrary(found);
  const { most } = SCHEMES[scheme];
  if (given === null && hashes === most && bits / items * Math.LN2 > most + 0.5) {
    const command = line("size", { items, target: asked ?? rounded(rate, 3), scheme });
    return `This is the best filter with at most ${most} hash functions; the command tries more: ${command}`;
  }
  if (rate > 0.99) return "This filter is full: it reports nearly everything.";
  return kind === "size" && scheme === "double" ? "A prime number of bits, best for double hashing." : "";
}
