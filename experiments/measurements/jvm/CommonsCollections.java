import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;

/** Commons Collections: enhanced double hashing modulo m from two 64-bit numbers that the caller gives, here two mixes of the key. */
final class CommonsCollections {
    private record Held(SimpleBloomFilter filter, long items) implements Subject.Filter {
        private static EnhancedDoubleHasher hasher(long key) {
            return new EnhancedDoubleHasher(Subject.mix(key), Subject.mix(~key));
        }

        @Override
        public void insert(long key) {
            filter.merge(hasher(key));
        }

        @Override
        public boolean contains(long key) {
            return filter.contains(hasher(key));
        }

        @Override
        public long bits() {
            return filter.getShape().getNumberOfBits();
        }

        @Override
        public long hashes() {
            return filter.getShape().getNumberOfHashFunctions();
        }

        @Override
        public Double reported() {
            return filter.getShape().getProbability((int) items);
        }
    }

    public static void main(String[] words) throws Exception {
        Subject.serve("commons-collections", Subject.version(Shape.class), Subject.byRate("Shape.fromNP"), (chosen, seed) ->
            new Held(new SimpleBloomFilter(Shape.fromNP((int) chosen.items(), chosen.target())), chosen.items()));
    }
}
