//! bloom-filters: two halves of 32 bits of one hash, `(s + h1 + i·h2) mod m`, s the filter's own.

use bloom_filters::{BloomFilter, ClassicBloomFilter, DefaultBuildHashKernels};
use subjects::{Description, Seeded, Subject, mix};

type Kernels = DefaultBuildHashKernels<Seeded>;

struct Filter(ClassicBloomFilter<Kernels>);

impl Subject for Filter {
    const LIBRARY: &'static str = "bloom-filters";

    fn new(items: u64, target: f64, seed: u64) -> Self {
        let kernels: Kernels = DefaultBuildHashKernels::new(mix(seed) as usize, Seeded(seed));
        Self(ClassicBloomFilter::new(items as usize, target, kernels))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(self.0.buckets().len() as u64), hashes: None, reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
