// What engines build. Those that take bits per key have them as the second argument.
// Without a position everything matches.
function bip37(n, p) {
  const bits = 8 * Math.floor(Math.min(textbookBits(n, p) / 8, 36000));
  const hashes = Math.floor(Math.min(bits / n * Math.LN2, 50));
  return { bits, hashes, law: hashes ? independent(bits, hashes) : () => 1 };
}
// Sizes step at 11.72 bits for each row, as four positions in 64 bits are 3.91.
function duckdb(n) {
  const set = -64 * Math.expm1(4 * Math.log1p(-1 / 64));
  let bits = 512;
  while (n * set / bits > 4 / 12) bits *= 2;
  return { bits, hashes: 4, law: blocked(bits, 64, 4) };
}
function lucene(n) {
  const fits = (size) => Math.floor(size * -Math.log1p(-Math.floor(0.1 * size) / size)) > n;
  let bits = 4;
  while (!fits(bits - 1)) bits *= 2;
  return { bits, hashes: 1, law: independent(bits, 1) };
}
// ANALYZE keeps four leading bits of the number of rows.
function sqlite(n) {
  const unit = 2 ** Math.max(Math.floor(Math.log2(n)) - 3, 0);
  const bits = 8 * Math.min(Math.max(Math.floor(n / unit) * unit, 1e4), 1e7);
  return { bits, hashes: 1, law: independent(bits, 1) };
}
function git(n) {
  if (n > 512) refuseAs("items", "Items: git's filter for a commit of more than 512 changed paths is full.");
  return { bits: upTo(8, 10 * n), hashes: 7 };
}
// From whole bits per key, and hash functions of these; the nearest positions are the command's.
const perKey = (least, hashes) => (n, each) => {
  const bits = upTo(8, Math.max(Math.floor(each) * n, least));
  const count = atLeast1(Math.floor(hashes(Math.floor(each), each)));
  return { bits, hashes: count, nearest: independent(bits, count) };
};
// RocksDB's numbers of hash functions, by the most thousandths of a bit per key (ChooseNumProbes). Positions
// in a line follow from one hash; in simulations the rate is that of independent ones to 2 %.
const MOST_MILLIBITS = [2080, 3580, 5100, 6640, 8300, 10070, 11720, 14001, 16050, 18300, 22001, 25501];
function rocksdb(n, each) {
  const millibits = Math.round(1000 * each);
  const below = MOST_MILLIBITS.findIndex((most) => millibits <= most) + 1;
  const above = millibits > 50000 ? 24 : Math.floor((millibits - 1) / 2000) - 1;
  const [bits, hashes] = [upTo(512, n * millibits / 1000), below || above];
  const nearest = blocked(bits, 512, hashes);
  return { bits, hashes, nearest, standIn: nearest };
}
Object.assign(RULES, {
  "bip37": bip37,
  "commons-collections": sized(bitsUp, nearestHashes),
  "datasketches": (n, p) => ({ bits: wordsUp(n, p), hashes: atLeast1(hashesUp(n, p, bitsUp(n, p))) }),
  "duckdb-join": duckdb,
  "git": git,
  "leveldb": (n, each) => ({ ...perKey(64, (whole) => Math.min(0.69 * whole, 30))(n, each), nearest: null }),
  "lsm-tree": perKey(1, (_, each) => each * Math.LN2),
  "lucene": lucene,
  "postgresql-bloom": fixed(80, 2),
  "rocksdb": rocksdb,
  "slatedb": perKey(1, (each) => 0.69 * each),
  "sqlite": sqlite,
  "tokenbf": fixed(2048, 2),
});
