import org.apache.spark.util.sketch.BloomFilter;

/** Spark's sketch: whole words of 64 bits; (2^31 − 1) h1 + i h2 modulo m, two hashes of 32 bits with signs. */
final class Spark {
    private record Held(BloomFilter filter) implements Protocol.Filter {
        @Override
        public void insert(long item) {
            filter.putLong(item);
        }

        @Override
        public boolean contains(long item) {
            return filter.mightContainLong(item);
        }

        @Override
        public String describe() throws java.io.IOException {
            // four bytes for the version, four for k
            int hashes = Protocol.head(filter::writeTo).getInt(4);
            return filter.bitSize() + " " + hashes + " " + filter.expectedFpp();
        }
    }

    public static void main(String[] words) throws Exception {
        Protocol.serve("spark", BloomFilter.class, (items, target) -> new Held(BloomFilter.create(items, target)));
    }
}
