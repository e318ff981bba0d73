//! probabilistic-collections: enhanced double hashing of two SipHash-2-4.

use probabilistic_collections::SipHasherBuilder;
use probabilistic_collections::bloom::BloomFilter;
use subjects::{Shape, library, mix};

fn main() {
    library(
        "probabilistic-collections",
        |case, seed| {
            let hashers = [1, 2].map(|salt| SipHasherBuilder::from_seed(mix(seed), salt));
            BloomFilter::<u64>::with_hashers(case.items as usize, case.target, hashers)
        },
        |filter, item| filter.insert(item),
        |filter, item| filter.contains(&item),
        |_, filter| Shape::of(filter.len() as u64, filter.hasher_count() as u64).reporting(filter.estimated_fpp()),
    );
}
