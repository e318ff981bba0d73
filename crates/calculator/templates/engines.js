// What engines build, as crates/libraries describes them. Where the page does not compute the distribution, independent positions stand in.
const standIn = (bits, hashes) => ({ ...free(bits, hashes), exact: false });
// By a table of rates in three digits: the fewest bits an item for which the best number of hash functions keeps the rate, then the
// fewest hash functions.
const threeDigits = (rate, unit = 10 ** (Math.floor(Math.log10(rate)) - 2)) => Math.round(rate / unit) * unit;
function tabled(best, p, each = 2) {
  const rate = (k) => threeDigits((-Math.expm1(-k / each)) ** k);
  while (each < best.length - 1 && rate(best[each]) > p) each++;
  let hashes = best[each];
  while (hashes > 1 && rate(hashes - 1) <= p) hashes--;
  return [each, hashes];
}
function clickhouse(n, p) {
  const best = [0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13];
  const [each, hashes] = p >= 0.283 ? [2, 2] : tabled(best, p);
  return free(upTo(8, each * n), Math.max(hashes, 2));
}
function streamLib(n, p) {
  const [each, hashes] = tabled([0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 8, 8, 8, 8], p);
  return standIn(upTo(64, n * each + 20), hashes);
}
// Without a position everything matches, as with one bit.
function bip37(n, p, bytes = Math.floor(Math.min(textbookBits(n, p) / 8, 36000)), hashes = Math.floor(Math.min(8 * bytes / n * Math.LN2, 50))) {
  return hashes ? free(8 * bytes, hashes) : free(1, 1);
}
function hive(n, p, asked = Math.floor(textbookBits(n, p)), bits = asked + 64 - asked % 64) {
  return standIn(bits, nearestHashes(n, p, bits));
}
function brin(given, p, n = Math.max(given, 16), bits = upTo(8, Math.ceil(textbookBits(n, p)))) {
  return double(bits, nearestHashes(n, p, bits));
}
// A filter that the engine itself refuses or does not make.
const ofItems = (most, why, make) => (n, p) => {
  if (n > most) refuseAs("items", `Items: ${grouped(n)} is not a number from 1 to ${most}: ${why}.`);
  return make(n, p);
};
const ofBits = (most, why, make) => (n, p) => {
  const built = make(n, p), size = `${grouped(built.bits)} bits, of at most ${grouped(most)}`;
  if (built.bits > most) refuseAs("items", `Items: ${grouped(n)} take ${size}: ${why}. Fewer items, or a larger rate, suffice.`);
  return built;
};
// Double hashing where the arithmetic does not wrap before m divides the word.
const git = (n, _, bits = upTo(8, 10 * n)) => (powerOfTwo(bits) === bits ? double : standIn)(bits, 7);
// Sizes step at 11.72 bits for each row, as four positions in 64 bits are 3.91.
function duckdb(n, _, bits = 512) {
  while (n * -64 * Math.expm1(4 * Math.log1p(-1 / 64)) / bits > 4 / 12) bits *= 2;
  return positions("blocked-64")(bits, 4);
}
function lucene(n, _, bits = 4) {
  const fits = (size) => Math.floor(size * -Math.log1p(-Math.floor(0.1 * size) / size)) > n;
  while (!fits(bits - 1)) bits *= 2;
  return free(bits, 1);
}
// From whole bits per key.
const perKey = (least, unit, hashes) => (n, m, each = Math.floor(m / n)) => standIn(upTo(unit, Math.max(each * n, least)), Math.max(Math.floor(hashes(each, m / n)), 1));
// RocksDB takes bits per key: lines of 512 bits, with its hash functions for so many thousandths of a bit (ChooseNumProbes).
const MOST_MILLIBITS = [2080, 3580, 5100, 6640, 8300, 10070, 11720, 14001, 16050, 18300, 22001, 25501];
function probes(millibits, below = MOST_MILLIBITS.findIndex((most) => millibits <= most)) {
  if (below >= 0) return below + 1;
  return millibits > 50000 ? 24 : Math.floor((millibits - 1) / 2000) - 1;
}
function lines512(n, m) {
  const bits = upTo(512, m), hashes = probes(Math.round(1000 * m / n)), scheme = "blocked-512";
  return { bits, hashes, scheme, exact: false, law: () => SCHEMES[scheme].checked(bits, hashes) };
}
// Pebble's, and RocksDB's up to format_version 4: walks in lines of 512 bits, an odd number of them, from whole bits per key and one
// hash of 32 bits.
const MOST_WALKED = 21;
function walked512(n, m) {
  const each = Math.floor(m / n), lines = Math.ceil(each * n / 512), bits = 512 * (lines + 1 - lines % 2);
  const hashes = Math.max(Math.trunc(each * 0.69), 1), scheme = "blocked-double-512", hashBits = 32;
  return { bits, hashes, scheme, hashBits, exact: false, law: () => hashed(SCHEMES[scheme].checked(bits, hashes), hashBits) };
}
// A filter of m bits, or of the fewest whole bits per key that keep the rate.
const engine = (name, make, most) => (n, p, m) => {
  if (m !== null) return make(n, within("bits", m, n, most * n, `${most} per item, ${grouped(most * n)}`) && m);
  for (let each = Math.max(Math.floor(textbookBits(1, p) - 512 / n), 1); each <= most; each++) {
    const built = make(n, each * n);
    if (rates(built.law(), [n])[0] <= p) return built;
  }
  return refuseAs("rate", `Rate: ${name}, which do not keep this rate. A larger rate suffices.`);
};
const MOST_PER_KEY = 90;
const byBits = (make) => engine(`the page computes at most ${MOST_PER_KEY} bits per key`, make, MOST_PER_KEY);
Object.assign(BUILD, {
  "bip37": bip37,
  "clickhouse": clickhouse,
  "commons-collections": sized(standIn, roundedUp, nearestHashes),
  "datasketches": (n, p, bits = roundedUp(n, p)) => standIn(upTo(64, bits), Math.max(hashesUp(n, p, bits), 1)),
  "duckdb-join": duckdb,
  "git": ofItems(512, "a commit of more changed paths has one byte that is full", git),
  "hive": hive,
  "leveldb": byBits(perKey(64, 8, (each) => Math.min(0.69 * each, 30))),
  "lsm-tree": byBits(perKey(1, 8, (_, each) => each * Math.LN2)),
  "lucene": lucene,
  "orc": hive,
  "pebble": engine("the page computes at most 21 bits per key", walked512, MOST_WALKED),
  "postgresql-bloom": ofItems(32, "an index has no more columns", () => standIn(80, 2)),
  "postgresql-brin": ofBits(8 * 8144, "PostgreSQL refuses a filter that does not fit on a page", brin),
  "rocksdb": engine("RocksDB takes at most 100 bits per key", lines512, 100),
  "rocksdb-legacy": engine("the page computes at most 21 bits per key", walked512, MOST_WALKED),
  "slatedb": byBits(perKey(1, 8, (each) => 0.69 * each)),
  "sqlite": (n) => {
    // ANALYZE keeps four leading bits of the number of rows
    const unit = 2 ** Math.max(Math.floor(Math.log2(n)) - 3, 0);
    return free(8 * Math.min(Math.max(Math.floor(n / unit) * unit, 1e4), 1e7), 1);
  },
  "stream-lib": streamLib,
  "tokenbf": () => standIn(8 * 256, 2),
});
