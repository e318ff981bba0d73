// Numbers as people write them, and as the page writes them.
const PREFIXES = { k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };
const BINARY = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50 };
const WORDS = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
const EXAMPLES = {
  items: "a whole number such as 1000, 1e6, 10 million or 2^20",
  bits: "a size such as 1024, 2^20, 1 MiB or 64 Kibit",
  hashes: "a whole number such as 7",
  rate: "a rate such as 0.01, 1 %, 1e-6 or 1 in 1000",
};
// What a suffix multiplies by, NaN where it means nothing. A number of bits with a letter alone could be one of bytes.
function unitOf(field, text, suffix) {
  if (!suffix) return 1;
  if (field === "rate") return suffix === "%" ? 0.01 : NaN;
  const prefixes = { ...PREFIXES, ...BINARY };
  if (WORDS[suffix] || field === "items") return WORDS[suffix] ?? prefixes[suffix] ?? NaN;
  if (field === "bits" && prefixes[suffix]) {
    refuseAs(field, `Bits: ${text} could be bits or bytes. Write ${text.trim()}bit or ${text.trim()}B.`);
  }
  const [, prefix, unit] = field === "bits" && suffix.match(/^([kKMGTP]i?)?(bits?|B|bytes?)$/) || [];
  return unit ? (prefix ? prefixes[prefix] ?? NaN : 1) * (unit.startsWith("bit") ? 1 : 8) : NaN;
}
// The number in a field; null for nothing.
function number(field, text) {
  const plain = field === "rate" ? text.replace(/\s/g, "").replace(/^(\d*),(\d+)(?=%?$)/, "$1.$2")
    : text.trim().replace(/(?<=\d)[_,\s](?=\d{3}(?!\d))/g, "");
  if (!plain) return null;
  if (field !== "rate" && /^\d{1,3}(\.\d{3})+$/.test(plain)) {
    refuseAs(field, `${NAMES[field]}: ${plain} could be ${Number.parseFloat(plain)} or ${plain.replaceAll(".", "")}. Write one of these.`);
  }
  const [, below] = field === "rate" && plain.match(/^1(?:in|\/|:)(\d.*)$/) || [];
  if (below) return 1 / number("items", below);
  const [, mantissa, power, suffix] = plain.match(/^(\d*\.?\d+(?:[eE][+-]?\d+)?)(?:\^(\d+))?\s?([A-Za-z]+|%)?$/) ?? [];
  const product = (power ? mantissa ** power : mantissa) * unitOf(field, text, suffix), nearest = Math.round(product);
  const value = Math.abs(product - nearest) <= product * 2 ** -52 ? nearest : product;
  const isFit = field === "rate" ? value >= 0 : Number.isInteger(value);
  typed[field] = [value, text.trim()];
  return isFit ? value : refuse(field, text, EXAMPLES[field]);
}
const rounded = (value, count) => Number(value.toPrecision(count));
const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
const scientific = (value, count) => value.toExponential(count - 1).replace("+", "");
const brief = (value) => (value < 1e6 ? grouped(value) : String(Number(value.toPrecision(3)).toExponential()).replace("+", ""));
const digits = (value, count = 12) =>
  (value >= 1e-4 ? String(rounded(value, count)) : scientific(value, count).replace(/\.?0+e/, "e"));
const percent = (rate, count = 4) =>
  (rate >= 1e-6 || rate === 0 ? `${(100 * rate).toPrecision(count)} %` : scientific(rate, count));
const short = (rate, count) => percent(rate, count).replace(/\.0+(?=[ e])|(\.\d*?)0+(?=[ e])/, "$1");
function oneIn(rate, count = 4) {
  if (1 / rate < 1e3) return `1 in ${rounded(1 / rate, count)}`;
  return `1 in ${rate > 1e-15 ? grouped(rounded(1 / rate, count)) : scientific(1 / rate, count)}`;
}
// A size of memory, from bits.
function bytes(bits) {
  const power = Math.max(Math.min(Math.floor(Math.log2(bits / 8) / 10), 5), 0);
  const unit = ["", "KiB", "MiB", "GiB", "TiB", "PiB"][power];
  return power ? `${rounded(bits / 8 / 2 ** (10 * power), 3)} ${unit}` : counted(Math.ceil(bits / 8), "byte");
}
