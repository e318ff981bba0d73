// bloem: double hashing without overflow; the two hashes are FNV-1a of the key after one of two letters.

import { SafeBloem } from 'bloem';
import { byRate, serve } from './protocol.mjs';

await serve('npm-bloem', 'bloem', byRate('SafeBloem(n; p)', [10, 100, 1000, 10_000]), ({ items, target }) => {
  const filter = new SafeBloem(items, target);
  return {
    insert: (key) => filter.add(Buffer.from(key)),
    contains: (key) => filter.has(Buffer.from(key)),
    bits: () => filter.filter.size,
    // slices need not be whole, and the loop runs while its counter is less
    hashes: () => Math.ceil(filter.filter.slices),
  };
}, 400_000);
