import java.util.ArrayList;
import java.util.List;
import org.apache.hive.common.util.BloomFilter;
import org.apache.hive.common.util.BloomKFilter;

/** Hive: 32-bit sums of the halves of a 64-bit mix, folded by sign, modulo m; BloomKFilter in blocks of 512 bits for a rate of 0.05. */
final class Hive {
    private static Subject.Filter plain(BloomFilter filter) {
        return Subject.sized(filter::addLong, filter::testLong, filter.getBitSize(), filter.getNumHashFunctions());
    }

    private static Subject.Filter blocks(BloomKFilter filter) {
        return Subject.sized(filter::addLong, filter::testLong, filter.getBitSize(), filter.getNumHashFunctions());
    }

    public static void main(String[] words) throws Exception {
        String version = Subject.version(BloomFilter.class);
        if (words.length == 0) {
            Subject.serve("hive", version, Subject.byRate("BloomFilter(n; p)"), (chosen, seed) ->
                plain(new BloomFilter(chosen.items(), chosen.target())));
            return;
        }
        List<Subject.Case> cases = new ArrayList<>();
        // a float, of which the shortest decimal is meant
        double target = Double.parseDouble(Float.toString(BloomKFilter.DEFAULT_FPP));
        for (long items = 10; items <= 1_000_000; items *= 10) {
            cases.add(new Subject.Case("default", items, target, "BloomKFilter(n)", target));
        }
        Subject.serve("hive-k", version, cases, (chosen, seed) -> blocks(new BloomKFilter(chosen.items())));
    }
}
