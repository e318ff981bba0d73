//! fastbloom-rs: two XXH3 of fixed seeds, `(h1 % m + i·(h2 % m)) % m`.

use fastbloom_rs::{BloomFilter, FilterBuilder, Hashes, Membership};
use subjects::{Description, Subject};

struct Filter(BloomFilter);

impl Subject for Filter {
    const LIBRARY: &'static str = "fastbloom-rs";

    fn new(items: u64, target: f64, _: u64) -> Self {
        Self(FilterBuilder::new(items, target).build_bloom_filter())
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.add(&item.to_le_bytes());
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item.to_le_bytes())
    }

    fn describe(&self) -> Description {
        Description { bits: Some(self.0.config().size), hashes: Some(self.0.hashes().into()), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
