//! growable-bloom-filter: scalable; slices, enhanced double hashing of XXH3 of a fixed seed; refuses what it reports already.

use growable_bloom_filter::GrowableBloom;
use subjects::{Shape, library};

fn main() {
    library(
        "growable-bloom-filter",
        |case, _| GrowableBloom::new(case.target, case.items as usize),
        |filter, item| filter.insert(item),
        |filter, item| filter.contains(item),
        |_, _| Shape::default(),
    );
}
