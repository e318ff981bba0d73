//! bloom2: a fixed table of 2^16 bits, four positions of 16 bits each from one SipHash-1-3. It takes no target.

use bloom2::{BloomFilterBuilder, FilterSize};
use subjects::{Seeded, Shape, library};

fn main() {
    library(
        "bloom2",
        |_, seed| BloomFilterBuilder::hasher(Seeded(seed)).size(FilterSize::KeyBytes2).build(),
        |filter, item| filter.insert(item),
        |filter, item| filter.contains(&item),
        |_, _| Shape::of(1u64 << 16, 4u64),
    );
}
