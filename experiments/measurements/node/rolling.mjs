// bcoin's rolling filter: three generations of half the items that it remembers. Its age is the share of the youngest that is filled: at one,
// three whole generations are held, which is what the size is for.

import RollingFilter from 'bfilter/lib/rolling.js';
import { serve } from './protocol.mjs';

const bytes = (key) => Buffer.from(key, 'hex');

const cases = [];
for (const items of [1000, 10_000]) {
  for (const target of [0.01, 1e-3]) {
    for (const age of [0.002, 0.25, 0.5, 0.75, 1]) {
      // the size too, as the filter holds another number of items
      cases.push({ case: `remembers=${items}-age=${age}`, items, target, setting: `RollingFilter(${items}; ${target}) of age ${age}` });
    }
  }
}

await serve('bfilter-rolling', 'bfilter', cases, ({ case: name, items, target }, seed) => {
  const filter = new RollingFilter(items, target);
  // drawn at random otherwise
  filter.tweak = seed;
  const young = Math.round(filter.limit * Number(name.split('age=')[1]));
  return {
    // five generations before: the first ones are erased
    inserted: 5 * filter.limit + young,
    stored: () => 2 * filter.limit + young,
    insert: (key) => filter.add(bytes(key)),
    contains: (key) => filter.test(bytes(key)),
    // two bits of the buffer for a cell
    bits: () => 4 * filter.filter.length,
    hashes: () => filter.n,
  };
});
