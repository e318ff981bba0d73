import com.clearspring.analytics.stream.membership.BloomFilter;

/** stream-lib, whose filter is Cassandra's of early days: bits and hashes from a table, whose last row serves every smaller target. */
final class StreamLib {
    public static void main(String[] words) throws Exception {
        Subject.serve("stream-lib", Subject.version(BloomFilter.class), Subject.byRate("BloomFilter(n; p)"), (chosen, seed) -> {
            BloomFilter filter = new BloomFilter((int) chosen.items(), chosen.target());
            return Subject.sized(key -> filter.add(Subject.bytes(key)), key -> filter.isPresent(Subject.bytes(key)), filter.buckets(),
                filter.getHashCount());
        });
    }
}
