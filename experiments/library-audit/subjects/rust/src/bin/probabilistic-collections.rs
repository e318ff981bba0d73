//! probabilistic-collections: enhanced double hashing of two SipHash-2-4.

use probabilistic_collections::SipHasherBuilder;
use probabilistic_collections::bloom::BloomFilter;
use subjects::{Description, Subject, mix};

struct Filter(BloomFilter<u64>);

impl Subject for Filter {
    const LIBRARY: &'static str = "probabilistic-collections";

    fn new(items: u64, target: f64, seed: u64) -> Self {
        let hasher = |salt: u64| SipHasherBuilder::from_seed(mix(seed), salt);
        Self(BloomFilter::with_hashers(items as usize, target, [hasher(1), hasher(2)]))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item)
    }

    fn describe(&self) -> Description {
        let reported = self.0.estimated_fpp();
        Description {
            bits: Some(self.0.len() as u64),
            hashes: Some(self.0.hasher_count() as u64),
            reported: Some(reported),
        }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
