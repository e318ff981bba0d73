//! pdatastructs: drops the fractions of bits and hashes; positions `h1 + i·h2 + f(i)`, f the same for every item.

use pdatastructs::filters::Filter as _;
use pdatastructs::filters::bloomfilter::BloomFilter;
use subjects::{Description, Seeded, Subject};

struct Filter(BloomFilter<u64, Seeded>);

impl Subject for Filter {
    const LIBRARY: &'static str = "pdatastructs";

    fn new(items: u64, target: f64, seed: u64) -> Self {
        Self(BloomFilter::with_properties_and_hash(items as usize, target, Seeded(seed)))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item).is_ok()
    }

    fn contains(&self, item: u64) -> bool {
        self.0.query(&item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(self.0.m() as u64), hashes: Some(self.0.k() as u64), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
