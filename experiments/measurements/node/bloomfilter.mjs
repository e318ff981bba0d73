// bloomfilter, of Jason Davies: the halves of a 64-bit FNV-1a, each modulo m, and enhanced double hashing.

import { BloomFilter } from 'bloomfilter';
import { byRate, serve } from './protocol.mjs';

await serve('npm-bloomfilter', 'bloomfilter', byRate('BloomFilter.withTargetError'), ({ items, target }) => {
  const filter = BloomFilter.withTargetError(items, target);
  return {
    insert: (key) => filter.add(key),
    contains: (key) => filter.test(key),
    bits: () => filter.m,
    hashes: () => filter.k,
    reported: () => filter.error(),
  };
});
