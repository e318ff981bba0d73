import java.util.ArrayList;
import java.util.List;
import org.apache.hive.common.util.BloomFilter;
import org.apache.hive.common.util.BloomKFilter;

/** Hive: 32-bit sums of the halves of a 64-bit mix, folded by sign, modulo m; BloomKFilter in blocks of 512 bits for a rate of 0.05. */
final class Hive {
    private record Held(BloomFilter filter) implements Subject.Filter {
        @Override
        public void insert(long key) {
            filter.addLong(key);
        }

        @Override
        public boolean contains(long key) {
            return filter.testLong(key);
        }

        @Override
        public long bits() {
            return filter.getBitSize();
        }

        @Override
        public long hashes() {
            return filter.getNumHashFunctions();
        }
    }

    private record Blocks(BloomKFilter filter) implements Subject.Filter {
        @Override
        public void insert(long key) {
            filter.addLong(key);
        }

        @Override
        public boolean contains(long key) {
            return filter.testLong(key);
        }

        @Override
        public long bits() {
            return filter.getBitSize();
        }

        @Override
        public long hashes() {
            return filter.getNumHashFunctions();
        }
    }

    public static void main(String[] words) throws Exception {
        String version = Subject.version(BloomFilter.class);
        if (words.length == 0) {
            Subject.serve("hive", version, Subject.byRate("BloomFilter(n; p)"), (chosen, seed) ->
                new Held(new BloomFilter(chosen.items(), chosen.target())));
            return;
        }
        List<Subject.Case> cases = new ArrayList<>();
        // a float, of which the shortest decimal is meant
        double target = Double.parseDouble(Float.toString(BloomKFilter.DEFAULT_FPP));
        for (long items = 10; items <= 1_000_000; items *= 10) {
            cases.add(new Subject.Case("default", items, target, "BloomKFilter(n)", target));
        }
        Subject.serve("hive-k", version, cases, (chosen, seed) -> new Blocks(new BloomKFilter(chosen.items())));
    }
}
