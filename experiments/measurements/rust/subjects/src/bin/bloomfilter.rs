//! bloomfilter: two SipHash-1-3, the first two positions are the hashes themselves, the others `h1 + i·h2`.

use bloomfilter::Bloom;
use subjects::{Shape, bytes, library};

fn main() {
    library(
        "bloomfilter",
        |case, seed| {
            Bloom::new_for_fp_rate_with_seed(case.items as usize, case.target, &bytes(seed)).expect("a filter")
        },
        |filter, item| filter.set(item),
        |filter, item| filter.check(&item),
        |_, filter| Shape::of(filter.len(), filter.number_of_hash_functions()),
    );
}
