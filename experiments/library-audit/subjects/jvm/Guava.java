import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;

/** Guava: whole words of 64 bits; h1 + i h2 modulo 2^63 and then m, both hashes halves of MurmurHash3. */
final class Guava {
    private record Held(BloomFilter<Long> filter) implements Protocol.Filter {
        @Override
        public void insert(long item) {
            filter.put(item);
        }

        @Override
        public boolean contains(long item) {
            return filter.mightContain(item);
        }

        @Override
        public String describe() throws java.io.IOException {
            // a byte for the strategy, one for k, then the number of words
            var head = Protocol.head(filter::writeTo);
            return 64L * head.getInt(2) + " " + head.get(1) + " " + filter.expectedFpp();
        }
    }

    public static void main(String[] words) throws Exception {
        Protocol.serve("guava", BloomFilter.class, (items, target) ->
            new Held(BloomFilter.create(Funnels.longFunnel(), items, target)));
    }
}
