// What libraries and engines build for n items at a rate p, by the rules of their sources: bits, hash
// functions, and the law of the positions where the page computes it. The rest is left to the command.
const upTo = (unit, value) => Math.ceil(value / unit) * unit;
const textbookBits = (n, p) => n * -Math.log(p) / (Math.LN2 * Math.LN2);
const bitsUp = (n, p) => Math.ceil(textbookBits(n, p));
const atLeast1 = (hashes) => Math.max(hashes, 1);
const nearestHashes = (n, p, m) => atLeast1(Math.round(m / n * Math.LN2));
const hashesUp = (n, p, m) => Math.ceil(m / n * Math.LN2);
const wholeHashes = (n, p) => atLeast1(Math.trunc(-Math.log2(p)));

// A rule: bits of n and p, hash functions of n, p and the bits, and a law of bits and hash functions.
const sized = (bits, hashes, law) => (n, p) => {
  const m = bits(n, p);
  const k = hashes(n, p, m);
  return { bits: m, hashes: k, law: law?.(m, k) };
};
const fixed = (bits, hashes, law) => () => ({ bits, hashes, law });
const ifComputed = (m, k) =>
  (k <= MOST_DOUBLE_HASHES && m <= MOST_DOUBLE_BITS ? doubleHashing(m, k) : undefined);
const inBlocks = (blocks) => ({ bits: 256 * blocks, hashes: 8, law: splitBlock(256 * blocks) });

const parquetBits = (n, p) => Math.trunc(-8 * n / Math.log1p(-(p ** 0.125)));
const parquetBlocks = (bytes) => 2 ** Math.ceil(Math.log2(Math.min(Math.max(bytes, 32), 2 ** 27))) / 32;
// The class clears bit 8 of the size, and its writer stops at 1 MiB.
const MOST_JAVA_BLOCKS = 2 ** 15;
function parquetJava(n, p) {
  const asked = Math.min(parquetBits(n, p), 2 ** 30) + 255 & ~256;
  const blocks = parquetBlocks(Math.floor(asked / 8));
  return { ...inBlocks(Math.min(blocks, MOST_JAVA_BLOCKS)), isCapped: blocks > MOST_JAVA_BLOCKS };
}
const singleUp = (n, p) => bitsUp(n, Math.fround(p));
const wordsUp = (n, p) => upTo(64, bitsUp(n, p));
const bitsDown = (n, p) => Math.trunc(textbookBits(n, p));
const bytesDown = (n, p) => upTo(8, bitsDown(n, p));
const wordsDown = (n, p) => upTo(64, bitsDown(n, p));

const RULES = {
  "bloom-filter2": sized(bitsUp, hashesUp),
  "bloom-filters": sized(bitsUp, (n, p) => Math.ceil(-Math.log2(p)), ifComputed),
  "bloom2": fixed(2 ** 16, 4, someHit(1 - (1 - 4 / 65536) ** 4)),
  "bloomfilter": sized((n, p) => 8 * Math.ceil(textbookBits(n, p) / 8), nearestHashes),
  "fastbloom": sized((n, p) => upTo(64, Math.max(8 * Math.ceil(textbookBits(n, p) / 8), 64)), nearestHashes),
  "fastbloom-rs": sized(wordsUp, hashesUp, ifComputed),
  "guava": sized(wordsDown, (n, p) => atLeast1(Math.round(-Math.log2(p)))),
  "parquet": (n, p) => inBlocks(parquetBlocks(Math.floor(parquetBits(n, p) / 8))),
  "parquet-java": parquetJava,
  "pybloomfiltermmap3": sized((n, p) => {
    const k = wholeHashes(n, p);
    return Math.max(upTo(8, k * Math.ceil(textbookBits(n, p) / k)), 128);
  }, wholeHashes, independent),
  "pyprobables": sized(singleUp, nearestHashes),
  "pyprobables-expanding": sized(singleUp, nearestHashes),
  "rbloom": sized(bytesDown, (n, p) => atLeast1(Math.trunc(textbookBits(n, p) / n * Math.LN2))),
  "spark": sized(wordsDown, (n, p) => nearestHashes(n, p, bitsDown(n, p)), ifComputed),
};
