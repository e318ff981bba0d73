//! bloom: sizes in single precision, the first two positions are the hashes themselves, the others `(h1 + i)·h2`.

use bloom::{ASMS, BloomFilter};
use subjects::{Description, Seeded, Subject};

struct Filter(BloomFilter<Seeded, Seeded>);

impl Subject for Filter {
    const LIBRARY: &'static str = "bloom";

    fn new(items: u64, target: f64, seed: u64) -> Self {
        let items = items.try_into().expect("the library takes 32 bits");
        Self(BloomFilter::with_rate_and_hashers(target as f32, items, Seeded(seed), Seeded(!seed)))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(self.0.num_bits() as u64), hashes: Some(self.0.num_hashes().into()), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
