import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * What every subject on the JVM does: it answers lines of standard input with lines of standard output, as the README of the measurements
 * says.
 */
final class Subject {
    /** One line of the table to be measured. The rate is what to plan by: the target, or what is expected of the setting. */
    record Case(String name, long items, Double target, String setting, double rate) {
        /** A case of a filter that takes a rate. */
        static Case of(long items, double target, String setting) {
            return new Case("by-rate", items, target, setting, target);
        }

        private String json() {
            return String.format(Locale.ROOT, "{\"case\": \"%s\", \"items\": %d, \"target\": %s, \"setting\": \"%s\", \"quick\": %b}",
                name, items, target, setting, isQuick());
        }

        /** Two sizes and two targets, so that a comparison of all engines takes minutes. */
        private boolean isQuick() {
            return (items == 10 || items == 1000) && (!name.equals("by-rate") || List.of(0.01, 1e-4).contains(target));
        }

        private boolean is(String[] words) {
            return words[1].equals(name) && Long.parseLong(words[2]) == items
                && (target == null ? words[3].equals("-") : !words[3].equals("-") && Double.parseDouble(words[3]) == target);
        }
    }

    /** A filter that an engine built. */
    interface Filter {
        void insert(long key) throws Exception;

        boolean contains(long key) throws Exception;

        /** What is to be done between the last insertion and the first question. */
        default Filter finish() throws Exception {
            return this;
        }

        /** Bits, read off the filter. */
        long bits();

        /** Positions of a key; nought if the engine does not say. */
        default long hashes() {
            return 0;
        }

        /** The rate that the engine reports itself. */
        default Double reported() {
            return null;
        }
    }

    /** A filter of a fixed size that reports nothing. */
    static Filter sized(LongConsumer insert, LongPredicate contains, long bits, long hashes) {
        return sized(insert, contains, bits, hashes, () -> null);
    }

    /** A filter of a fixed size. */
    static Filter sized(LongConsumer insert, LongPredicate contains, long bits, long hashes, Supplier<Double> reported) {
        return new Filter() {
            @Override
            public void insert(long key) {
                insert.accept(key);
            }

            @Override
            public boolean contains(long key) {
                return contains.test(key);
            }

            @Override
            public long bits() {
                return bits;
            }

            @Override
            public long hashes() {
                return hashes;
            }

            @Override
            public Double reported() {
                return reported.get();
            }
        };
    }

    /** Makes the filter of a case. */
    interface Maker {
        Filter make(Case chosen, long seed) throws Exception;
    }

    /** Four rates at sizes from ten keys to a hundred thousand. */
    static List<Case> byRate(String setting) {
        var cases = new ArrayList<Case>();
        for (double target : new double[] {0.1, 0.01, 1e-3, 1e-4}) {
            for (long items = 10; items <= 100_000; items *= 10) {
                cases.add(Case.of(items, target, setting));
            }
        }
        return cases;
    }

    /** Answers until the input ends; without cases of its own it takes those of the runner. */
    static void serve(String engine, String version, List<Case> cases, Maker maker) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.trim().split(" +");
            String answer = "error: no case of the line '" + line + "'";
            if (words[0].equals("describe")) {
                answer = engine + " " + version;
            } else if (words[0].equals("cases")) {
                answer = "[" + String.join(", ", cases.stream().map(Case::json).toList()) + "]";
            } else if (words[0].equals("trial") && words.length == 5) {
                for (Case one : cases) {
                    if (one.is(words)) {
                        answer = planned(one, Long.parseUnsignedLong(words[4]), maker);
                    }
                }
            } else if (words[0].equals("trial") && words.length == 6) {
                // one filter, for which the runner says how many items are put in, and how many questions asked
                Case chosen = Case.of(Long.parseLong(words[2]), Double.parseDouble(words[3]), "");
                long[] from = {mix(Long.parseUnsignedLong(words[4]))};
                answer = trial(chosen, Long.parseLong(words[1]), Long.parseLong(words[5]), from, maker);
            }
            System.out.println(answer);
            System.out.flush();
        }
    }

    /** A trial of a case of the subject's own: filters where they differ much, questions where they differ little. */
    private static String planned(Case chosen, long seed, Maker maker) throws Exception {
        long asked = (long) Math.max(1000, Math.min(1e6, chosen.items / Math.sqrt(chosen.rate)));
        long units = Math.max(1, Math.min(4000, 4_000_000 / (2 * chosen.items + asked)));
        long[] froms = LongStream.range(0, units).map(unit -> mix(mix(seed) ^ unit)).toArray();
        return trial(chosen, chosen.items, asked, froms, maker);
    }

    /** A filter for each of the numbers that its keys follow. */
    private static String trial(Case chosen, long inserted, long asked, long[] froms, Maker maker) throws Exception {
        long positives = 0;
        long squared = 0;
        long missed = 0;
        long bits = 0;
        long hashes = 0;
        Double reported = null;
        for (int unit = 0; unit < froms.length; unit++) {
            long from = froms[unit];
            Filter filter = maker.make(chosen, mix(from));
            for (long i = 0; i < inserted; i++) {
                filter.insert(mix(from + i));
            }
            filter = filter.finish();
            for (long i = 0; i < inserted; i++) {
                missed += filter.contains(mix(from + i)) ? 0 : 1;
            }
            long found = 0;
            for (long i = inserted; i < inserted + asked; i++) {
                found += filter.contains(mix(from + i)) ? 1 : 0;
            }
            positives += found;
            squared += found * found;
            if (unit > 0 && (bits != filter.bits() || hashes != filter.hashes())) {
                return "error: filters of one case differ in size";
            }
            bits = filter.bits();
            hashes = filter.hashes();
            Double says = filter.reported();
            reported = says == null ? null : Double.valueOf((reported == null ? 0 : reported) + says / froms.length);
        }
        return String.format(Locale.ROOT, "{\"items\": %d, \"bits\": %d, \"hashes\": %s, \"reported\": %s, \"given_bits\": null, \"unit\": \"filter\", "
            + "\"units\": %d, \"asked\": %d, \"positives\": %d, \"positives_squared\": %d, \"missed\": %d, \"detail\": \"\"}",
            chosen.items, bits, hashes == 0 ? "null" : hashes, reported, froms.length, asked, positives, squared, missed);
    }

    /** Eight bytes of a key, most significant first. */
    static byte[] bytes(long key) {
        byte[] octets = new byte[8];
        for (int i = 0; i < 8; i++) {
            octets[i] = (byte) (key >>> (56 - 8 * i));
        }
        return octets;
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64-bit numbers. */
    static long mix(long number) {
        long x = number + 0x9e3779b97f4a7c15L;
        x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }

    /** The first bytes of what a library writes of a filter. */
    static ByteBuffer head(Writer writer) throws IOException {
        var head = new ByteArrayOutputStream();
        writer.write(head);
        return ByteBuffer.wrap(head.toByteArray());
    }

    /** Writes a filter in the library's own format. */
    interface Writer {
        void write(OutputStream stream) throws IOException;
    }

    /** The version in the name of the archive that a class comes from. */
    static String version(Class<?> from) throws Exception {
        String archive = from.getProtectionDomain().getCodeSource().getLocation().toURI().getPath();
        return archive.replaceFirst("^.*?-([0-9][0-9.]*(?:-jre)?)[^/]*\\.jar$", "$1").replaceFirst("\\.$", "");
    }

    private Subject() {
    }
}
