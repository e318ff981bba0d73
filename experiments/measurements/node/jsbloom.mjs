// jsbloom: h1, h2, then h1 + r h2 + (r xor 2), r from 2 on; djb2 and sdbm.

import jsbloom from '@duckduckgo/jsbloom';
import { byRate, serve } from './protocol.mjs';

const setting = 'JSBloom.filter(n; p); keys of 16 hexadecimal digits';
await serve('npm-jsbloom', '@duckduckgo/jsbloom', byRate(setting), ({ items, target }) => {
  const filter = jsbloom.filter(items, target);
  return {
    insert: (key) => filter.addEntry(key),
    contains: (key) => filter.checkEntry(key),
    bits: () => filter.info.buffer,
    // the loops include their end, so that one more is asked than it reports
    hashes: () => filter.info.hashes + 1,
  };
}, 2_000_000);
