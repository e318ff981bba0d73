//! fastbloom-rs: two XXH3 of fixed seeds, `(h1 % m + i·(h2 % m)) % m`.

use fastbloom_rs::{FilterBuilder, Hashes, Membership};
use subjects::{Shape, library};

fn main() {
    library(
        "fastbloom-rs",
        |case, _| FilterBuilder::new(case.items, case.target).build_bloom_filter(),
        |filter, item| filter.add(&item.to_le_bytes()),
        |filter, item| filter.contains(&item.to_le_bytes()),
        |_, filter| Shape::of(filter.config().size, filter.hashes()),
    );
}
