//! fastbloom: SipHash-1-3 once, the other positions from it by a multiply–rotate chain and multiply-high.

use fastbloom::BloomFilter;
use subjects::{Description, Subject};

struct Filter(BloomFilter, u64);

impl Subject for Filter {
    const LIBRARY: &'static str = "fastbloom";

    fn new(items: u64, target: f64, seed: u64) -> Self {
        let filter = BloomFilter::with_false_pos(target).seed(&u128::from(seed)).expected_items(items as usize);
        Self(filter, items)
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item)
    }

    fn describe(&self) -> Description {
        let reported = self.0.expected_false_pos(self.1 as usize);
        Description {
            bits: Some(self.0.num_bits() as u64),
            hashes: Some(self.0.num_hashes().into()),
            reported: Some(reported),
        }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
