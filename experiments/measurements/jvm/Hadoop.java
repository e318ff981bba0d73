import java.util.List;
import org.apache.hadoop.util.bloom.BloomFilter;
import org.apache.hadoop.util.bloom.CountingBloomFilter;
import org.apache.hadoop.util.bloom.DynamicBloomFilter;
import org.apache.hadoop.util.bloom.Filter;
import org.apache.hadoop.util.bloom.Key;
import org.apache.hadoop.util.hash.Hash;

/** Hadoop: each hash seeds the next. Bits and hashes are the caller's, here those of the textbook for the target. */
final class Hadoop {
    private record Held(Filter filter, long bits, long hashes) implements Subject.Filter {
        @Override
        public void insert(long key) {
            filter.add(new Key(Subject.bytes(key)));
        }

        @Override
        public boolean contains(long key) {
            return filter.membershipTest(new Key(Subject.bytes(key)));
        }
    }

    private static Filter filter(String kind, int bits, int hashes, long items) {
        return switch (kind) {
            case "counting" -> new CountingBloomFilter(bits, hashes, Hash.MURMUR_HASH);
            // a tenth of the keys in each row, which has the bits of a filter of so many
            case "dynamic" -> new DynamicBloomFilter(bits / 10, hashes, Hash.MURMUR_HASH, (int) (items / 10));
            default -> new BloomFilter(bits, hashes, Hash.MURMUR_HASH);
        };
    }

    public static void main(String[] words) throws Exception {
        String kind = words.length == 0 ? "" : words[0];
        String engine = kind.isEmpty() ? "hadoop" : "hadoop-" + kind;
        String setting = "m = ceil(-n ln p / ln2^2) and k = round(m/n ln2) by hand"
            + (kind.equals("dynamic") ? "; ten rows of m/10 bits and n/10 keys" : "");
        List<Subject.Case> cases = Subject.byRate(setting).stream()
            .filter(one -> one.items() >= (kind.equals("dynamic") ? 100 : 10))
            .filter(one -> kind.isEmpty() || one.items() <= 10_000).toList();
        Subject.serve(engine, Subject.version(BloomFilter.class), cases, (chosen, seed) -> {
            double ln2 = Math.log(2);
            int bits = (int) Math.ceil(-chosen.items() * Math.log(chosen.target()) / (ln2 * ln2));
            int hashes = (int) Math.max(1, Math.round(bits * ln2 / chosen.items()));
            int whole = kind.equals("dynamic") ? bits / 10 * 10 : bits;
            return new Held(filter(kind, whole, hashes, chosen.items()), whole, hashes);
        });
    }
}
