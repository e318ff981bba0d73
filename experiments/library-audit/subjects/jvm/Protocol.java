import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What every subject on the JVM does; the Rust library beside this folder says what the lines mean. */
final class Protocol {
    /** A filter of an audited library. */
    interface Filter {
        void insert(long item);

        boolean contains(long item);

        /** Bits, hashes and the library's own rate, each a number or a dash. */
        String describe() throws IOException;
    }

    /** Makes a filter for so many items at the rate. */
    interface Maker {
        Filter make(long items, double target);
    }

    /** Writes a filter in the library's own format. */
    interface Writer {
        void write(OutputStream stream) throws IOException;
    }

    /** Answers trials until the input ends. */
    static void serve(String library, Class<?> from, Maker maker) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("describe")) {
                System.out.println(library + " " + version(from));
            } else {
                long items = Long.parseLong(words[1]);
                long inserted = Long.parseLong(words[3]);
                Filter filter = maker.make(items, Double.parseDouble(words[2]));
                System.out.println(trial(filter, inserted, Long.parseLong(words[4]), Long.parseLong(words[5])));
            }
            System.out.flush();
        }
    }

    private static String trial(Filter filter, long inserted, long seed, long queries) throws IOException {
        long missed = 0;
        long positives = 0;
        for (long i = 0; i < inserted; i++) {
            filter.insert(item(seed, i));
        }
        for (long i = 0; i < inserted; i++) {
            missed += filter.contains(item(seed, i)) ? 0 : 1;
        }
        for (long i = inserted; i < inserted + queries; i++) {
            positives += filter.contains(item(seed, i)) ? 1 : 0;
        }
        return filter.describe() + " " + positives + " " + missed + " 0";
    }

    /** The first bytes of what the library writes of a filter. */
    static ByteBuffer head(Writer writer) throws IOException {
        var head = new ByteArrayOutputStream();
        writer.write(new OutputStream() {
            @Override
            public void write(int octet) {
                if (head.size() < 16) {
                    head.write(octet);
                }
            }

            @Override
            public void write(byte[] octets, int from, int length) {
                head.write(octets, from, Math.min(length, Math.max(0, 16 - head.size())));
            }
        });
        return ByteBuffer.wrap(head.toByteArray());
    }

    private static long item(long seed, long i) {
        return mix(mix(seed) + i);
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
    private static long mix(long number) {
        long x = number + 0x9e3779b97f4a7c15L;
        x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }

    /** The version in the name of the library's archive. */
    private static String version(Class<?> from) throws Exception {
        Path archive = Path.of(from.getProtectionDomain().getCodeSource().getLocation().toURI());
        return archive.getFileName().toString().replaceFirst("^.*-([0-9][^-]*(?:-jre)?)\\.jar$", "$1");
    }
}
