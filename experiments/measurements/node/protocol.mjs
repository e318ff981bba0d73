// What every subject in JavaScript does: it answers lines of standard input with lines of standard output.
//
// `describe` is answered by the engine's name and version, `cases` by a list in JSON, `trial CASE ITEMS TARGET SEED` by one trial in JSON,
// or by `error: …`. A trial builds filters of ITEMS distinct keys each and asks each filter for absent keys.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(import.meta.url);

/** The finaliser of MurmurHash3, a bijection of 32-bit numbers. */
export function mix(number) {
  let x = number >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The i-th key of a seed: 16 hexadecimal digits, whose first half alone makes keys distinct. */
function key(seed, i) {
  const first = mix((i + seed) | 0);
  const second = mix(mix(i ^ mix(seed)) ^ 0x9e3779b9);
  return first.toString(16).padStart(8, '0') + second.toString(16).padStart(8, '0');
}

/** Four rates at these sizes. */
export function byRate(setting, sizes = [10, 100, 1000, 10_000, 100_000], rates = [0.1, 0.01, 1e-3, 1e-4]) {
  return rates.flatMap((target) => sizes.map((items) => ({ case: 'by-rate', items, target, setting })));
}

/** What makes thirty filters in a trial or two, so that a comparison of all engines takes minutes. */
const isQuick = ({ items, target }) => (items === 10 && target !== 0.1 && target !== 1e-3) || (items === 1000 && target === 0.01);

/**
 * Answers until the input ends. `make(case, seed)` gives a filter with `insert`, `contains`, `bits()`, `hashes()`, and `reported()` where the
 * engine reports a rate; `speed` is the number of operations of a trial.
 */
export async function serve(engine, npmPackage, cases, make, speed = 400_000) {
  for await (const line of createInterface({ input: process.stdin })) {
    const words = line.trim().split(/\s+/);
    let answer = `error: no case of the line '${line}'`;
    if (words[0] === 'describe') {
      answer = `${engine} ${version(npmPackage)}`;
    } else if (words[0] === 'cases') {
      answer = JSON.stringify(cases.map((one) => ({ ...one, quick: isQuick(one) })));
    } else if (words[0] === 'trial') {
      const target = words[3] === '-' ? null : Number(words[3]);
      const chosen = cases.find((one) => one.case === words[1] && one.items === Number(words[2]) && one.target === target);
      // the low half of a 64-bit seed and its high half are both used
      const seed = BigInt(words[4]);
      answer = chosen ? trial(chosen, mix(Number(seed & 0xffffffffn) ^ mix(Number((seed >> 32n) & 0xffffffffn))), make, speed) : answer;
    }
    process.stdout.write(`${answer}\n`);
  }
}

function trial(chosen, seed, make, speed) {
  const { items } = chosen;
  const asked = Math.floor(Math.min(speed, Math.max(1000, items / Math.sqrt(chosen.target))));
  const units = Math.floor(Math.min(4000, Math.max(1, speed / (2 * items + asked))));
  let [positives, squared, missed, reported, shape, stored] = [0, 0, 0, 0, undefined, 0];
  for (let unit = 0; unit < units; unit++) {
    const from = mix(seed ^ mix(unit));
    let filter;
    try {
      filter = make(chosen, mix(from));
    } catch (error) {
      return `error: ${error.message}`;
    }
    const present = filter.inserted ?? items;
    for (let i = 0; i < present; i++) filter.insert(key(from, i));
    // a rolling filter holds the last ones
    stored = filter.stored?.() ?? present;
    for (let i = present - stored; i < present; i++) missed += filter.contains(key(from, i)) ? 0 : 1;
    let found = 0;
    for (let i = present; i < present + asked; i++) found += filter.contains(key(from, i)) ? 1 : 0;
    positives += found;
    squared += found * found;
    reported += (filter.reported?.() ?? NaN) / units;
    const seen = `${filter.bits()} ${filter.hashes()}`;
    if (shape !== undefined && seen !== shape) return 'error: filters of one case differ in size';
    shape = seen;
  }
  const [bits, hashes] = shape.split(' ').map(Number);
  return JSON.stringify({
    items: stored,
    bits,
    hashes,
    reported: Number.isNaN(reported) ? null : reported,
    given_bits: null,
    unit: 'filter',
    units,
    asked,
    positives,
    positives_squared: squared,
    missed,
    detail: '',
  });
}

function version(npmPackage) {
  for (const folder of require.resolve.paths(npmPackage)) {
    try {
      return JSON.parse(readFileSync(`${folder}/${npmPackage}/package.json`, 'utf8')).version;
    } catch {
      // not in this folder
    }
  }
  return 'unknown';
}
