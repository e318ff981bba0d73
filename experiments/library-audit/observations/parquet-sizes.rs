// parquet = { version = "=60.1.0", default-features = false }
// The size for a number of values and a rate comes from the formula of an ordinary filter, which is too low for split blocks, and is
// hidden by rounding up to a power of two unless it falls just below one. Folding has the same estimate.
// Prints for 1690 values (64 blocks) a rate of about 0.0133 where 0.01 was asked for, for 1700 values (128 blocks) about 0.0005.
use parquet::bloom_filter::Sbbf;

fn main() {
    for values in [1_600_u64, 1_690, 1_700, 3_380] {
        let mut filter = Sbbf::new_with_ndv_fpp(values, 0.01).unwrap();
        (0..values).for_each(|value| filter.insert(&value));
        let positives = (values..values + 1_000_000).filter(|value| filter.check(value)).count();
        println!("{values} values, {} blocks: rate {}", filter.num_blocks(), positives as f64 / 1e6);
    }
}
