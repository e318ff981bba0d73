import com.clearspring.analytics.stream.membership.BloomFilter;

/** stream-lib, whose filter is Cassandra's of early days: bits and hashes from a table, whose last row serves every smaller target. */
final class StreamLib {
    private record Held(BloomFilter filter) implements Subject.Filter {
        @Override
        public void insert(long key) {
            filter.add(Subject.bytes(key));
        }

        @Override
        public boolean contains(long key) {
            return filter.isPresent(Subject.bytes(key));
        }

        @Override
        public long bits() {
            return filter.buckets();
        }

        @Override
        public long hashes() {
            return filter.getHashCount();
        }
    }

    public static void main(String[] words) throws Exception {
        Subject.serve("stream-lib", Subject.version(BloomFilter.class), Subject.byRate("BloomFilter(n; p)"), (chosen, seed) ->
            new Held(new BloomFilter((int) chosen.items(), chosen.target())));
    }
}
