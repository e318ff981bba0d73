import org.apache.orc.util.BloomFilter;

/** ORC: 32-bit sums h1 + i h2 of the halves of a 64-bit mix, folded by sign, modulo whole words. */
final class Orc {
    public static void main(String[] words) throws Exception {
        Subject.serve("orc-java", Subject.version(BloomFilter.class), Subject.byRate("BloomFilter(n; p)"), (chosen, seed) -> {
            BloomFilter filter = new BloomFilter(chosen.items(), chosen.target());
            return Subject.sized(filter::addLong, filter::testLong, filter.getBitSize(), filter.getNumHashFunctions());
        });
    }
}
