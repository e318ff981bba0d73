// Numbers as people write them, and as the page writes them.
class Refusal extends Error {}
function refuseAs(field, message, isMissing = false) {
  throw Object.assign(new Refusal(message), { field, isMissing });
}
const PREFIXES = {
  k: 1e3, K: 1e3, M: 1e6, m: 1e6, G: 1e9, T: 1e12, P: 1e15,
  Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50,
  thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12,
};
const nameOf = (field) => byId(field).dataset.name;
const exampleOf = (field) => byId(field).dataset.example;
const THINGS = "(?:key|item|element|value|row|entry|entrie)s?";
const PER_KEY = new RegExp(`\\s*(?:per|/|\\b(?:an?|(?:for )?each)\\s)\\s*${THINGS}$`, "i");
const COUNTED = new RegExp(`(?<=\\S)\\s*${THINGS}$`, "i");

// What a suffix multiplies by, NaN where it means nothing. Bits with a letter alone could be bytes.
function unitOf(field, text, suffix) {
  if (!suffix) return 1;
  if (field === "rate") return { "%": 0.01, "‰": 0.001 }[suffix] ?? NaN;
  if (field === "items") return PREFIXES[suffix] ?? NaN;
  if (field !== "bits") return NaN;
  if (PREFIXES[suffix]) refuseAs(field, `Bits: write ${text}bit or ${text}B, as ${text} could be either.`);
  const [, prefix, unit] = suffix.match(/^([kKMGTP]i?)?(bits?|B|bytes?)$/) ?? [];
  return unit ? (prefix ? PREFIXES[prefix] ?? NaN : 1) * (unit.startsWith("bit") ? 1 : 8) : NaN;
}
// The number without marks between thousands; of a rate, a comma may be the point.
function plainOf(field, text) {
  if (field === "rate") {
    const plain = text.replace(/\s/g, "").replace(/^onein(?:a|one)?/i, "1in");
    return plain.replace(/^(\d*),(\d+)(?=[%‰]?$)/, "$1.$2").replace(/(?<=^1in)(?=[a-z])/, "1");
  }
  return text.replace(/(?<=\d)[_,\s](?=\d{3}(?!\d))/g, "");
}
// The number in a field, as written; null for nothing.
function number(field, given, isWhole = field !== "rate") {
  const text = given.trim();
  const plain = plainOf(field, field === "items" ? text.replace(COUNTED, "") : text);
  if (!plain) return null;
  if (field !== "rate" && isWhole && /^\d{1,3}(\.\d{3})+$/.test(plain)) {
    const [least, most] = [Number.parseFloat(plain), plain.replaceAll(".", "")];
    refuseAs(field, `${nameOf(field)}: ${plain} could be ${least} or ${most}. Write one of these.`);
  }
  const [, below] = (field === "rate" && plain.match(/^1(?:in|\/|:)(\d.*)$/)) || [];
  if (below) return 1 / number("items", below);
  const written = /^(\d*\.?\d+(?:[eE][+-]?\d+)?)(?:\^(\d+))?\s?([A-Za-z]+|%|‰)?$/;
  const [, mantissa, power, suffix] = plain.match(written) ?? [];
  const product = (power ? mantissa ** power : Number(mantissa)) * unitOf(field, text, suffix);
  const nearest = Math.round(product);
  const value = Math.abs(product - nearest) <= product * 2 ** -52 ? nearest : product;
  if (value >= 0 && (!isWhole || Number.isInteger(value))) return value;
  return refuseAs(field, `${nameOf(field)}: ${text} is not ${exampleOf(field)}.`);
}
// Bits, or bits for each item: { bits, each }, one of them null.
function bitsOf(text) {
  if (!PER_KEY.test(text.trim())) return { bits: number("bits", text), each: null };
  return { bits: null, each: number("bits", text.trim().replace(PER_KEY, ""), false) };
}

const grouped = (value) => value.toLocaleString("en");
const rounded = (value, count) => Number(value.toPrecision(count));
const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
const scientific = (value, count) => value.toExponential(count - 1).replace("+", "");
const percent = (rate, count = 4) =>
  (rate >= 1e-6 || rate === 0 ? `${(100 * rate).toPrecision(count)} %` : scientific(rate, count));
const short = (rate) => percent(rate, 3).replace(/\.0+(?=[ e])|(\.\d*?)0+(?=[ e])/, "$1");
const oneIn = (rate) =>
  `1 in ${rate > 1e-15 ? grouped(rounded(1 / rate, 4)) : scientific(1 / rate, 4)}`;
// A size of memory, from bits.
function bytes(bits) {
  const power = Math.max(Math.min(Math.floor(Math.log2(bits / 8) / 10), 5), 0);
  if (power === 0) return counted(Math.ceil(bits / 8), "byte");
  const size = bits / 8 / 2 ** (10 * power);
  return `${rounded(size, size >= 999.5 ? 4 : 3)} ${["KiB", "MiB", "GiB", "TiB", "PiB"][power - 1]}`;
}
