import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;

/** Apache DataSketches: (h0 + i h1) modulo 2^64, shifted by one bit, then modulo whole words; i from 1 to k. */
final class DataSketches {
    private record Held(BloomFilter filter) implements Subject.Filter {
        @Override
        public void insert(long key) {
            filter.update(key);
        }

        @Override
        public boolean contains(long key) {
            return filter.query(key);
        }

        @Override
        public long bits() {
            return filter.getCapacity();
        }

        @Override
        public long hashes() {
            return filter.getNumHashes();
        }
    }

    public static void main(String[] words) throws Exception {
        Subject.serve("datasketches", Subject.version(BloomFilter.class), Subject.byRate("createByAccuracy"), (chosen, seed) ->
            new Held(BloomFilterBuilder.createByAccuracy(chosen.items(), chosen.target(), seed)));
    }
}
