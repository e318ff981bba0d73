//! bloom-filters: two halves of 32 bits of one hash, `(s + h1 + i·h2) mod m`, s the filter's own.

use bloom_filters::{BloomFilter, ClassicBloomFilter, DefaultBuildHashKernels};
use subjects::{Seeded, Shape, library, mix};

fn main() {
    library(
        "bloom-filters",
        |case, seed| {
            let kernels = DefaultBuildHashKernels::new(mix(seed) as usize, Seeded(seed));
            ClassicBloomFilter::new(case.items as usize, case.target, kernels)
        },
        |filter, item| filter.insert(item),
        |filter, item| filter.contains(&item),
        |_, filter| Shape { hashes: None, ..Shape::of(filter.buckets().len() as u64, 0u64) },
    );
}
