import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.util.List;

/** Guava: whole words of 64 bits; h1 + i h2 modulo 2^63 and then m, both hashes halves of MurmurHash3. */
final class Guava {
    public static void main(String[] words) throws Exception {
        Subject.serve("guava", Subject.version(BloomFilter.class), List.of(), (chosen, seed) -> {
            BloomFilter<Long> filter = BloomFilter.create(Funnels.longFunnel(), chosen.items(), chosen.target());
            // a byte for the strategy, one for k, then the number of words
            var head = Subject.head(filter::writeTo);
            return Subject.sized(filter::put, filter::mightContain, 64L * head.getInt(2), head.get(1), filter::expectedFpp);
        });
    }
}
