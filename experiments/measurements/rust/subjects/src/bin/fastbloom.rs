//! fastbloom: SipHash-1-3 once, the other positions from it by a multiply–rotate chain and multiply-high.

use fastbloom::BloomFilter;
use subjects::{Shape, library};

fn main() {
    library(
        "fastbloom",
        |case, seed| {
            let filter = BloomFilter::with_false_pos(case.target).seed(&u128::from(seed));
            filter.expected_items(case.items as usize)
        },
        |filter, item| filter.insert(item),
        |filter, item| filter.contains(&item),
        |case, filter| {
            let reported = filter.expected_false_pos(case.items as usize);
            Shape::of(filter.num_bits() as u64, filter.num_hashes()).reporting(reported)
        },
    );
}
