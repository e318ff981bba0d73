import java.util.List;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;

/** parquet-java: split blocks of eight words of 32 bits, sized as its writer does for a known number of values. */
final class ParquetJava {
    public static void main(String[] words) throws Exception {
        Subject.serve("parquet-java", Subject.version(BlockSplitBloomFilter.class), List.of(), (chosen, seed) -> {
            int bits = BlockSplitBloomFilter.optimalNumOfBits(chosen.items(), chosen.target());
            var filter = new BlockSplitBloomFilter(bits / 8);
            return Subject.sized(key -> filter.insertHash(filter.hash(key)), key -> filter.findHash(filter.hash(key)),
                8L * filter.getBitsetSize(), 8);
        });
    }
}
