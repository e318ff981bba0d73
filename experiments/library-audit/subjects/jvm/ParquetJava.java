import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;

/** parquet-java: split blocks of eight words of 32 bits, sized as its writer does for a known number of values. */
final class ParquetJava {
    private record Held(BlockSplitBloomFilter filter) implements Protocol.Filter {
        @Override
        public void insert(long item) {
            filter.insertHash(filter.hash(item));
        }

        @Override
        public boolean contains(long item) {
            return filter.findHash(filter.hash(item));
        }

        @Override
        public String describe() {
            return 8L * filter.getBitsetSize() + " 8 -";
        }
    }

    public static void main(String[] words) throws Exception {
        Protocol.serve("parquet-java", BlockSplitBloomFilter.class, (items, target) -> {
            int bits = BlockSplitBloomFilter.optimalNumOfBits(items, target);
            return new Held(new BlockSplitBloomFilter(bits / 8));
        });
    }
}
