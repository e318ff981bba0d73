//! growable-bloom-filter: scalable; slices, enhanced double hashing of XXH3 of a fixed seed; refuses what it reports already.

use growable_bloom_filter::GrowableBloom;
use subjects::{Description, Subject};

struct Filter(GrowableBloom);

impl Subject for Filter {
    const LIBRARY: &'static str = "growable-bloom-filter";

    fn new(items: u64, target: f64, _: u64) -> Self {
        Self(GrowableBloom::new(target, items as usize))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(item)
    }

    fn describe(&self) -> Description {
        Description { bits: None, hashes: None, reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
