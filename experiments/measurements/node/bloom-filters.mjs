// bloom-filters: enhanced double hashing without overflow; plain, counting, partitioned and scalable filters. The kind is the first argument.

import engine from 'bloom-filters';
import { byRate, serve } from './protocol.mjs';

const { BloomFilter, CountingBloomFilter, PartitionedBloomFilter, ScalableBloomFilter } = engine;
const sizes = [10, 100, 1000, 10_000];

const held = (filter, bits, hashes) => ({
  insert: (key) => filter.add(key),
  contains: (key) => filter.has(key),
  bits,
  hashes,
  reported: () => filter.rate(),
});

const whole = (Filter) => ({ items, target }) => {
  const filter = Filter.create(items, target);
  return held(filter, () => filter.size, () => filter._nbHashes);
};

const kinds = {
  plain: ['BloomFilter.create', whole(BloomFilter)],
  counting: ['CountingBloomFilter.create', whole(CountingBloomFilter)],
  partitioned: [
    'PartitionedBloomFilter.create',
    ({ items, target }) => {
      const filter = PartitionedBloomFilter.create(items, target);
      // whole slices
      return held(filter, () => filter._m * filter._nbHashes, () => filter._nbHashes);
    },
  ],
  scalable: [
    'ScalableBloomFilter.create(8; p)',
    ({ target }) => {
      // eight is its default
      const filter = ScalableBloomFilter.create(8, target);
      // stages open by the bits that are set, so that sizes differ from filter to filter
      return held(filter, () => NaN, () => NaN);
    },
  ],
};

const kind = process.argv[2] ?? 'plain';
const [setting, make] = kinds[kind];
const name = kind === 'plain' ? 'npm-bloom-filters' : `npm-bloom-filters-${kind}`;
await serve(name, 'bloom-filters', byRate(setting, kind === 'scalable' ? sizes.slice(0, 2) : sizes), make, kind === 'scalable' ? 50_000 : 200_000);
