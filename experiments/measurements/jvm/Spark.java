import java.util.List;
import org.apache.spark.util.sketch.BloomFilter;

/** Spark's sketch: whole words of 64 bits; (2^31 − 1) h1 + i h2 modulo m, two hashes of 32 bits with signs. */
final class Spark {
    public static void main(String[] words) throws Exception {
        Subject.serve("spark", Subject.version(BloomFilter.class), List.of(), (chosen, seed) -> {
            BloomFilter filter = BloomFilter.create(chosen.items(), chosen.target());
            // four bytes for the version, four for k
            int hashes = Subject.head(filter::writeTo).getInt(4);
            return Subject.sized(filter::putLong, filter::mightContainLong, filter.bitSize(), hashes, filter::expectedFpp);
        });
    }
}
