//! bloom2: a fixed table of 2^16 bits, four positions of 16 bits each from one SipHash-1-3. It takes no target.

use bloom2::{Bloom2, BloomFilterBuilder, CompressedBitmap, FilterSize};
use subjects::{Description, Seeded, Subject};

struct Filter(Bloom2<Seeded, CompressedBitmap, u64>);

impl Subject for Filter {
    const LIBRARY: &'static str = "bloom2";

    fn new(_: u64, _: f64, seed: u64) -> Self {
        Self(BloomFilterBuilder::hasher(Seeded(seed)).size(FilterSize::KeyBytes2).build())
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(1 << 16), hashes: Some(4), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
