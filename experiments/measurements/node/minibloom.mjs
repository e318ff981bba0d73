// minibloom: double hashing, both hashes of 32 bits of FNV-1a, the second a function of the first.

import minibloom from '@mcrowe/minibloom';
import { byRate, serve } from './protocol.mjs';

await serve('npm-minibloom', '@mcrowe/minibloom', byRate('optimalFilter(n; p)'), ({ items, target }) => {
  const filter = minibloom.optimalFilter(items, target);
  return {
    insert: (key) => filter.add(key),
    contains: (key) => filter.test(key),
    bits: () => filter.numBits,
    hashes: () => filter.numHashes,
  };
}, 2_000_000);
