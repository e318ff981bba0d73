//! bloomfilter: two SipHash-1-3, the first two positions are the hashes themselves, the others `h1 + i·h2`.

use bloomfilter::Bloom;
use subjects::{Description, Subject, bytes};

struct Filter(Bloom<u64>);

impl Subject for Filter {
    const LIBRARY: &'static str = "bloomfilter";

    fn new(items: u64, target: f64, seed: u64) -> Self {
        Self(Bloom::new_for_fp_rate_with_seed(items as usize, target, &bytes(seed)).expect("a filter"))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.set(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.check(&item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(self.0.len()), hashes: Some(self.0.number_of_hash_functions().into()), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
