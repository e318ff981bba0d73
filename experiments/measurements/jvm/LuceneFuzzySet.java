import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.bloom.FuzzySet;
import org.apache.lucene.util.BytesRef;

/** Lucene's set for terms: one position, a power of two of bits, sized for a share of bits set and halved when it is written. */
final class LuceneFuzzySet {
    private static final float SATURATION = 0.1f;

    private record Held(FuzzySet set) implements Subject.Filter {
        @Override
        public void insert(long key) throws java.io.IOException {
            set.addValue(new BytesRef(Subject.bytes(key)));
        }

        @Override
        public Subject.Filter finish() {
            // what the codec does before it writes; no answer means that no smaller set will do
            FuzzySet smaller = set.downsize(SATURATION);
            return new Held(smaller == null ? set : smaller);
        }

        @Override
        public boolean contains(long key) {
            return set.contains(new BytesRef(Subject.bytes(key))) == FuzzySet.ContainsResult.MAYBE;
        }

        @Override
        public long bits() {
            // a serialised set begins with three numbers of four bytes, then come the words
            var bytes = new org.apache.lucene.store.ByteBuffersDataOutput();
            try {
                set.serialize(bytes);
            } catch (java.io.IOException error) {
                throw new IllegalStateException(error);
            }
            return 8 * (bytes.size() - 12);
        }

        @Override
        public long hashes() {
            return 1;
        }

        @Override
        public Double reported() {
            return (double) set.getSaturation();
        }
    }

    public static void main(String[] words) throws Exception {
        // Debian's archive carries another version in its name than inside
        String version = FuzzySet.class.getPackage().getImplementationVersion().replaceFirst("[ -].*", "");
        List<Subject.Case> cases = new ArrayList<>();
        for (int documents : new int[] {1, 10}) {
            for (long items = 10; items <= 100_000; items *= 10) {
                cases.add(new Subject.Case("documents=" + documents + "n", items, 0.1,
                    "createSetBasedOnQuality(documents; 0.1f) then downsize(0.1f)", SATURATION));
            }
        }
        Subject.serve("lucene-fuzzyset", version, cases, (chosen, seed) -> {
            int documents = (int) chosen.items() * (chosen.name().equals("documents=1n") ? 1 : 10);
            return new Held(FuzzySet.createSetBasedOnQuality(documents, SATURATION));
        });
    }
}
