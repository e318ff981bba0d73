// spark-sketch 4.3.0 (in pyspark 4.3.0)
// Positions are a + i*d modulo m, of two hashes, with arithmetic that never overflows: plain double hashing, whose cost in small filters is
// the larger, the smaller the rate. Prints, for 100 items at 0.001, a rate of about 0.0018.
import java.util.SplittableRandom;
import org.apache.spark.util.sketch.BloomFilter;

final class SparkSmall {
    public static void main(String[] words) {
        var items = new SplittableRandom(1);
        int filters = 300, asked = 100_000, positives = 0;
        for (int trial = 0; trial < filters; trial++) {
            BloomFilter filter = BloomFilter.create(100, 0.001);
            for (int inserted = 0; inserted < 100; inserted++) {
                filter.putLong(items.nextLong());
            }
            for (int query = 0; query < asked; query++) {
                positives += filter.mightContainLong(items.nextLong()) ? 1 : 0;
            }
        }
        System.out.println("rate " + (double) positives / ((double) filters * asked));
    }
}
