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
  const side = ratio < 1 ? "low" : "high";
  if (ratio > 0.5 && ratio < 2) return `${percent(promised)}: ${apart(ratio)} too ${side}`;
  if (ratio < 1) return `${percent(promised)}; the rate is ${times(1 / ratio)} times that`;
  return `${percent(promised)}: ${times(ratio)} times the rate`;
}
function sizeOf({ items, bits, hashes }) {
  const functions = hashes === null ? "" : `, ${counted(hashes, "hash function")}`;
  return `${bytes(bits)}: ${counted(bits, "bit")}${functions}, ${rounded(bits / items, 4)} bits per item`;
}
function measuredAs([items, target, bits, rate, lower, upper], { setting }) {
  const place = bits && setting !== "rate" ? ` in ${counted(bits, "bit")}` : `, asked for ${short(target)}`;
  const found = rate ? percent(rate) : "no false positive";
  const interval = `${lower ? percent(lower) : 0} to ${percent(upper)}`;
  return `${found} at ${counted(items, "item")}${place}; 99 % interval ${interval}`;
}
function headline(found, query) {
  const { kind, known, items, bits, hashes, rate, measured } = found;
  if (kind === "size") return `${bytes(bits)}: ${counted(bits, "bit")}, ${counted(hashes, "hash function")}`;
  if (kind === "capacity") return `${counted(items, "item")} with ${counted(hashes, "hash function")}`;
  const verdict = query.rate ? `: ${kept(rate / query.rate)}` : "";
  if (rate !== null) return (known ? percent(rate) : inFull(rate)) + verdict;
  if (measured?.[0] === items) return `Measured: ${measured[3] ? percent(measured[3]) : "no false positive"}`;
  if (found.standIn) return `About ${percent(found.standIn(items), 2)}`;
  return `The rate of ${known.name} is not computed here`;
}
function ofLibrary({ known, bits, rate, standIn }) {
  if (known.name === "parquet-java" && bits === MOST_JAVA_BITS) {
    return "The writer stops at 1 MiB, silently: parquet.bloom.filter.max.bytes raises the cap.";
  }
  if (rate !== null) return "";
  if (standIn) return "As if positions in a line of 512 bits were independent: in simulations right to 2 %.";
  return "The page does not compute the distribution of its positions.";
}
function remark(found, query) {
  const { kind, bits, hashes, items, rate } = found;
  if (kind === "library") return ofLibrary(found);
  const most = SCHEMES[query.scheme].most;
  if (query.hashes === null && hashes === most && bits / items * Math.LN2 > most + 0.5) {
    const command = sizeCommand({ items, rate: query.rate ?? rounded(rate, 3) }, query.scheme);
    return `This is the best filter with at most ${most} hash functions; the command tries more: ${command}`;
  }
  if (rate > 0.99) return "This filter is full: it reports nearly everything.";
  const isPrimed = kind === "size" && query.scheme === "double";
  return isPrimed ? "A prime number of bits, with which double hashing does best." : "";
}
