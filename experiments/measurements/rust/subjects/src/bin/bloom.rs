//! bloom: sizes in single precision, the first two positions are the hashes themselves, the others `(h1 + i)·h2`.

use bloom::{ASMS, BloomFilter};
use subjects::{Seeded, Shape, library};

fn main() {
    library(
        "bloom",
        |case, seed| {
            BloomFilter::with_rate_and_hashers(case.target as f32, case.items as u32, Seeded(seed), Seeded(!seed))
        },
        |filter, item| filter.insert(item),
        |filter, item| filter.contains(&item),
        |_, filter| Shape::of(filter.num_bits() as u64, filter.num_hashes()),
    );
}
