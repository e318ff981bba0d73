import org.apache.orc.util.BloomFilter;

/** ORC: 32-bit sums h1 + i h2 of the halves of a 64-bit mix, folded by sign, modulo whole words. */
final class Orc {
    private record Held(BloomFilter filter) implements Subject.Filter {
        @Override
        public void insert(long key) {
            filter.addLong(key);
        }

        @Override
        public boolean contains(long key) {
            return filter.testLong(key);
        }

        @Override
        public long bits() {
            return filter.getBitSize();
        }

        @Override
        public long hashes() {
            return filter.getNumHashFunctions();
        }
    }

    public static void main(String[] words) throws Exception {
        Subject.serve("orc-java", Subject.version(BloomFilter.class), Subject.byRate("BloomFilter(n; p)"), (chosen, seed) ->
            new Held(new BloomFilter(chosen.items(), chosen.target())));
    }
}
