//! selectors, of Firefox and Servo: 4096 counters, two slices of 12 bits of a 24-bit hash, for the ancestors of an element.

use selectors::bloom::BloomFilter;
use subjects::{Case, Shape, engine};

/// The upper half, as a caller's hash has 32 bits.
fn hash(item: u64) -> u32 {
    (item >> 32) as u32
}

/// A filter of ancestors, in the bits of which few or many items fit.
fn case(items: u64) -> Case {
    Case::new("ancestors", items, 0.0, if items < 50 { 20 } else { 8 }, "BloomFilter::new()")
}

fn main() {
    engine(
        "selectors",
        [10, 20, 50, 100, 200, 500, 1000, 2000, 4000].map(case).into(),
        |_, items| {
            let mut filter = Box::new(BloomFilter::new());
            items.iter().for_each(|&item| filter.insert_hash(hash(item)));
            filter
        },
        |filter, item| filter.might_contain_hash(hash(item)),
        // a byte for each counter
        |_| Shape::of(size_of::<BloomFilter>() as u64, 2u64),
    );
}
