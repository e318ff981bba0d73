//! selectors, of Firefox and Servo: 4096 counters, two slices of 12 bits of a 24-bit hash, for the ancestors of an element.

use selectors::bloom::BloomFilter;
use subjects::{Case, Filter, serve};

struct Ancestors(Box<BloomFilter>);

/// The upper half, as a caller's hash has 32 bits.
fn hash(key: u64) -> u32 {
    (key >> 32) as u32
}

impl Filter for Ancestors {
    const NAME: &'static str = "selectors";

    fn cases() -> Vec<Case> {
        let case = |items| Case {
            name: "ancestors".into(),
            items,
            target: None,
            setting: "BloomFilter::new()".into(),
            bits: if items < 50 { 20 } else { 8 },
        };
        [10, 20, 50, 100, 200, 500, 1000, 2000, 4000].map(case).into()
    }

    fn build(_: &Case, keys: &[u64]) -> Self {
        let mut filter = Box::new(BloomFilter::new());
        keys.iter().for_each(|&key| filter.insert_hash(hash(key)));
        Self(filter)
    }

    fn contains(&self, key: u64) -> bool {
        self.0.might_contain_hash(hash(key))
    }

    fn shape(&self) -> (u64, Option<u64>) {
        // a byte for each counter
        (size_of::<BloomFilter>() as u64, Some(2))
    }
}

fn main() {
    serve::<Ancestors>(include_str!("../../../Cargo.lock"));
}
