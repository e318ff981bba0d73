// parquet-column 1.17.0 (in pyspark 4.3.0)
// The size is to be rounded up to whole blocks of 256 bits, by (bits + 255) & ~256, which clears one bit and leaves the others. What is
// then rounded up to a power of two of bytes is up to 255 bits more than the formula asks for: small filters are twice as large.
// Prints 1223 bits, not a multiple of 256, and 2048 allocated, where the formula has 968, for which 1024 are enough.
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;

final class ParquetJavaSizes {
    public static void main(String[] words) {
        int bits = BlockSplitBloomFilter.optimalNumOfBits(100, 0.01);
        int allocated = 8 * new BlockSplitBloomFilter(bits / 8).getBitsetSize();
        double formula = -8 * 100 / Math.log(1 - Math.pow(0.01, 1.0 / 8));
        System.out.println(bits + " bits, " + allocated + " allocated, the formula has " + (int) formula);
    }
}
