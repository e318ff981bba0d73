// Bitcoin's filters for light clients (BIP 37), by the package bloom-filter or by bcoin's bfilter: bits and hashes are both cut down, and
// capped at 36,000 bytes and 50 hashes. The package is the first argument.

import { byRate, serve } from './protocol.mjs';

const name = process.argv[2];
const { default: Filter } = name === 'bfilter' ? await import('bfilter/lib/bloom.js') : await import('bloom-filter');
const bytes = (key) => Buffer.from(key, 'hex');

function bfilter({ items, target }, seed) {
  const filter = Filter.fromRate(items, target);
  // drawn at random otherwise
  filter.tweak = seed;
  return {
    insert: (key) => filter.add(bytes(key)),
    contains: (key) => filter.test(bytes(key)),
    bits: () => 8 * filter.filter.length,
    hashes: () => filter.n,
  };
}

function bloomFilter({ items, target }, seed) {
  const filter = Filter.create(items, target, seed);
  return {
    insert: (key) => filter.insert(bytes(key)),
    contains: (key) => filter.contains(bytes(key)),
    bits: () => 8 * filter.vData.length,
    hashes: () => filter.nHashFuncs,
  };
}

const [setting, make] = name === 'bfilter' ? ['BloomFilter.fromRate', bfilter] : ['Filter.create', bloomFilter];
const cases = byRate(setting, [10, 100, 1000, 10_000]);
// bfilter throws where the cap would cut; bloom-filter makes a filter of no bytes for one item
if (name !== 'bfilter') cases.push({ case: 'by-rate', items: 100_000, target: 0.01, setting }, { case: 'by-rate', items: 1, target: 0.1, setting });
await serve(name === 'bfilter' ? 'bfilter' : 'npm-bloom-filter', name, cases, make);
