import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;

/** Apache DataSketches: (h0 + i h1) modulo 2^64, shifted by one bit, then modulo whole words; i from 1 to k. */
final class DataSketches {
    public static void main(String[] words) throws Exception {
        Subject.serve("datasketches", Subject.version(BloomFilter.class), Subject.byRate("createByAccuracy"), (chosen, seed) -> {
            BloomFilter filter = BloomFilterBuilder.createByAccuracy(chosen.items(), chosen.target(), seed);
            return Subject.sized(filter::update, filter::query, filter.getCapacity(), filter.getNumHashes());
        });
    }
}
